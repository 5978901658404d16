/** Confirmed accounts as the rest of the server sees them, and those that the operator or the demo adds. */
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/database/schema.ts';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { createSessions } from '../../server/identity/sessions.ts';
import { createVerifier } from '../../server/identity/srp.ts';
import { addUser, createUserDirectory, hasPassword, replacePassword } from '../../server/identity/userDirectory.ts';
import { openEmptyDatabase } from '../fakes/emptyDatabase.ts';
import { NEW_PASSWORD } from './identityCalls.ts';
import { newEmail, openTestDatabase, PASSWORD } from './identitySetup.ts';

let db: Kysely<Database>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.destroy());

const add = (email = newEmail()) => addUser(db, EMBEDDED_POOL, { email, password: PASSWORD, name: '川崎 太郎' });
const has = (sub: string, password: string) => hasPassword(db, EMBEDDED_POOL, sub, password);
const replace = (sub: string, from: string, to: string) => replacePassword(db, EMBEDDED_POOL, sub, { from, to });

test('an added account shows the names and the picture it was given; who is not there is left out', async () => {
  const directory = createUserDirectory(db);
  const shown = { email: newEmail(), name: '公式', nickname: 'クラブ', avatar: 'avatar/club/a.jpg' };
  const club = await addUser(db, EMBEDDED_POOL, { ...shown, password: PASSWORD });
  const email = newEmail();
  const fan = await add(email);
  expect(await directory.getUsers([club, fan, 'nobody'])).toEqual(
    new Map([
      [club, { sub: club, ...shown }],
      [fan, { sub: fan, email, name: '川崎 太郎', nickname: '', avatar: null }],
    ]),
  );
  expect(await directory.getUsers([])).toEqual(new Map());
});

test('an account that is removed while it is being added is told to the operator', async () => {
  const user = { email: newEmail(), password: PASSWORD, name: '公式' };
  await expect(addUser(openEmptyDatabase().db, EMBEDDED_POOL, user)).rejects.toThrow(
    'The account went away while it was being added.',
  );
});

test('SAF-03b a known password is replaced where it is still the password, and its sign-ins end', async () => {
  const sub = await add();
  const sessions = createSessions(db, Date.now);
  const { session } = await sessions.open(sub, '');
  expect([await has(sub, PASSWORD), await has(sub, NEW_PASSWORD), await has('nobody', PASSWORD)]).toEqual([
    ...[true, false, false],
  ]);
  expect([await replace(sub, NEW_PASSWORD, 'third-half-91'), await replace('nobody', PASSWORD, NEW_PASSWORD)]).toEqual([
    ...[false, false],
  ]);
  expect([await has(sub, PASSWORD), await sessions.isOpen(session.id, sub)]).toEqual([true, true]);
  expect(await replace(sub, PASSWORD, NEW_PASSWORD)).toBe(true);
  expect([await has(sub, PASSWORD), await has(sub, NEW_PASSWORD)]).toEqual([false, true]);
  expect(await sessions.isOpen(session.id, sub)).toBe(false);
});

test('SAF-03b of two who replace a known password at once one does it, and ends the sign-ins', async () => {
  const sub = await add();
  const statements: string[] = [];
  const bothHaveRead = Promise.withResolvers<void>();
  let answers = 0;
  const watched = db.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(node.kind);
      return node;
    },
    async transformResult({ result }) {
      answers += 1;
      if (answers === 2) bothHaveRead.resolve();
      await bothHaveRead.promise;
      return result;
    },
  });
  const [first, second] = await Promise.all(
    [NEW_PASSWORD, 'third-half-91'].map((to) => replacePassword(watched, EMBEDDED_POOL, sub, { from: PASSWORD, to })),
  );
  expect([await has(sub, NEW_PASSWORD), await has(sub, 'third-half-91')]).toEqual([first, second]);
  expect(first).not.toBe(second);
  expect(statements.filter((kind) => kind === 'DeleteQueryNode')).toHaveLength(1);
});

test('SAF-06b an account of before has a private name once its known password was replaced', async () => {
  const sub = await add();
  const nameOf = async () =>
    (await db.selectFrom('identity_user').select('srp_name').where('sub', '=', sub).executeTakeFirstOrThrow()).srp_name;
  // As a row of before the private names: the verifier is of the public id.
  const old = { srp_name: null, ...createVerifier('fanphoto', sub, PASSWORD) };
  await db.updateTable('identity_user').set(old).where('sub', '=', sub).execute();
  expect(await replace(sub, PASSWORD, NEW_PASSWORD)).toBe(true);
  expect(await has(sub, NEW_PASSWORD)).toBe(true);
  expect(await nameOf()).toMatch(/^[\da-f-]{36}$/);
  expect(await nameOf()).not.toBe(sub);
});
