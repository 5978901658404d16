import { claimsOf, type Tokens } from '../platform/identity/identityTokens.ts';
import type { SessionUser } from './rememberedUser.ts';
import type { SessionDeps } from './sessionDeps.ts';
import { ANONYMOUS } from './sessionState.ts';
import type { SessionStore } from './sessionStore.ts';

/** Checks what is remembered against the tokens: now, when another tab says so, when the page comes back, and when they are revoked. */
export function checkTokens(
  { api, tokens, remembered, channel, onRestored }: SessionDeps,
  { getState, show, announce }: SessionStore,
) {
  tokens.onRevoked((userId) => {
    const state = getState();
    if (state.status === 'signedIn' && state.user.id === userId) announce({ status: 'expired', user: state.user });
  });
  channel?.addEventListener('message', () => void check());
  onRestored?.(() => void check());
  void check();

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
    if (state.status !== status || state.user.id !== user.id || state.user.usepermit !== user.usepermit)
      show({ status, user });
  }

  /**
   * Browsers write local storage with a delay: a phone that dies right after a sign-in forgets who it was, but not the tokens. The
   * permission follows when there is signal.
   */
  function recover({ userId, idToken }: Tokens): SessionUser {
    const user: SessionUser = { id: userId, name: nameIn(idToken), usepermit: null };
    remembered.save(user);
    void api.getUsepermit().then(
      ({ usepermit }) => {
        const state = getState();
        if (state.status === 'anonymous' || state.user.id !== userId) return;
        const known = { ...state.user, usepermit };
        remembered.save(known);
        show({ status: state.status, user: known });
      },
      () => undefined, // asked again before the next post
    );
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
