/** Accounts that moved to Amazon's pool (HLF-08): which id the product knows them by. */
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/database/schema.ts';
import { addMovedAccounts, createMovedAccounts, forgetMoved, readMoved } from '../../server/identity/movedAccounts.ts';
import { openTestDatabase } from './identitySetup.ts';

let db: Kysely<Database>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.destroy());

test('HLF-08c the pool’s id leads to the product’s and back; who has not moved is known by one id only', async () => {
  const moved = createMovedAccounts(db);
  await addMovedAccounts(db, []);
  await addMovedAccounts(db, [
    { user_id: 'fan-1', sub: 'pool-1' },
    { user_id: 'fan-2', sub: 'pool-2' },
  ]);
  expect(await Promise.all(['pool-1', 'pool-2', 'fan-1', 'pool-3'].map(moved.userIdOf))).toEqual([
    ...['fan-1', 'fan-2'],
    ...[null, null],
  ]);
  expect(await Promise.all(['fan-1', 'fan-2', 'fan-3'].map(moved.subOf))).toEqual(['pool-1', 'pool-2', 'fan-3']);
  expect(await readMoved(db, ['fan-1', 'fan-3'])).toEqual(['fan-1']);
  expect(await readMoved(db, [])).toEqual([]);
  await forgetMoved(db, 'fan-1');
  expect(await readMoved(db, ['fan-1', 'fan-2'])).toEqual(['fan-2']);
  expect(await moved.userIdOf('pool-1')).toBeNull();
});
