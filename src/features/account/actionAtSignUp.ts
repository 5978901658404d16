import { factsOf } from '../../contract/pages.ts';
import { pageOf } from '../../navigation/paths.ts';
import { storePage, takeStoredPage } from '../../navigation/storedPage.ts';
import type { WaitingAction } from '../../services/requireLogin.ts';

/**
 * The action that waits while its fan signs up or resets the password (FAN-07d). It ends with a move to any other page and after half an
 * hour: whoever signs in later has not asked for it.
 */
const KEEP_MS = 30 * 60_000;
/** Every way to another page, as wouter tells them. */
const MOVES = ['popstate', 'pushState', 'replaceState'] as const;

let kept: { readonly action: WaitingAction; readonly tenantId: string; readonly until: number } | null = null;

/** Called on the page the action belongs to, which is kept for the way back. */
export function keepActionAtSignUp(action: WaitingAction, tenantId: string): void {
  stop();
  kept = { action, tenantId, until: Date.now() + KEEP_MS };
  storePage(tenantId);
  for (const move of MOVES) addEventListener(move, forgetElsewhere);
}

/** The action, once; null: none waits. */
export function takeActionAtSignUp(): WaitingAction | null {
  const taken = kept;
  stop();
  return taken !== null && Date.now() < taken.until ? taken.action : null;
}

function stop(): void {
  kept = null;
  for (const move of MOVES) removeEventListener(move, forgetElsewhere);
}

function forgetElsewhere(): void {
  if (kept === null || factsOf(pageOf(location.pathname)).isAccount) return;
  takeStoredPage(kept.tenantId);
  stop();
}
