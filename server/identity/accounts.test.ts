/** Names that stand for nobody: nothing about them may tell them from accounts (SAF-06b). With rows: tests/api/identityEnumeration.test.ts. */
import { expect, test } from 'vitest';
import { openEmptyDatabase } from '../../tests/fakes/emptyDatabase.ts';
import { createAccounts, newSrpName } from './accounts.ts';

const namesOf = async (secret: string, emails: readonly string[]) => {
  const accounts = createAccounts(openEmptyDatabase().db, 'pool', Buffer.from(secret));
  return Promise.all(emails.map(async (email) => (await accounts.resolve(email)).credentials.name));
};
const emails = Array.from({ length: 128 }, (_, n) => `nobody${n}@example.jp`);

test('SAF-06b a name that stands for nobody has the shape of a random one, every variant of it included', async () => {
  const variantsOf = (names: readonly string[]) => {
    for (const name of names) expect(name).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    return new Set(names.map((name) => name.charAt(19)));
  };
  expect(variantsOf(await namesOf('key', emails))).toEqual(new Set('89ab'));
  expect(variantsOf(emails.map(newSrpName))).toEqual(new Set('89ab'));
});

test('SAF-06b it is the same every time, and another for each address and each key', async () => {
  const names = await namesOf('key', emails);
  expect(await namesOf('key', emails)).toEqual(names);
  expect(new Set([...names, ...(await namesOf('other key', emails))]).size).toBe(2 * emails.length);
});

test('SAF-06b what is public of nobody tells nothing of what is private', async () => {
  const { id, key, credentials } = await createAccounts(openEmptyDatabase().db, 'pool', Buffer.from('key')).resolve(
    'x@y.jp',
  );
  const parts = [id, key, credentials.name, credentials.salt, credentials.verifier].map((part) =>
    part.replaceAll('-', ''),
  );
  for (const part of parts)
    for (const other of parts) if (other !== part) expect(other).not.toContain(part.slice(0, 8));
  expect(new Set(parts).size).toBe(5);
});
