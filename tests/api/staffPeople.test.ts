/** Members as moderators see them: search, what is private, sign-outs and names. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameTaken } from '../../src/messages/jaModeration.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { NOON } from './routesServer.ts';
import { type StaffWorld, startStaffWorld } from './staffSetup.ts';

let world: StaffWorld;
beforeAll(async () => {
  world = await startStaffWorld();
});
afterAll(() => world.close());

const as = `moderator-${CLUB}`;
const find = async (text: string) =>
  (await world.staff.ok('getStaffPeople', { as, query: { text } })).list.map(({ user_id }) => user_id);
const person = (userId: string) => world.staff.ok('getStaffPerson', { as, params: { userId } });
const rename = (user_id: string, name: string, by = as) =>
  world.staff.outcome('putStaffRename', { as: by, body: { user_id, name, reason: '本名に見えるため' } });
const nameOf = async (userId: string) => (await world.ok('getUserAttributes', { params: { userId } })).Name;

/** A member with an account of our own identity provider and a sign-in. */
async function newAccount(email: string) {
  const user = await world.newFan();
  const secrets = { salt: '0', verifier: '0', status: 'CONFIRMED' as const };
  await world.db
    .insertInto('identity_user')
    .values({
      sub: user,
      email,
      ...secrets,
      name: '本名 太郎',
      nickname: user,
      extended1: null,
      extended2: null,
      extended4: null,
      created_at: new Date(NOON),
    })
    .execute();
  return user;
}
const logOf = async (act: string) =>
  (await world.staff.ok('getStaffLog', { as: `owner-${CLUB}`, query: { act } })).list;

test('STF-07a members of the tenant alone are found, by a part of the name or the whole id', async () => {
  const user = await world.newFan();
  await world.join('elsewhere-only', LEAGUE);
  expect(await find(user)).toContain(user);
  expect(await find(user.toUpperCase())).toContain(user);
  expect(await find('elsewhere-only')).toEqual([]);
  for (const text of ['%', '_', "' or 1=1 --"]) expect([text, await find(text)]).toEqual([text, []]);
  for (const text of ['', 'x'.repeat(101)])
    expect(await world.staff.outcome('getStaffPeople', { as, query: { text } })).toBe('INVALID_REQUEST');
  const strangers = await world.staff.outcome('getStaffPerson', { as, params: { userId: 'elsewhere-only' } });
  expect(strangers).toBe('NOT_FOUND');
});

test('STF-07a a member’s photos, cases, acts, suspension and consents stand together', async () => {
  const { author, caseId, media_url } = await world.newCase();
  await world.ok('putUsepermit', { as: author, body: { usepermit: true } });
  const body = { case_id: caseId, decision: 'suspend', reason: '迷惑行為', days: 7 } as const;
  await world.staff.ok('putStaffDecision', { as, body });
  const found = await person(author);
  expect(found).toMatchObject({
    person: { user_id: author, photos: 1, is_suspended: true, is_staff: false },
    suspension: { reason: '迷惑行為', until: '2026-06-17' },
    photos: [{ media_url, is_hidden: false }],
    cases: [{ case_id: caseId, kind: 'photo', decision: 'suspend' }],
    acts: [{ act: 'users suspend', reason: '迷惑行為' }],
  });
  expect(found.consents.map(({ usepermit }) => usepermit)).toContain(true);
  expect(JSON.stringify(found)).not.toContain('@');
  expect((await person(`owner-${CLUB}`)).person.is_staff).toBe(true);
});

test('STF-07a STF-07c a mail address finds its member exactly, and the log has the search, not the address', async () => {
  const user = await newAccount('taro.yamada@example.jp');
  const search = async (email: string) =>
    (await world.staff.ok('putStaffMailSearch', { as, body: { email } })).list.map(({ user_id }) => user_id);
  expect(await search(' Taro.Yamada@Example.JP ')).toEqual([user]);
  for (const email of ['aro.yamada@example.jp', 'taro%@example.jp']) expect(await search(email)).toEqual([]);
  expect(await logOf('people find-mail')).toMatchObject([{ what: '' }, { what: '' }, { what: user, staff_id: as }]);
  expect(JSON.stringify(await logOf('people find-mail'))).not.toContain('yamada');
});

test('STF-07a STF-07c what is private is shown with a reason, and each request is logged without it', async () => {
  const user = await newAccount('private@example.jp');
  const ask = (reason: string) => world.staff.call('putStaffPrivateData', { as, body: { user_id: user, reason } });
  for (const reason of ['', ' ', '<b></b>']) expect(await ask(reason)).toMatchObject({ code: 'INVALID_REQUEST' });
  expect(await ask('警察からの照会')).toMatchObject({ answer: { name: '本名 太郎', email: 'private@example.jp' } });
  const [row] = await logOf('people reveal');
  expect(row).toMatchObject({ what: user, staff_id: as, reason: '警察からの照会' });
  expect(JSON.stringify(row)).not.toMatch(/本名|example/);
  const unknown = await world.newFan();
  const body = { user_id: unknown, reason: '照会' };
  expect(await world.staff.ok('putStaffPrivateData', { as, body })).toEqual({ name: null, email: null });
});

test('STF-07b all sign-ins of a member end; staff are spared', async () => {
  const user = await newAccount('signed-in@example.jp');
  const times = { signed_in_at: new Date(NOON), expires_at: new Date(NOON + 1000) };
  await world.db
    .insertInto('identity_session')
    .values({ id: 'phone', sub: user, refresh_hash: 'h', user_agent: '', ...times })
    .execute();
  const body = { user_id: user, reason: '乗っ取りの疑い' };
  expect(await world.staff.ok('putStaffSignOut', { as, body })).toEqual({ ended: 1 });
  expect(await world.db.selectFrom('identity_session').select('id').where('sub', '=', user).execute()).toEqual([]);
  const own = { user_id: `owner-${CLUB}`, reason: '理由' };
  expect(await world.staff.outcome('putStaffSignOut', { as, body: own })).toBe('NOT_ALLOWED');
  expect((await logOf('users sign-out'))[0]).toMatchObject({ what: user, reason: '乗っ取りの疑い' });
});

test('STF-07b a name is taken until the fan chooses another, also when the provider says it again', async () => {
  const user = await world.newFan();
  expect(await nameOf(user)).toBe(user);
  expect(await rename(user, user)).toBe(200);
  expect(await nameOf(user)).toMatch(/^ファン\d{4}$/);
  const told = nameTaken(user, '本名に見えるため');
  expect(await world.noticesOf(user)).toEqual([`${told.title} ${told.body}`]);
  // The provider has the old name still.
  await world.ok('getOwnAttributes', { as: user });
  expect(await nameOf(user)).toMatch(/^ファン\d{4}$/);
  expect(JSON.stringify(await logOf('users rename'))).not.toContain(told.body);
  expect(await rename(`owner-${CLUB}`, `owner-${CLUB}`)).toBe('NOT_ALLOWED');
});

test('STF-07b two moderators take one name at once: one wins, the other is told', async () => {
  const user = await world.newFan();
  const both = await Promise.all([rename(user, user), rename(user, user, `owner-${CLUB}`)]);
  expect(both.toSorted()).toEqual([200, 'ALREADY_DECIDED']);
  expect(await world.noticesOf(user)).toHaveLength(1);
});

test('STF-07b no call of the suite made the server fail', () => {
  expect(world.errors).toEqual([]);
});
