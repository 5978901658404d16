import type { SignUpForm } from '../../platform/identity/identity.ts';
import { readJson, writeJson } from '../../platform/storage/storedJson.ts';
import { tabStorage } from '../../platform/storage/webStorage.ts';

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
  const kept = readJson(tabStorage, KEY) as (Draft & { readonly typedAt: number }) | null;
  if (kept === null) return null;
  const { typedAt, ...draft } = kept;
  if (isOpenedAgain() && Math.abs(Date.now() - typedAt) < KEEP_MS) return draft;
  forgetSignUpDraft();
  return null;
}

/** Storage may be denied: then it lives as long as the page. */
export function keepSignUpDraft({ password: _, ...draft }: SignUpForm): void {
  writeJson(tabStorage, KEY, { ...draft, typedAt: Date.now() });
}

export const forgetSignUpDraft = (): void => tabStorage.removeItem(KEY);

/** Was the document loaded for a reload, by the history, or after the phone dropped it? */
function isOpenedAgain(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type !== 'navigate' || (document as { readonly wasDiscarded?: boolean }).wasDiscarded === true;
}
