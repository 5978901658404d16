import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/database/schema.ts';
import { createSecretBlocks } from '../../server/identity/secretBlock.ts';
import { openTestDatabase } from './identitySetup.ts';

let db: Kysely<Database>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.destroy());

test('ACC-12e a block that was changed in any place opens nothing, nor does one of another key', async () => {
  const key = randomBytes(32);
  const blocks = createSecretBlocks(db, key, Date.now);
  const handshake = {
    id: 'aki',
    subject: 'k',
    name: 'n',
    network: null,
    A: 'a'.repeat(16),
    B: 'b'.repeat(16),
    b: 'c'.repeat(16),
  };
  const sealed = Buffer.from(blocks.seal(handshake), 'base64');
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect([at, await blocks.redeem(changed)]).toEqual([at, null]);
  }
  expect(await createSecretBlocks(db, randomBytes(32), Date.now).redeem(sealed)).toBeNull();
  expect(await blocks.redeem(sealed)).toEqual(handshake);
  expect(await blocks.redeem(sealed)).toBe('over');
});
