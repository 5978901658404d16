import { claimsOf, type Tokens } from '../platform/identity/identityTokens.ts';
import type { SessionUser } from './rememberedUser.ts';
import type { SessionDeps } from './sessionDeps.ts';
import { ANONYMOUS } from './sessionState.ts';
import type { SessionStore } from './sessionStore.ts';

/**
 * Checks what is remembered against the tokens: now, when another tab says so, when the page comes back, and when they are revoked.
 * @param renew asks the server; called at the start, and where this page may know less than another tab
 */
export function checkTokens(
  { tokens, remembered, channel, onRestored }: SessionDeps,
  { getState, show, announce }: SessionStore,
  renew: () => Promise<void>,
) {
  tokens.onRevoked((userId) => {
    const state = getState();
    if (state.status === 'signedIn' && state.user.id === userId) announce({ status: 'expired', user: state.user });
  });
  channel?.addEventListener('message', () => void hear());
  onRestored?.(() => void check());
  void check().then(renew);

  /** Another tab may be the one in which the fan agreed to the rules. */
  async function hear() {
    await check();
    const state = getState();
    if (state.status === 'signedIn' && state.user.agreement !== undefined) await renew();
  }

  /** Tokens may be gone (evicted, signed out in another tab) or of another fan. */
  async function check() {
    const found = await tokens.peek().catch(() => undefined);
    if (found === undefined) return;
    const state = getState();
    if (found === null) {
      if (state.status !== 'anonymous') show(ANONYMOUS);
      return;
    }
    const user = remembered.load() ?? recover(found);
    if (found.userId !== user.id) return;
    const status = found.refreshToken === null ? 'expired' : 'signedIn';
    if (state.status === 'anonymous' || state.user.id !== user.id) return show({ status, user });
    const { usepermit, name, suspension, staff } = state.user;
    if (
      state.status !== status ||
      JSON.stringify([usepermit, name, suspension, staff]) !==
        JSON.stringify([user.usepermit, user.name, user.suspension, user.staff])
    )
      show({ status, user: { ...state.user, ...(staff ? { staff: null } : {}), ...user } });
  }

  /**
   * Browsers write local storage with a delay: a phone that dies right after a sign-in forgets who it was, but not the tokens. The
   * rest follows when there is signal.
   */
  function recover({ userId, idToken }: Tokens): SessionUser {
    const user: SessionUser = { id: userId, name: nameIn(idToken), usepermit: null };
    remembered.save(user);
    return user;
  }
}

/** The name in an ID token, as lists show it; empty where there is none. */
function nameIn(idToken: string): string {
  try {
    return String(claimsOf(idToken).nickname ?? '');
  } catch {
    return '';
  }
}
