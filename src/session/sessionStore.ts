import { createListeners } from '../rules/listeners.ts';
import type { UserChange } from './renewUser.ts';
import type { SessionDeps } from './sessionDeps.ts';
import { rememberedState, type SessionState } from './sessionState.ts';

export type SessionStore = ReturnType<typeof createSessionStore>;

/** Who is signed in on this page, known at once from local storage. `announce` tells the other tabs, too; `show` does not. */
export function createSessionStore({ remembered, channel }: Pick<SessionDeps, 'remembered' | 'channel'>) {
  let state = rememberedState(remembered.load());
  const listeners = createListeners();

  function show(next: SessionState) {
    state = next;
    listeners.tell();
  }
  function announce(next: SessionState) {
    show(next);
    channel?.postMessage('changed');
  }

  let changes = 0;
  /** Nobody signed in: nothing changes. */
  function changeUser(change: UserChange) {
    if (state.status === 'anonymous') return;
    changes += 1;
    const { agreement, ...rest } = { ...state.user, ...change };
    const user = agreement === undefined ? rest : { ...rest, agreement };
    remembered.save(user);
    announce({ status: state.status, user });
  }

  return {
    getState: () => state,
    subscribe: listeners.subscribe,
    show,
    announce,
    changeUser,
    /** How often the fan's own data changed on this page: an answer that was asked for before a change may not know it. */
    countChanges: () => changes,
  };
}
