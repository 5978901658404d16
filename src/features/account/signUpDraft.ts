import type { SignUpForm } from '../../platform/identity/identity.ts';

/** What the sign-up keeps over a reload: everything but the password. */
type Draft = Omit<SignUpForm, 'password'>;

/**
 * In the tab only, for a while, and for a reload or the way back only: who opens the form anew is perhaps somebody else, on a
 * shared device (SAF-15). A logout clears the whole tab.
 */
const KEY = 'sign_up_draft';
const KEEP_MS = 30 * 60_000;

/** What was typed before the page was loaded again; null: nothing. */
export function loadSignUpDraft(): Draft | null {
  try {
    const kept = sessionStorage.getItem(KEY);
    if (kept === null) return null;
    const { typedAt, ...draft } = JSON.parse(kept) as Draft & { readonly typedAt: number };
    if (isOpenedAgain() && Math.abs(Date.now() - typedAt) < KEEP_MS) return draft;
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage denied, or written by another build.
  }
  return null;
}

export function keepSignUpDraft({ password: _, ...draft }: SignUpForm): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...draft, typedAt: Date.now() }));
  } catch {
    // Then it lives as long as the page.
  }
}

export function forgetSignUpDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

/** Was the document loaded for a reload, by the history, or after the phone dropped it? */
function isOpenedAgain(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type !== 'navigate' || (document as { readonly wasDiscarded?: boolean }).wasDiscarded === true;
}
