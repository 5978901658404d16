import { ACCOUNT_STATE_MS } from '../contract/limits.ts';
import { isMemberBy } from './membership.ts';
import type { SessionUser } from './rememberedUser.ts';
import type { SessionDeps } from './sessionDeps.ts';
import type { SessionStore } from './sessionStore.ts';

/**
 * Asks the server what it knows of the fan (ACC-13): at the start, after a sign-in, when the page comes back after ACCOUNT_STATE_MS, and when somebody
 * calls `renew`. Callers at the same time share one call.
 * @returns `renew()` resolves when the state is the server's, or when the server cannot be asked: then what is remembered goes on
 */
export function createRenewal(
  { api, getTenant, onReturned, onRenewed }: Pick<SessionDeps, 'api' | 'getTenant' | 'onReturned' | 'onRenewed'>,
  { getState, changeUser, countChanges }: SessionStore,
): () => Promise<void> {
  let running: Promise<void> | null = null;
  let renewedAt = Number.NEGATIVE_INFINITY;

  async function ask(): Promise<void> {
    const asked = getState();
    if (asked.status !== 'signedIn') return;
    const before = countChanges();
    const answer = await api.getAccountState();
    const state = getState();
    // Somebody else signed in meanwhile, or the fan changed something here that the answer may not know yet.
    if (state.status !== 'signedIn' || state.user.id !== asked.user.id || countChanges() !== before) return ask();
    renewedAt = Date.now();
    const tenant = getTenant();
    const isMember = tenant === null || isMemberBy(answer.memberships, tenant);
    const { name, usepermit, suspension = null, staff, agreement } = state.user;
    const known = { name: answer.Name ?? name, usepermit: answer.usepermit, suspension: answer.suspension };
    // Of fans, who are no staff and were none, nothing is kept.
    const next = { ...known, ...(answer.staff || staff ? { staff: answer.staff ?? null } : {}) };
    const nextAgreement = isMember ? undefined : (agreement ?? 'missing');
    if (
      JSON.stringify([name, usepermit, suspension, staff ?? null, agreement]) ===
      JSON.stringify([...Object.values(known), answer.staff ?? null, nextAgreement])
    )
      return;
    changeUser({ ...next, agreement: nextAgreement });
  }

  function renew(): Promise<void> {
    running ??= ask()
      .catch(() => undefined)
      .finally(() => {
        running = null;
      });
    return running;
  }

  onReturned?.(async () => {
    if (Date.now() - renewedAt <= ACCOUNT_STATE_MS) return;
    await renew();
    const state = getState();
    if (state.status === 'signedIn' && Date.now() - renewedAt <= ACCOUNT_STATE_MS) onRenewed?.(state.user.id);
  });
  return renew;
}

/** What of a fan changes without a new sign-in; `agreement` undefined removes it. */
export type UserChange = Partial<Omit<SessionUser, 'id' | 'agreement'>> & {
  readonly agreement?: SessionUser['agreement'] | undefined;
};
