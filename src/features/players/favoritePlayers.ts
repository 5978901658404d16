/** Changes of favourite players on the device and with the account (FAN-05): shown at once, taken by the account when there is signal. */
import type { Api } from '../../api/client.ts';
import { FAVORITE_PLAYERS_MAX } from '../../contract/limits.ts';
import type { FavoritePlayerStore, KeptFavorites } from '../../platform/storage/favoritePlayerStore.ts';
import { isSameName } from '../../rules/searchMatch.ts';
import { type SessionState, userIdOf } from '../../session/sessionState.ts';

/** What the device keeps, as this fan (null: nobody is signed in) sees it: another account's is not shown. */
export function favoritesOf(kept: KeptFavorites, userId: string | null): readonly string[] {
  return kept.owner === null || kept.owner === userId ? kept.names : [];
}

const without = (names: readonly string[], name: string) => names.filter((one) => !isSameName(one, name));
const withName = (names: readonly string[], name: string) => [...without(names, name), name];

/** What the device keeps after a press. null: there is no room for another favourite. */
export function toggled(kept: KeptFavorites, userId: string | null, name: string): KeptFavorites | null {
  const own = ownedBy(kept, userId);
  if (own.names.some((one) => isSameName(one, name)))
    return {
      ...own,
      names: without(own.names, name),
      add: without(own.add, name),
      remove: userId === null ? [] : withName(own.remove, name),
    };
  if (own.names.length >= FAVORITE_PLAYERS_MAX) return null;
  return {
    ...own,
    names: withName(own.names, name),
    add: withName(own.add, name),
    remove: without(own.remove, name),
  };
}

/** What nobody owned yet becomes the fan's, to be added to the account's; another account's is left out. */
function ownedBy(kept: KeptFavorites, userId: string | null): KeptFavorites {
  if (kept.owner === userId) return kept;
  if (kept.owner === null) return { ...kept, owner: userId };
  return { owner: userId, names: [], add: [], remove: [] };
}

/** The account's list with the changes on top that it has not taken yet. */
function withChanges(list: readonly string[], { add, remove }: Pick<KeptFavorites, 'add' | 'remove'>): string[] {
  const left = remove.reduce(without, [...list]);
  return [...left, ...add.filter((name) => !left.some((one) => isSameName(one, name)))];
}

export interface FavoriteSync {
  readonly api: Pick<Api, 'getFavoritePlayers' | 'putFavoritePlayers'>;
  readonly store: FavoritePlayerStore;
  readonly tenantId: string;
  readonly userId: string;
  /** Who is signed in by the time of the answer. */
  readonly getState: () => SessionState;
}

const running = new WeakMap<FavoritePlayerStore, Promise<void>>();

/**
 * Brings device and account together: sends what the account has not taken (also what was chosen before the login), then keeps what the
 * account answers. Without signal, or before the fan is a member, the changes stay for the next time. Runs of one window follow
 * each other.
 */
export function syncFavorites(sync: FavoriteSync): Promise<void> {
  const next = (running.get(sync.store) ?? Promise.resolve()).then(() => syncOnce(sync)).catch(() => undefined);
  running.set(sync.store, next);
  return next;
}

async function syncOnce({ api, store, tenantId, userId, getState }: FavoriteSync): Promise<void> {
  const sent = ownedBy(store.read(tenantId), userId);
  const { add, remove } = sent;
  const isChanged = add.length + remove.length > 0;
  const { list } = isChanged
    ? await api.putFavoritePlayers({ body: { add: [...add], remove: [...remove] } })
    : await api.getFavoritePlayers();
  // Signed out, or somebody else, meanwhile. What a logout left on the device has no owner.
  if (userIdOf(getState()) !== userId) return;
  const now = store.read(tenantId);
  // Another window may be of another fan already.
  if (now.owner !== null && now.owner !== userId) return;
  const rest = {
    add: now.add.filter((name) => !add.includes(name)),
    remove: now.remove.filter((name) => !remove.includes(name)),
  };
  store.save(tenantId, { owner: userId, names: withChanges(list, rest), ...rest });
}
