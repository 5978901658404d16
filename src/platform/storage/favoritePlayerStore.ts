/** Favourite players of this device, by tenant, in web storage: they are read while a page is drawn. */
import * as v from 'valibot';
import { readJson, writeJson } from './storedJson.ts';
import { deviceStorage, type WebStorage } from './webStorage.ts';

const KEY = 'favorite_players';

const names = v.array(v.string());
const Kept = v.object({
  /** Whose they are; null: nobody was signed in when they were chosen. */
  owner: v.nullable(v.string()),
  /** In the order they were chosen. */
  names,
  /** Changes the account has not taken yet. */
  add: names,
  remove: names,
});
export type KeptFavorites = Readonly<v.InferOutput<typeof Kept>>;
const All = v.record(v.string(), Kept);

export const NO_FAVORITES: KeptFavorites = { owner: null, names: [], add: [], remove: [] };

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
  const listeners = new Set<() => void>();
  const load = (): v.InferOutput<typeof All> => {
    const found = v.safeParse(All, readJson(storage, KEY));
    return found.success ? found.output : {};
  };
  let all = load();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  // Another window's change; only written by others, so nothing is lost by reading all anew.
  globalThis.addEventListener?.('storage', (event) => {
    if ((event as StorageEvent).key !== KEY) return;
    all = load();
    changed();
  });
  return {
    read: (tenantId) => all[tenantId] ?? NO_FAVORITES,
    save(tenantId, kept) {
      all = { ...all, [tenantId]: kept };
      writeJson(storage, KEY, all);
      changed();
    },
    forgetOwned() {
      all = Object.fromEntries(Object.entries(all).filter(([, { owner }]) => owner === null));
      writeJson(storage, KEY, all);
      changed();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** This window's. */
export const favoritePlayerStore = createFavoritePlayerStore();
