import { readJson, writeJson } from '../../platform/storage/storedJson.ts';
import { tabStorage } from '../../platform/storage/webStorage.ts';
import { plainEmail } from '../../rules/emailAddress.ts';

/**
 * The mail address on its way from sign-up to activation to login. In the tab only, never in an address, and no longer than a mailed code is
 * waited for: whoever walks away from a shared device leaves it to the next one (SAF-15). A logout clears the whole tab.
 */
const KEY = 'account_mail';
const KEEP_MS = 30 * 60_000;

interface Pending {
  readonly email: string;
  /** Epoch ms. */
  readonly typedAt: number;
  /** A code of the sign-up was mailed to it. */
  readonly isCodeSent?: boolean;
}

function load(): Pending | null {
  const kept = readJson(tabStorage, KEY) as Partial<Pending> | null;
  if (kept === null) return null;
  const { email, typedAt = 0, isCodeSent = false } = kept;
  if (email !== undefined && Math.abs(Date.now() - typedAt) < KEEP_MS) return { email, typedAt, isCodeSent };
  tabStorage.removeItem(KEY);
  return null;
}

/** Empty: none, or too long ago. */
export const loadPendingEmail = (): string => load()?.email ?? '';

/** Returns the address only if a code of the sign-up was mailed to it; else ''. A login and a forgotten password mail none. */
export function loadCodeEmail(): string {
  const pending = load();
  return pending?.isCodeSent ? pending.email : '';
}

/** Storage may be denied: then the fan types it once more. */
export function savePendingEmail(typed: string, { isCodeSent = false } = {}): void {
  const email = plainEmail(typed);
  const isSent = isCodeSent || loadCodeEmail() === email;
  writeJson(tabStorage, KEY, { email, typedAt: Date.now(), isCodeSent: isSent } satisfies Pending);
}
