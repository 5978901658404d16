/** Calls that meet on the same rows at the same moment, on a real PostgreSQL: none may fail, and no counter may be wrong afterwards. */
import { sql, type Transaction } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type AdminJob, perform } from '../../server/admin/adminJob.ts';
import { lockEventForShare } from '../../server/api/access/repository.ts';
import { deleteAccount } from '../../server/api/account/deleteAccount.ts';
import { lockShownPhoto } from '../../server/api/photos/repository.ts';
import { saveMembership } from '../../server/api/users/repository.ts';
import type { Database } from '../../server/database/schema.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import type { NewPhoto } from '../../src/contract/entities.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { expectExactCounts } from './countsCheck.ts';
import { NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

const TAGS = { htag: '#a #b #c', player: '山田 太郎,佐藤 次郎', photo_location: 'メイン' };

let server: RoutesServer;
let isClosed = false;
/** 5xx, and errors thrown where there is no status: what must not happen. */
let failures: string[] = [];
beforeAll(async () => {
  server = await startRoutesServer();
  await server.db
    .insertInto('push_device')
    .values({ tenant: CLUB, endpoint_id: 'd', user_id: 'author', endpoint: 'https://x', p256dh: 'p', auth: 'a' })
    .execute();
});
beforeEach(() => {
  failures = [];
});
afterAll(async () => {
  if (!isClosed) await server.close();
});

/** What the calls of one round meet on. */
interface Scene {
  readonly event: string;
  readonly photo: NewPhoto;
  readonly other: NewPhoto;
  readonly fresh: NewPhoto;
  readonly comment: string;
  readonly reply: string;
}
let rounds = 0;

/** Author has two photos in an own event; fan and pal liked, bookmarked, watched and talked. */
async function newScene(): Promise<Scene> {
  rounds += 1;
  await server.identityDb.deleteFrom('identity_limit').execute();
  await Promise.all(['author', 'fan', 'pal'].map((user) => server.join(user)));
  const event = `e${rounds}`;
  await server.addEvent(event, { user_id: 'author', event_type: 'memorial' });
  const [photo, other, fresh] = [1, 2, 3].map(() => server.storePhoto('author', event, TAGS)) as [
    NewPhoto,
    NewPhoto,
    NewPhoto,
  ];
  await server.post('author', event, [photo, other]);
  const { media_url } = photo;
  const put = (name: EndpointName, as: string, body: object) => server.ok(name, { as, body } as never);
  const said = (as: string, parent_id: string | null) =>
    server.ok('putComment', { as, body: { media_url, comment: 'x', targetuser: 'author', parent_id } });
  const { comment_id: comment } = await said('fan', null);
  const [{ comment_id: reply }] = await Promise.all([
    said('pal', comment),
    ...['fan', 'pal'].flatMap((as) => [
      put('putReaction', as, { media_url, reaction: '1', targetuser: 'author' }),
      put('putReaction', as, { media_url: other.media_url, reaction: '1', targetuser: 'author' }),
      put('putFavorite', as, { media_url, targetuser: null }),
      put('putFavorite', as, { media_url: event, targetuser: null }),
      put('putViewHistory', as, { media_url, kind: '拡大画像' }),
      put('putFollow', as, { follow_user: 'author' }),
    ]),
    put('putFollow', 'author', { follow_user: 'fan' }),
    put('putCommentReaction', 'pal', { media_url, comment_id: comment, targetuser: 'fan' }),
  ]);
  return { event, photo, other, fresh, comment, reply };
}

async function call(name: EndpointName, as: string | undefined, input: object): Promise<void> {
  const reply = await server.call(name, { ...(as === undefined ? {} : { as }), ...input } as never);
  if (reply.status >= 500) failures.push(`${name} ${reply.status}`);
}
const write = (name: EndpointName, as: string | undefined, body: object) => call(name, as, { body });

async function job(task: AdminJob['task']): Promise<void> {
  const given = { tenant: CLUB, isDryRun: false, operator: 'staff', reason: null, task };
  await perform(server.db, given, new Date(NOON), null).catch((error: unknown) =>
    failures.push(`${task.do}: ${error}`),
  );
}
async function leave(user: string): Promise<void> {
  await deleteAccount(server.db, user, new Date(NOON)).catch((error) => failures.push(`leave ${user}: ${error}`));
}

type Act = (scene: Scene) => Promise<void>;
const liked = { reaction: '1', targetuser: 'author' } as const;
const caption = { public_list_id: 'event', season_id: null, team_id: null, usepermit: true } as const;
const acts: Readonly<Record<string, Act>> = {
  like: ({ photo: { media_url } }) => write('putReaction', 'fan', { media_url, ...liked }),
  unlike: ({ photo: { media_url } }) => write('deleteReaction', 'fan', { media_url, reaction: '1' }),
  'unlike of another': ({ photo: { media_url } }) => write('deleteReaction', 'pal', { media_url, reaction: '1' }),
  favourite: ({ photo: { media_url } }) => write('putFavorite', 'author', { media_url, targetuser: null }),
  unfavourite: ({ photo: { media_url } }) => write('deleteFavorite', 'fan', { media_url }),
  'favourite event': ({ event }) => write('putFavorite', 'author', { media_url: event, targetuser: null }),
  'unfavourite event': ({ event }) => write('deleteFavorite', 'fan', { media_url: event }),
  comment: ({ photo: { media_url } }) =>
    write('putComment', 'pal', { media_url, comment: 'y', targetuser: 'author', parent_id: null }),
  reply: ({ photo: { media_url }, comment }) =>
    write('putComment', 'author', { media_url, comment: 'z', targetuser: 'fan', parent_id: comment }),
  uncomment: ({ comment }) => write('deleteComment', 'fan', { comment_id: comment, timestamp: 'x' }),
  'uncomment reply': ({ reply }) => write('deleteComment', 'pal', { comment_id: reply, timestamp: 'x' }),
  report: ({ photo: { media_url }, comment }) =>
    write('putCommentReport', 'pal', {
      media_url,
      comment_id: comment,
      comment: 'x',
      screen_id: 'fan',
      timestamp: 'x',
      screen_name: 'fan',
    }),
  'comment like': ({ photo: { media_url }, comment }) =>
    write('putCommentReaction', 'author', { media_url, comment_id: comment, targetuser: 'fan' }),
  'comment unlike': ({ comment }) => write('deleteCommentReaction', 'pal', { comment_id: comment }),
  view: ({ photo: { media_url } }) => write('putViewHistory', 'fan', { media_url, kind: '拡大画像' }),
  'view by nobody': ({ photo: { media_url } }) => write('putViewHistory', undefined, { media_url, kind: '拡大画像' }),
  'short url': ({ photo: { media_url } }) => write('putShortUrl', undefined, { original_url: media_url }),
  caption: ({ photo: { media_url }, event }) =>
    write('putCaption', 'author', {
      ...caption,
      media_url,
      caption: 'new',
      photo_location: 'バック',
      player: '佐藤 次郎',
      htag: '#b #d',
      event_id: event,
    }),
  delete: ({ photo: { media_url } }) => write('deletePhoto', 'author', { public_list_id: 'event', media_url }),
  'delete other': ({ other: { media_url } }) => write('deletePhoto', 'author', { public_list_id: 'event', media_url }),
  register: async ({ event, fresh }) => {
    const replies = await Promise.all([1, 2].map(() => server.post('author', event, [fresh])));
    failures.push(...replies.filter(({ status }) => status >= 500).map(({ status }) => `register ${status}`));
  },
  'register by two': async ({ event, fresh }) => {
    // A store that does not know owners, such as a bucket.
    for (const key of [fresh.media_url, thumbnailKey(fresh.media_url)]) {
      server.stored.set(key, { size: fresh.size, owner: null });
    }
    const replies = await Promise.all(['author', 'fan', 'pal'].map((user) => server.post(user, event, [fresh])));
    failures.push(...replies.filter(({ status }) => status >= 500).map(({ status }) => `register ${status}`));
  },
  'delete event': ({ event }) => write('deleteEvent', 'author', { event_id: event }),
  follow: () => write('putFollow', 'pal', { follow_user: 'fan' }),
  unfollow: () => write('deleteFollow', 'fan', { follow_user: 'author' }),
  'leave fan': () => leave('fan'),
  'leave pal': () => leave('pal'),
  'leave author': () => leave('author'),
  rename: () => write('putUserTenant', 'fan', { tenant_id: CLUB, agreed_version: '2' }),
  'read notices': async () => {
    const { list } = await server.ok('getNotices', { as: 'author' });
    const notice_ids = list.slice(0, 30).map((notice) => notice.notice_id);
    if (notice_ids.length === 0) return;
    await Promise.all(
      [notice_ids, notice_ids.toReversed()].map((ids) => write('putNoticeRead', 'author', { notice_ids: ids })),
    );
  },
  mute: () => write('putMute', 'author', { mute_user: 'fan' }),
  unmute: () => write('deleteMute', 'author', { mute_user: 'fan' }),
  'hide photo': ({ photo: { media_url } }) => job({ do: 'hidePhoto', photo: media_url, isHidden: true }),
  'show photo': ({ photo: { media_url } }) => job({ do: 'hidePhoto', photo: media_url, isHidden: false }),
  'hide comment': ({ comment }) => job({ do: 'hideComment', commentId: comment, isHidden: true }),
  'close reports': ({ reply }) => job({ do: 'closeReports', commentId: reply, hide: true }),
  'mark photo': ({ photo: { media_url } }) => job({ do: 'setBestShot', photo: media_url, option: 'Best' }),
  'remove event': ({ event }) => job({ do: 'remove', kind: 'events', keys: [event] }),
};
const names = Object.keys(acts);
/** One of each kind: every pair of them meets. The others are in the mixtures. */
const CORE = [
  ...[
    'like',
    'unlike',
    'unfavourite',
    'comment',
    'uncomment',
    'comment like',
    'view',
    'caption',
    'delete',
    'register by two',
  ],
  ...[
    'delete event',
    'favourite event',
    'unfollow',
    'leave fan',
    'leave author',
    'read notices',
    'hide photo',
    'hide comment',
  ],
];
const actOf = (name: string): Act => acts[name] ?? (() => Promise.reject(new Error(name)));

/** All at once, each twice, so that calls meet their own kind as well. */
async function meet(...met: readonly string[]): Promise<void> {
  const scene = await newScene();
  await Promise.all([...met, ...met.toReversed()].map((name) => actOf(name)(scene)));
  if (failures.length > 0) throw new Error(`${met.join(' + ')}: ${failures.join(', ')}`);
}

test('SAF-19 un-like against deleting that photo, sixteen times', async () => {
  for (let round = 0; round < 16; round++) await meet('unlike', 'unlike of another', 'delete');
  expect(server.errors).toEqual([]);
});

test('SAF-20 what touches a photo that is just going is no failure', async () => {
  const touching = ['view', 'view by nobody', 'like', 'favourite', 'comment', 'comment like', 'short url', 'report'];
  for (const name of touching) for (let round = 0; round < 6; round++) await meet(name, 'delete');
  expect(server.errors).toEqual([]);
});

/** Reproducible: of all pairs and triples that change what others touch. */
function* triples(count: number): Generator<string[]> {
  let state = 19;
  const next = (max: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * max);
  };
  for (let i = 0; i < count; i++) yield [1, 2, 3].map(() => names[next(names.length)] ?? 'like');
}

test('SAF-19 every pair of calls on the same photo, event, comment and fan at once', async () => {
  for (const [i, one] of CORE.entries()) for (const other of CORE.slice(i + 1)) await meet(one, other);
  expect(server.errors).toEqual([]);
  await expectExactCounts(server.db);
});

test('SAF-19 three calls at once, in any mixture: no failure, and counters as counted', async () => {
  for (const met of triples(120)) await meet(...met);
  expect(server.errors).toEqual([]);
  await expectExactCounts(server.db);
});

test('SAF-19 no reaction stays behind that comes while its comment is deleted', async () => {
  for (let i = 0; i < 20; i++) {
    const scene = await newScene();
    const like = (as: string) =>
      write('putCommentReaction', as, {
        media_url: scene.photo.media_url,
        comment_id: scene.comment,
        targetuser: 'fan',
      });
    await Promise.all([...['author', 'pal', 'fan'].map(like), actOf('uncomment')(scene), like('author')]);
  }
  expect(failures).toEqual([]);
  await expectExactCounts(server.db);
});

test('SAF-19 an event to which a photo is just posted is not deleted', async () => {
  await Promise.all(['author', 'fan'].map((user) => server.join(user)));
  await server.addEvent('going', { user_id: 'author', event_type: 'memorial' });
  const waiting = sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  const deleted = await server.db.transaction().execute(async (trx) => {
    // Another post, under way.
    expect(await lockEventForShare(trx, CLUB, 'going')).toBe(true);
    const deleting = server.call('deleteEvent', { as: 'author', body: { event_id: 'going' } });
    await expect.poll(async () => (await waiting.execute(server.db)).rows[0]?.n).toBe(1);
    expect((await server.post('fan', 'going', [server.storePhoto('fan', 'going')])).status).toBe(200);
    return { deleting };
  });
  expect(await deleted.deleting).toMatchObject({ code: 'EVENT_HAS_POSTS' });
  const left = await server.db.selectFrom('event').select('event_id').where('event_id', '=', 'going').execute();
  expect(left).toHaveLength(1);
});

test('SAF-19 who leaves while writing leaves nothing behind', async () => {
  const tables = [
    'reaction',
    'favorite',
    'comment_reaction',
    'view_history',
    'follow',
    'notice_read',
    'membership',
  ] as const;
  for (const name of ['like', 'unfavourite', 'unfavourite event', 'comment', 'view', 'unfollow', 'delete']) {
    const scene = await newScene();
    await Promise.all([actOf(name)(scene), leave('fan'), actOf(name)(scene)]);
    for (const table of tables) {
      const { rows } = await sql`select * from ${sql.table(table)} where user_id = 'fan'`.execute(server.db);
      expect([name, table, rows]).toEqual([name, table, []]);
    }
  }
  expect(failures).toEqual([]);
  await expectExactCounts(server.db);
});

type Step = (trx: Transaction<Database>) => Promise<unknown>;
/** Somebody leaves while a transaction of another is between its two steps, and has to wait for it. */
async function leaveBetween(user: string, first: Step, second: Step = async () => {}) {
  const [isBetween, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const other = server.db.transaction().execute(async (trx) => {
    await first(trx);
    isBetween.resolve();
    await goesOn.promise;
    await second(trx);
  });
  await isBetween.promise;
  const leaving = leave(user);
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(server.db)).rows.length).toBe(1);
  goesOn.resolve();
  await Promise.all([other, leaving]);
}

test('SAF-19 ACC-10b who joins a tenant at the moment of leaving is no member of it afterwards', async () => {
  await server.join('joiner');
  await leaveBetween('joiner', (trx) => saveMembership(trx, LEAGUE, 'joiner', '1'));
  const left = await server.db.selectFrom('membership').select('tenant').where('user_id', '=', 'joiner').execute();
  expect([left, failures]).toEqual([[], []]);
});

test('SAF-19 who leaves holds the photos they liked before anything on them goes', async () => {
  // Not seen in large by the fan: what views wait for comes before.
  const { media_url } = (await newScene()).other;
  const likes = sql`select from reaction where media_url = ${media_url} for update`;
  await leaveBetween(
    'fan',
    (trx) => lockShownPhoto(trx, CLUB, media_url),
    (trx) => likes.execute(trx),
  );
  expect(failures).toEqual([]);
});

test('SAF-19 rows are locked in one order: the database had no deadlock to break', async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.db);
  // A session tells its deadlocks when it ends, at the latest.
  await server.close();
  isClosed = true;
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    const found = await client.query('select deadlocks::int as n from pg_stat_database where datname = $1', [
      rows[0]?.name,
    ]);
    expect(found.rows).toEqual([{ n: 0 }]);
  } finally {
    await client.end();
  }
});
