import { plainEmail } from '../../rules/emailAddress.ts';

/**
 * The password typed at sign-up, until the mailed code is confirmed (FAN-07c): in memory only, never in a storage, an address or a log. A
 * reload, leaving the site, a sign-in and half an hour each end it; then the login asks for it.
 */
const KEEP_MS = 30 * 60_000;

let kept: { readonly email: string; readonly password: string; readonly until: number } | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

export function keepTypedPassword(email: string, password: string): void {
  clearTimeout(timer);
  // A page that is left may come back from the back-forward cache with its memory.
  addEventListener('pagehide', forgetTypedPassword, { once: true });
  kept = { email: plainEmail(email), password, until: Date.now() + KEEP_MS };
  timer = setTimeout(forgetTypedPassword, KEEP_MS);
}

export function forgetTypedPassword(): void {
  clearTimeout(timer);
  kept = null;
}

/** Of this address, if it is still known. Timers stand still in a sleeping tab: so the clock is asked, too. */
export const hasTypedPassword = (email: string): boolean =>
  kept !== null && kept.email === plainEmail(email) && Date.now() < kept.until;

/** The password of this address, once; null: unknown or no longer known. */
export function takeTypedPassword(email: string): string | null {
  const password = hasTypedPassword(email) ? (kept?.password ?? null) : null;
  forgetTypedPassword();
  return password;
}
