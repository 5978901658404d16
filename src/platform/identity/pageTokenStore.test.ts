import { beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import { createWebStorage } from '../storage/webStorage.ts';
import type { TokenStore, Tokens } from './identityTokens.ts';
import { createPageTokenStore } from './pageTokenStore.ts';

const tokens: Tokens = { userId: 'u', session: 's', idToken: 'i', accessToken: 'a', refreshToken: 'r', expiresAt: 1 };
const failing = (code: AppError['code']): TokenStore => {
  const fail = () => Promise.reject(new AppError(code, 'later'));
  return { load: vi.fn(fail), save: vi.fn(fail), clear: vi.fn(fail) };
};
const inMemory = (): Storage => {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  } as Storage;
};
let tab: ReturnType<typeof createWebStorage>;
beforeEach(() => {
  const storage = inMemory();
  tab = createWebStorage(() => storage);
});

test.each(['STORAGE_UNAVAILABLE', 'QUOTA_EXCEEDED'] as const)(
  'ACC-03d where the database says %s the sign-in lives in the page, and ends with it',
  async (code) => {
    const store = createPageTokenStore(failing(code), tab);
    await store.save(tokens);
    expect(await store.load()).toEqual(tokens);
    await store.save({ ...tokens, idToken: 'renewed' });
    expect(await store.load()).toMatchObject({ idToken: 'renewed' });
    expect(await createPageTokenStore(failing(code), tab).load()).toBeNull();
    await store.clear();
    expect(await store.load()).toBeNull();
  },
);

test('ACC-03d a database that fails for a while ends no sign-in it has kept', async () => {
  await expect(createPageTokenStore(failing('STORAGE_UNAVAILABLE'), tab).load()).rejects.toThrow(AppError);
  await expect(createPageTokenStore(failing('STORAGE_UNAVAILABLE'), tab).clear()).rejects.toThrow(AppError);
  for (const code of ['NETWORK', 'STORAGE_STUCK'] as const)
    await expect(createPageTokenStore(failing(code), tab).save(tokens)).rejects.toThrow(AppError);
});

test('ACC-03d what the database takes again is kept there, not in memory', async () => {
  const kept = failing('STORAGE_UNAVAILABLE');
  const store = createPageTokenStore(kept, tab);
  await store.save(tokens);
  Object.assign(kept, { save: async () => undefined, load: async () => ({ ...tokens, idToken: 'kept' }) });
  await store.save(tokens);
  expect(await store.load()).toMatchObject({ idToken: 'kept' });
});
