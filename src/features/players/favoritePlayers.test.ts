import { beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import { FAVORITE_PLAYERS_MAX } from '../../contract/limits.ts';
import {
  createFavoritePlayerStore,
  type FavoritePlayerStore,
  NO_FAVORITES,
} from '../../platform/storage/favoritePlayerStore.ts';
import { createWebStorage } from '../../platform/storage/webStorage.ts';
import { favoritesOf, syncFavorites, toggled } from './favoritePlayers.ts';

/** The account as the server keeps it. */
let account: string[];
let isReachable: boolean;
/** Its answer comes once this is kept. */
let line: Promise<void>;
let storage: Map<string, string>;
let store: FavoritePlayerStore;
const putFavoritePlayers = vi.fn(async ({ body }: { body: { add: readonly string[]; remove: readonly string[] } }) => {
  if (!isReachable) throw new AppError('NETWORK', 'later');
  account = account.filter((name) => !body.remove.includes(name));
  account.push(...body.add.filter((name) => !account.includes(name)));
  const list = [...account];
  await line;
  return { list };
});
const getFavoritePlayers = vi.fn(async () => {
  const list = [...account];
  await line;
  return { list };
});
const api = { putFavoritePlayers, getFavoritePlayers };
const openStore = () =>
  createFavoritePlayerStore(
    createWebStorage(
      () =>
        ({
          getItem: (key: string) => storage.get(key) ?? null,
          setItem: (key: string, text: string) => void storage.set(key, text),
          removeItem: (key: string) => void storage.delete(key),
        }) as Storage,
    ),
  );

const sync = (userId = 'aki') => syncFavorites({ api, store, tenantId: 't', userId });
const press = (name: string, userId: string | null) => {
  const kept = toggled(store.read('t'), userId, name);
  if (kept) store.save('t', kept);
};
const shown = (userId: string | null) => favoritesOf(store.read('t'), userId);

beforeEach(() => {
  account = [];
  isReachable = true;
  line = Promise.resolve();
  storage = new Map();
  store = openStore();
  putFavoritePlayers.mockClear();
  getFavoritePlayers.mockClear();
});

test('FAN-05a a visitor has favourites on the device; another press takes one off, a reload finds them', () => {
  press('山田 太郎', null);
  press('佐藤 次郎', null);
  press('山田太郎', null);
  store = openStore();
  expect(shown(null)).toEqual(['佐藤 次郎']);
  expect(store.read('other tenant')).toBe(NO_FAVORITES);
});

test("FAN-05b at a login the device's favourites join the account's, and go with the account at a logout", async () => {
  account = ['鈴木 三郎'];
  press('山田 太郎', null);
  await sync();
  expect(account).toEqual(['鈴木 三郎', '山田 太郎']);
  expect(shown('aki')).toEqual(['鈴木 三郎', '山田 太郎']);
  // The account has them: nobody else sees them on this device.
  expect(shown(null)).toEqual([]);
  expect(shown('ben')).toEqual([]);
  store.forgetOwned();
  expect(storage.get('favorite_players')).toBe('{}');
});

test('FAN-05b without signal a press shows at once and reaches the account later', async () => {
  account = ['鈴木 三郎', '田中 四郎'];
  await sync();
  isReachable = false;
  press('山田 太郎', 'aki');
  press('田中 四郎', 'aki');
  await sync();
  expect(shown('aki')).toEqual(['鈴木 三郎', '山田 太郎']);
  expect(account).toEqual(['鈴木 三郎', '田中 四郎']);
  isReachable = true;
  await sync();
  expect(account).toEqual(['鈴木 三郎', '山田 太郎']);
  expect(store.read('t')).toEqual({ owner: 'aki', names: account, add: [], remove: [] });
});

test('FAN-05b a press while the account answers is not lost, nor one after a logout kept', async () => {
  const slow = () => {
    const answer = Promise.withResolvers<void>();
    line = answer.promise;
    return answer.resolve;
  };
  press('山田 太郎', 'aki');
  const answerFirst = slow();
  const first = sync();
  await vi.waitFor(() => expect(putFavoritePlayers).toHaveBeenCalledOnce());
  press('山田 太郎', 'aki');
  press('佐藤 次郎', 'aki');
  answerFirst();
  await first;
  expect(shown('aki')).toEqual(['佐藤 次郎']);
  await sync();
  expect(account).toEqual(['佐藤 次郎']);
  const answerLate = slow();
  const late = sync();
  await vi.waitFor(() => expect(getFavoritePlayers).toHaveBeenCalledOnce());
  store.save('t', { ...NO_FAVORITES, owner: 'ben' });
  answerLate();
  await late;
  expect(store.read('t').names).toEqual([]);
});

test('FAN-05a there is room for a bounded number of favourites', () => {
  for (let i = 0; i <= FAVORITE_PLAYERS_MAX; i++) press(`player ${i}`, null);
  expect(shown(null)).toHaveLength(FAVORITE_PLAYERS_MAX);
  expect(toggled(store.read('t'), null, 'one more')).toBeNull();
});
