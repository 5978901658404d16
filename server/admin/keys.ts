/** The key that signs tokens of the embedded accounts; one for all tenants. */
import type { Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { MASTER_SECRET, newSigningKey, SIGNING_KEYS } from '../identity/identityKeys.ts';
import { Refusal } from '../operations/outcome.ts';

const AFTER_MAKING = [
  'A new key is made. Nothing is signed with it yet: every server has to know it first.',
  'Start every server again, then run this command once more.',
];
const AFTER_CHANGING = [
  'The new key signs from the next start of each server on; start them again, one by one if you like.',
  'What the key before signed is good until it expires, an hour at most. The next renewal takes that key away.',
];

/** Drops the secret the other keys are derived from; the next start makes one. */
export async function dropSecret(trx: Transaction<Database>): Promise<string[]> {
  await trx.deleteFrom('identity_secret').where('name', '=', MASTER_SECRET).execute();
  return [
    'The secret is gone; the next start makes a new one. Stop all servers, then start them.',
    'Codes that were mailed and not used yet end with it. Nobody is signed out.',
  ];
}

/**
 * One of two steps, so that no copy of the server ever meets a token of a key it does not know: makes the next key, or lets it sign.
 * Throws Refusal where the accounts are not ours.
 */
export async function renewKeys(trx: Transaction<Database>): Promise<string[]> {
  const { current, next, previous } = SIGNING_KEYS;
  const load = (name: string) =>
    trx.selectFrom('identity_secret').select('value').where('name', '=', name).forUpdate().executeTakeFirst();
  const write = (name: string, value: string) =>
    trx
      .insertInto('identity_secret')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  // Locked first: two renewals at once are one after the other.
  const signing = await load(current);
  if (!signing) throw new Refusal('There is no key yet: the first start of the server makes it.');
  const made = await load(next);
  if (!made) {
    await write(next, await newSigningKey());
    return AFTER_MAKING;
  }
  await write(previous, signing.value);
  await write(current, made.value);
  await trx.deleteFrom('identity_secret').where('name', '=', next).execute();
  return AFTER_CHANGING;
}
