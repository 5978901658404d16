import { useEffect, useSyncExternalStore } from 'react';
import { FAVORITE_PLAYERS_MAX } from '../../contract/limits.ts';
import { favorites as texts } from '../../messages/jaPlayers.ts';
import { favoritePlayerStore, NO_FAVORITES } from '../../platform/storage/favoritePlayerStore.ts';
import { useServices, useSession, useTenant } from '../../services/services.tsx';
import { userIdOf } from '../../session/sessionState.ts';
import { useToast } from '../../ui/toasts.tsx';
import { favoritesOf, syncFavorites, toggled } from './favoritePlayers.ts';

const store = favoritePlayerStore;

/** Names of the fan's favourite players in this tenant, in the order they were chosen. Read from the device, so they are there at once. */
export function useFavoritePlayers(): readonly string[] {
  const tenant = useTenant();
  const session = useSession();
  const kept = useSyncExternalStore(
    store.subscribe,
    () => store.read(tenant.id),
    () => NO_FAVORITES,
  );
  return favoritesOf(kept, userIdOf(session));
}

/** Fetched once a window for a fan and tenant: what another device changed. */
const asked = new Set<string>();

/** Asks the account for its favourites, once a window. */
export function useFavoriteSync(): void {
  const { api, session } = useServices();
  const tenant = useTenant();
  const state = useSession();
  const userId = state.status === 'signedIn' ? state.user.id : null;
  useEffect(() => {
    const key = `${tenant.id} ${userId}`;
    if (userId === null || asked.has(key)) return;
    asked.add(key);
    void syncFavorites({ api, store, tenantId: tenant.id, userId, getState: session.getState });
  }, [api, session, tenant.id, userId]);
}

/** Makes a player a favourite, or no favourite any more. Needs no login: the device keeps it, the account takes it when there is one. */
export function useFavoriteToggle(): (name: string) => void {
  const { api, session } = useServices();
  const tenant = useTenant();
  const toast = useToast();
  return (name) => {
    const userId = userIdOf(session.getState());
    const before = store.read(tenant.id);
    const kept = toggled(before, userId, name);
    if (kept === null) return toast(texts.full(FAVORITE_PLAYERS_MAX));
    store.save(tenant.id, kept);
    if (kept.names.length > favoritesOf(before, userId).length) toast(texts.added(name));
    if (userId !== null) void syncFavorites({ api, store, tenantId: tenant.id, userId, getState: session.getState });
  };
}
