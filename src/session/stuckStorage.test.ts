/** A device whose database never opens (T03): a login ends with a sentence, not with a spinner. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setUp } from '../../tests/support/sessionSetup.ts';
import { STORAGE_OPEN } from '../contract/limits.ts';
import { errors } from '../messages/jaErrors.ts';
import { storageStuck } from '../messages/jaStorage.ts';
import { createTokenStore } from '../platform/identity/identityTokenStore.ts';
import { createClientDatabase } from '../platform/storage/clientDatabase.ts';
import { errorCodeOf } from '../rules/errorCode.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // A request that neither succeeds nor fails.
  vi.spyOn(indexedDB, 'open').mockImplementation(() => new IDBOpenDBRequest());
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('ACC-02g a login on a device whose storage does not answer ends and says so; nobody is signed in', async () => {
  const stuck = createTokenStore(createClientDatabase());
  const { session } = setUp({}, {}, null, undefined, false, stuck);
  const ended = session.login('a@b.jp', 'secret').then(
    () => 'signed in',
    (error: unknown) => errors[errorCodeOf(error)],
  );
  await vi.advanceTimersByTimeAsync(STORAGE_OPEN.stepMs * (STORAGE_OPEN.steps + 1));
  expect(await Promise.race([ended, Promise.resolve('spins')])).toBe(storageStuck);
  expect(session.getState().status).toBe('anonymous');
});
