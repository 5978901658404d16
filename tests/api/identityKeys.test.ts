/** Secrets every copy of the server shares: kept once, and read by each release as by the one before. */
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/database/schema.ts';
import { keepSecret, openIdentityKeys } from '../../server/identity/identityKeys.ts';
import { openEmptyDatabase } from '../fakes/emptyDatabase.ts';
import { openTestDatabase } from './identitySetup.ts';

let db: Kysely<Database>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.destroy());

test('HLF-11a what is derived of a master secret is the same in every release: codes and marks stay good', async () => {
  const value = '0123456789abcdef'.repeat(4);
  await db.insertInto('identity_secret').values({ name: 'master', value }).execute();
  const keys = await openIdentityKeys(db);
  // `openssl kdf -keylen 32 -kdfopt digest:SHA256 -kdfopt hexkey:… -kdfopt info:codes HKDF` says so too.
  expect(keys.derive('codes').toString('hex')).toBe('18a9e39d0f996f338c47a43d44652c89787dc2e659cd49c1272952fc80f1ed2e');
});

test('SAF-25 a secret that is kept is read, not made again; of several made at once all read one', async () => {
  const made = (value: string) => async () => value;
  const all = await Promise.all(['one', 'two', 'three'].map((value) => keepSecret(db, 'test', made(value))));
  expect(new Set(all).size).toBe(1);
  const never = () => Promise.reject(new Error('made again'));
  expect(await keepSecret(db, 'test', never)).toBe(all[0]);
});

test('SAF-26 a secret that the database does not keep ends the start with its name', async () => {
  await expect(keepSecret(openEmptyDatabase().db, 'master', async () => 'made')).rejects.toThrow(
    'identity secret master was not kept',
  );
});
