import { beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import { FAVORITE_PLAYERS_MAX } from '../../contract/limits.ts';
import {
  createFavoritePlayerStore,
  type FavoritePlayerStore,
  NO_FAVORITES,
} from '../../platform/storage/favoritePlayerStore.ts';
import { createWebStorage } from '../../platform/storage/webStorage.ts';
import { ANONYMOUS, type SessionState } from '../../session/sessionState.ts';
import { favoritesOf, syncFavorites, toggled } from './favoritePlayers.ts';

/** The account as the server keeps it. */
let account: string[];
let isReachable: boolean;
/** Its answer comes once this is kept. */
let line: Promise<void>;
let storage: Map<string, string>;
let store: FavoritePlayerStore;
/** Whom the page knows as signed in; null: nobody. */
let fan: string | null;
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

const getState = (): SessionState =>
  fan === null ? ANONYMOUS : { status: 'signedIn', user: { id: fan, name: '', usepermit: true } };
const sync = () => syncFavorites({ api, store, tenantId: 't', userId: 'aki', getState });
/** From here on the account's answers are held until this is called. */
const slow = () => {
  const answer = Promise.withResolvers<void>();
  line = answer.promise;
  return answer.resolve;
};
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
  fan = 'aki';
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

test('FAN-05b SAF-15 an answer that comes after a logout brings nothing of the account back', async () => {
  account = ['鈴木 三郎'];
  // The first time the device has nothing of the account yet; the second time it goes with the logout.
  for (const call of [1, 2]) {
    fan = 'aki';
    const answerLate = slow();
    const late = sync();
    await vi.waitFor(() => expect(getFavoritePlayers).toHaveBeenCalledTimes(call));
    fan = null;
    store.forgetOwned();
    answerLate();
    await late;
    expect([call, store.read('t')]).toEqual([call, NO_FAVORITES]);
    if (call === 1) store.save('t', { ...NO_FAVORITES, owner: 'aki', names: account });
  }
});

test('FAN-05a there is room for a bounded number of favourites', () => {
  for (let i = 0; i <= FAVORITE_PLAYERS_MAX; i++) press(`player ${i}`, null);
  expect(shown(null)).toHaveLength(FAVORITE_PLAYERS_MAX);
  expect(toggled(store.read('t'), null, 'one more')).toBeNull();
});
