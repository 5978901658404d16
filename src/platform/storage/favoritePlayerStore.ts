/** Favourite players of this device, by tenant, in web storage: they are read while a page is drawn. */
import { createListeners } from '../../rules/listeners.ts';
import { readJson, writeJson } from './storedJson.ts';
import { deviceStorage, type WebStorage } from './webStorage.ts';

const KEY = 'favorite_players';

export interface KeptFavorites {
  /** Whose they are; null: nobody was signed in when they were chosen. */
  readonly owner: string | null;
  /** In the order they were chosen. */
  readonly names: readonly string[];
  /** Changes the account has not taken yet. */
  readonly add: readonly string[];
  readonly remove: readonly string[];
}
type All = Readonly<Record<string, KeptFavorites>>;

export const NO_FAVORITES: KeptFavorites = { owner: null, names: [], add: [], remove: [] };

const isNames = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string');

/** By hand: a schema would bring its library to the row of players on the first screen. */
function isKept(entry: [string, unknown]): entry is [string, KeptFavorites] {
  const kept = entry[1] as Partial<KeptFavorites> | null;
  const isOwned = kept?.owner === null || typeof kept?.owner === 'string';
  return isOwned && [kept.names, kept.add, kept.remove].every(isNames);
}

export interface FavoritePlayerStore {
  /** The same object until something changes. */
  read(tenantId: string): KeptFavorites;
  save(tenantId: string, kept: KeptFavorites): void;
  /** Takes away what is an account's, in all tenants; what was chosen with nobody signed in names nobody and stays. */
  forgetOwned(): void;
  /** @returns ends it */
  subscribe(listener: () => void): () => void;
}

export function createFavoritePlayerStore(storage: WebStorage = deviceStorage): FavoritePlayerStore {
  const listeners = createListeners();
  const load = (): All => Object.fromEntries(Object.entries(readJson(storage, KEY) ?? {}).filter(isKept));
  let all = load();
  // Another window's change; only written by others, so nothing is lost by reading all anew.
  globalThis.addEventListener?.('storage', (event) => {
    if ((event as StorageEvent).key !== KEY) return;
    all = load();
    listeners.tell();
  });
  return {
    read: (tenantId) => all[tenantId] ?? NO_FAVORITES,
    save(tenantId, kept) {
      all = { ...all, [tenantId]: kept };
      writeJson(storage, KEY, all);
      listeners.tell();
    },
    forgetOwned() {
      all = Object.fromEntries(Object.entries(all).filter(([, { owner }]) => owner === null));
      writeJson(storage, KEY, all);
      listeners.tell();
    },
    subscribe: listeners.subscribe,
  };
}

/** This window's. */
export const favoritePlayerStore = createFavoritePlayerStore();
