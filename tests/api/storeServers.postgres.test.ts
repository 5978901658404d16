/** Two servers on one PostgreSQL: neither knows of the other, and nobody can tell which one answered. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../server/database/database.ts';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { CALL_LIMITS } from '../../src/contract/limits.ts';
import { formatWireDate, formatWireDateTime } from '../../src/rules/dates.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';
import { expectExactCounts } from './countsCheck.ts';
import { DAY } from './routesServer.ts';
import { createTestDatabase } from './storePostgres.ts';
import { join_, newKey, postOf, type StoreServer, send, startStoreServer } from './storeProcess.ts';

let servers: [StoreServer, StoreServer];
let database: OpenDatabase;
const FANS = ['aki', 'ben', 'chie', 'dai', 'emi', 'fumi'];

beforeAll(async () => {
  const place = await createTestDatabase(inject('postgresUrl'), 'two_servers');
  // At once, on an empty database: each migration runs once.
  servers = await Promise.all([startStoreServer(place), startStoreServer(place)]);
  database = await openDatabase({ databaseUrl: place });
  for (const fan of FANS) await join_(servers[0], fan);
});
afterAll(async () => {
  for (const server of servers ?? []) await server.kill();
  await database?.close();
});

async function addEvent(event_id: string, post_limit: number | null = null) {
  await database.db
    .insertInto('event')
    .values({
      tenant: CLUB,
      event_id,
      event_name: event_id,
      event_type: 'official',
      post_limit,
      event_date: formatWireDate(Date.now()),
      crawl_period_start: formatWireDateTime(Date.now() - DAY),
      crawl_period_end: formatWireDateTime(Date.now() + DAY),
      thumbnail: null,
      descriptive_photo: null,
      season_id: null,
      user_id: null,
    })
    .execute();
}
const get = async (server: StoreServer, path: string, as: string) => {
  const headers = { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB, 'x-api-authorization': `Bearer of.${as}` };
  const response = await fetch(`${server.url}/f${path}`, { headers });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
};
/** The same on both, at the same moment. */
const onBoth = <T>(run: (server: StoreServer) => Promise<T>): Promise<T[]> => Promise.all(servers.map(run));
const statuses = (answers: readonly ({ status: number } | null)[]) =>
  answers.map((answer) => answer?.status).toSorted();

test('QUE-01d T25 a post that reaches both servers is registered once', async () => {
  await addEvent('twice');
  const posts = FANS.flatMap((fan) =>
    [1, 2, 3].map(() => ({ fan, keys: [newKey(fan, 'twice'), newKey(fan, 'twice')] })),
  );
  const answers = await Promise.all(
    posts.flatMap(({ fan, keys }) => servers.map((server) => send(server, 'putMediaList', fan, postOf('twice', keys)))),
  );
  expect(new Set(statuses(answers))).toEqual(new Set([200]));
  const photos = await database.db.selectFrom('photo').select('media_url').where('event_id', '=', 'twice').execute();
  expect(photos.map((photo) => photo.media_url).toSorted()).toEqual(posts.flatMap(({ keys }) => keys).toSorted());
  await expectExactCounts(database.db);
});

test('PST-09b the limit of an event holds over both servers', async () => {
  await addEvent('limited', 5);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      send(servers[i % 2] ?? servers[0], 'putMediaList', 'aki', postOf('limited', [newKey('aki', 'limited')])),
    ),
  );
  expect(statuses(answers).filter((status) => status === 200)).toHaveLength(5);
  const photos = await database.db.selectFrom('photo').select('id').where('event_id', '=', 'limited').execute();
  expect(photos).toHaveLength(5);
});

test('API-PUT-/reaction/item API-DELETE-/reaction/item toggles on both servers are counted once each', async () => {
  await addEvent('reacted');
  const media_url = newKey('aki', 'reacted');
  await send(servers[0], 'putMediaList', 'aki', postOf('reacted', [media_url]));
  const put = { media_url, reaction: '1', targetuser: 'aki' } as const;
  await Promise.all(FANS.map((fan) => onBoth((server) => send(server, 'putReaction', fan, put))));
  const path = `/reaction/items?${new URLSearchParams({ media_url })}`;
  for (const server of nonEmpty(servers))
    expect(await get(server, path, 'aki')).toMatchObject({ total: 6, own_reacted: true });
  const off = { media_url, reaction: '1' } as const;
  await Promise.all(
    FANS.map((fan, i) =>
      onBoth((server) =>
        i % 2
          ? send(server, 'deleteReaction', fan, off)
          : send(server, 'putFavorite', fan, { media_url, targetuser: null }),
      ),
    ),
  );
  for (const server of nonEmpty(servers)) {
    expect(await get(server, path, 'ben')).toMatchObject({ total: 3, own_reacted: false });
    expect(await get(server, `/favorite/count?${new URLSearchParams({ media_url })}`, 'ben')).toEqual({ number: 3 });
  }
  await expectExactCounts(database.db);
});

test('API-GET-/user/notice/unreadcount what is read at one server is read at the other', async () => {
  await database.db
    .insertInto('notice')
    .values(
      ['n1', 'n2', 'n3'].map((notice_id) => ({
        tenant: CLUB,
        notice_id,
        recipient_id: 'chie',
        title: 't',
        body: 'b',
        url: null,
        user_id: null,
        media_url: null,
      })),
    )
    .execute();
  const unread = () => Promise.all(servers.map((server) => get(server, '/user/notice/unreadcount', 'chie')));
  expect(await unread()).toEqual([{ Count: 3 }, { Count: 3 }]);
  const read = await onBoth((server) => send(server, 'putNoticeRead', 'chie', { notice_ids: ['n1', 'n2'] }));
  expect(statuses(read)).toEqual([200, 200]);
  expect(await unread()).toEqual([{ Count: 1 }, { Count: 1 }]);
});

/** One operation of the identity provider; answers the exception's name, or 'ok'. */
async function identity(server: StoreServer, operation: string, body: object): Promise<string> {
  const response = await fetch(`${server.url}/idp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify({ ClientId: EMBEDDED_POOL.clientId, ...body }),
  });
  const answer = (await response.json()) as { __type?: string };
  return response.ok ? 'ok' : (answer.__type ?? 'no type');
}
const signUp = (server: StoreServer, email: string) =>
  identity(server, 'SignUp', {
    Username: email,
    Password: 'stadium-2026',
    UserAttributes: Object.entries({ email, name: '川崎 太郎' }).map(([Name, Value]) => ({ Name, Value })),
  });

test('SAF-13a one address signs up at both servers at once: one code makes the account, the other none', async () => {
  const email = 'both@example.jp';
  expect(await onBoth((server) => signUp(server, email))).toEqual(['ok', 'ok']);
  const mailbox = await fetch(`${servers[1].url.replace('127.0.0.1', 'localhost')}/dev/mailbox`, {
    headers: { accept: 'application/json' },
  });
  const mails = (await mailbox.json()) as { to: string; code: string }[];
  const [first = '', second = ''] = mails.filter(({ to }) => to === email).map(({ code }) => code);
  expect(second).toMatch(/^\d{6}$/);
  const confirm = (ConfirmationCode: string) => (server: StoreServer) =>
    identity(server, 'ConfirmSignUp', { Username: email, ConfirmationCode });
  expect(await onBoth(confirm(first))).toContain('ok');
  expect(await confirm(first)(servers[0])).toBe('NotAuthorizedException');
  expect(await confirm(second)(servers[1]), 'its sign-up is gone').toBe('ExpiredCodeException');
});

test('ACC-12b wrong codes are counted over both servers', async () => {
  const email = 'guessed@example.jp';
  expect(await signUp(servers[0], email)).toBe('ok');
  const met: string[] = [];
  for (let i = 0; i < 7; i++) {
    const guess = { Username: email, ConfirmationCode: `00000${i}` };
    met.push(await identity(servers[i % 2] ?? servers[0], 'ConfirmSignUp', guess));
  }
  expect(met.slice(0, 5)).toEqual(Array(5).fill('CodeMismatchException'));
  expect(met.at(-1)).not.toBe('CodeMismatchException');
});

test('a fan’s comments are bounded over both servers together', async () => {
  await addEvent('talk');
  const media_url = newKey('fumi', 'talk');
  expect(await send(servers[0], 'putMediaList', 'fumi', postOf('talk', [media_url]))).toMatchObject({ status: 200 });
  const body = { comment: 'nice', media_url, targetuser: 'fumi', parent_id: null };
  const { count } = CALL_LIMITS.comments.fan;
  const answers = await Promise.all(
    Array.from({ length: count + 6 }, (_, i) => send(servers[i % 2] ?? servers[0], 'putComment', 'emi', body)),
  );
  expect(statuses(answers)).toEqual([...Array(count).fill(200), ...Array(6).fill(429)]);
});

test('API-GET-/media/public/list/items/{publicListId} what one server does the other lists at once', async () => {
  await addEvent('seen');
  const media_url = newKey('dai', 'seen');
  await send(servers[0], 'putMediaList', 'dai', postOf('seen', [media_url]));
  const path = '/media/public/list/items/all?e=seen';
  for (const reacts of [true, false, true]) {
    const [one, other] = reacts ? servers : servers.toReversed();
    // Both have answered this before, and know the answer.
    await onBoth((server) => get(server, path, 'chie'));
    const body = { media_url, reaction: '1' as const };
    await (reacts
      ? send(one as StoreServer, 'putReaction', 'chie', { ...body, targetuser: 'dai' })
      : send(one as StoreServer, 'deleteReaction', 'chie', body));
    const infoFor = async (fan: string) =>
      ((await get(other as StoreServer, path, fan)) as { media_list: { reactionInfo: unknown }[] }).media_list[0]
        ?.reactionInfo;
    expect(await infoFor('chie')).toMatchObject({ own_reacted: reacts, total: Number(reacts) });
    expect(await infoFor('ben')).toMatchObject({ own_reacted: false, total: Number(reacts) });
  }
});
