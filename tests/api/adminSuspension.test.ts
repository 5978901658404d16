/** A fan an operator suspends: what is refused, what is not, and what the fan is told. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '../../server/api/account/deleteAccount.ts';
import { type Endpoint, type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import type { NewPhoto } from '../../src/contract/entities.ts';
import { suspension } from '../../src/messages/jaSuspension.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { createAdmin } from './adminSetup.ts';
import { DAY, NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
let admin: ReturnType<typeof createAdmin>;
let own: NewPhoto;
let others: NewPhoto;
let comment: string;
const WHY = '迷惑な投稿が続いたため';
const suspend = (...words: string[]) => admin.done('users', 'suspend', 'fan', '--reason', WHY, ...words);
const mine = async (tenant = CLUB) => (await server.ok('getSuspension', { as: 'fan', tenant })).suspension;

beforeAll(async () => {
  server = await startRoutesServer();
  admin = createAdmin(server);
  for (const user of ['fan', 'other']) await server.join(user);
  await server.join('fan', LEAGUE);
  await server.addEvent('m1');
  own = server.storePhoto('fan', 'm1');
  others = server.storePhoto('other', 'm1');
  for (const [user, photo] of [
    ['fan', own],
    ['other', others],
  ] as const)
    expect(await server.post(user, 'm1', [photo])).toMatchObject({ status: 200 });
  const body = { comment: 'いいね', media_url: others.media_url, targetuser: 'other', parent_id: null };
  comment = (await server.ok('putComment', { as: 'fan', body })).comment_id;
  await server.ok('putFollow', { as: 'fan', body: { follow_user: 'other' } });
});
afterAll(() => server.close());

/** Calls that make something others see. */
const makingCalls = (): readonly (readonly [EndpointName, object])[] => {
  const about = { media_url: others.media_url, targetuser: 'other' };
  const day = '2999-01-01 00:00:00';
  return [
    [
      'putMediaList',
      {
        public_list_id: 'event',
        event_id: 'm1',
        season_id: null,
        team_id: null,
        media_list: [server.storePhoto('fan', 'm1')],
      },
    ],
    [
      'putCaption',
      {
        public_list_id: 'event',
        event_id: 'm1',
        season_id: null,
        team_id: null,
        media_url: own.media_url,
        caption: 'x',
        htag: '',
        player: '',
        photo_location: null,
        usepermit: true,
      },
    ],
    ['putComment', { ...about, comment: 'また', parent_id: null }],
    ['putCommentReaction', { ...about, comment_id: comment }],
    ['putReaction', { ...about, reaction: '1' }],
    ['putFollow', { follow_user: 'other' }],
    [
      'putEvent',
      {
        event_id: null,
        event_name: 'n',
        event_date: day.slice(0, 10),
        crawl_period_start: day,
        crawl_period_end: day,
        public_message: '',
        thumbnail: null,
        category: null,
        subCategory: null,
        post_limit: null,
        descriptive_title: '',
        descriptive_photo: null,
        descriptive_text: '',
        photo_location: [],
        premium_user_ids: [],
      },
    ],
  ];
};
const call = async (name: EndpointName, body: object, tenant = CLUB) => {
  const reply = await server.call(name, { as: 'fan', tenant, body } as never);
  return 'code' in reply ? `${reply.status} ${reply.code}` : reply.status;
};

test('OPR-03a a suspended fan makes nothing others see, in this tenant alone, and is told why in a notice', async () => {
  expect(await suspend('--until', '2999-12-31', '--dry-run')).toContain('Dry run');
  expect(await mine()).toBeNull();
  expect(await suspend('--until', '2999-12-31')).toContain('fan is suspended until 2999-12-31.');
  expect(await suspend('--until', '2999-12-31')).toContain('as before');
  expect(await mine()).toEqual({ reason: WHY, until: '2999-12-31' });
  const calls = nonEmpty(makingCalls());
  for (const [name, body] of calls) expect([name, await call(name, body)]).toEqual([name, '403 SUSPENDED']);
  // The contract says it of these and of no other.
  const said = Object.entries(endpoints).filter(([, { errors }]: [string, Endpoint]) => errors.includes('SUSPENDED'));
  expect(said.map(([name]) => name).toSorted()).toEqual(calls.map(([name]) => name).toSorted());
  expect(await mine(LEAGUE)).toBeNull();
  expect(await call('putFollow', { follow_user: 'nobody' }, LEAGUE)).toBe('404 NOT_FOUND');

  const { list } = await server.ok('getNotices', { as: 'fan' });
  expect(list.filter(({ title }) => title === suspension.title)).toHaveLength(1);
  expect(JSON.stringify(list)).toContain(WHY);
});

test('OPR-03a meanwhile the fan reads, deletes what is theirs, and what they posted stays', async () => {
  const list = await server.ok('getPublicList', { as: 'fan', params: { publicListId: 'all' }, query: {} });
  expect(list.media_list.map(({ media_url }) => media_url)).toContain(own.media_url);
  expect(await call('deleteComment', { comment_id: comment, timestamp: '1' })).toBe(200);
  expect(await call('deleteFollow', { follow_user: 'other' })).toBe(200);
  expect(await call('deletePhoto', { public_list_id: 'event', media_url: own.media_url })).toBe(200);
  const exported = await server.ok('getExport', { as: 'fan' });
  expect(exported.suspensions).toMatchObject([{ tenant_id: CLUB, reason: WHY }]);
});

test('OPR-03a an operator ends it, or its last day does; both are written down, the fan is told', async () => {
  expect(await admin.done('users', 'show', 'fan')).toContain(`Suspended  until 2999-12-31: ${WHY}`);
  expect(await admin.done('users', 'unsuspend', 'fan')).toBe('fan is not suspended any more.\n');
  expect(await admin.done('users', 'unsuspend', 'fan')).toContain('as before');
  expect(await call('putFollow', { follow_user: 'other' })).toBe(200);
  const today = new Date(NOON + 9 * 3_600_000).toISOString().slice(0, 10);
  await suspend('--until', today);
  expect(await call('putFollow', { follow_user: 'other' })).toBe('403 SUSPENDED');
  server.setNow(NOON + DAY);
  expect(await mine()).toBeNull();
  expect(await call('putFollow', { follow_user: 'other' })).toBe(200);
  server.setNow(NOON);
  const log = await admin.done('log');
  for (const act of ['users suspend  fan', 'users unsuspend  fan']) expect(log).toContain(act);
});

test('OPR-03a ended in one club it goes on in the other', async () => {
  await suspend();
  await admin.done('users', 'suspend', 'fan', '--reason', WHY, '--tenant', LEAGUE);
  await admin.done('users', 'unsuspend', 'fan');
  expect([await mine(), await mine(LEAGUE)]).toEqual([null, { reason: WHY, until: null }]);
  await admin.done('users', 'unsuspend', 'fan', '--tenant', LEAGUE);
  expect(await mine(LEAGUE)).toBeNull();
});

test('OPR-03a it needs a reason of bounded length, a member and a day to come', async () => {
  const run = (...words: string[]) => admin.run('users', 'suspend', ...words);
  expect(await run('fan')).toMatchObject({ code: 2 });
  expect(await run('fan', '--reason', 'あ'.repeat(201))).toMatchObject({ code: 2 });
  expect(await run('fan', '--reason', WHY, '--until', '2020-02-30')).toMatchObject({ code: 2 });
  expect(await run('fan', '--reason', WHY, '--until', '2020-02-03')).toMatchObject({ code: 1 });
  expect(await run('nobody', '--reason', WHY)).toMatchObject({ code: 1 });
});

test('OPR-03a who leaves takes the suspension along', async () => {
  await suspend();
  expect(await mine()).toEqual({ reason: WHY, until: null });
  await deleteAccount(server.db, 'fan', new Date(NOON));
  expect(await server.db.selectFrom('suspension').selectAll().execute()).toEqual([]);
  expect(await admin.done('users', 'show', 'fan')).toContain('State      has left');
});

test('OPR-03c ACC-13c a name changed at another pool meanwhile shows when the suspension is over', async () => {
  let nickname = 'before';
  const pool = await startRoutesServer({ attributesOf: async (sub) => ({ name: sub, nickname, avatar: null }) });
  try {
    await pool.join('fan');
    const shown = async () => (await pool.ok('getOwnAttributes', { as: 'fan' })).Name;
    const operator = createAdmin(pool);
    await operator.done('users', 'suspend', 'fan', '--reason', WHY);
    nickname = 'after';
    expect(await shown()).toBe('before');
    expect((await pool.ok('getUserAttributes', { params: { userId: 'fan' } })).Name).toBe('before');
    await operator.done('users', 'unsuspend', 'fan');
    expect(await shown()).toBe('after');
  } finally {
    await pool.close();
  }
});
