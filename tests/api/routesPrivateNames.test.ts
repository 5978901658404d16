/**
 * The name of sign-up is asked for under the promise 「投稿には表示されません」. A fan with a private name that stands nowhere
 * else does everything a fan does; then every call and page is asked by a visitor, another fan and an operator's eye.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { type RunningServer, startServer } from '../../server/main.ts';
import { composePush } from '../../server/push/composePush.ts';
import { type EndpointName, endpoints, pathOf } from '../../src/contract/endpoints.ts';
import { createObjectName, originalKey } from '../../src/rules/objectKeys.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';
import { callIdentity, fetchStorageKeys, openForge, put, signedPut } from './attackSetup.ts';
import { pictureOf } from './objectsSetup.ts';
import { type Asked, callsOf, eventBody } from './privateNamesCalls.ts';
import { copyTables } from './storePostgres.ts';

const PRIVATE = '秘山 ひみ子Zq7Wv4Xk9';
/** Parts of it: a list sorted or found by them tells it too. The ones of ASCII are too long to stand in a random id by chance. */
const PARTS = ['秘山', 'ひみ子', 'Zq7Wv4Xk9', 'zq7wv4xk9'];
const PUBLIC = 'スタンドの星';
const PASSWORD = 'Wg5-stadium-crowd';

const dataDir = mkdtempSync(join(tmpdir(), 'private-names-'));
const dist = mkdtempSync(join(tmpdir(), 'private-dist-'));
let server: RunningServer;
let forge: Awaited<ReturnType<typeof openForge>>;
let fan = { sub: '', token: '', access: '' };
let other = { sub: '', token: '' };
/** Without a nickname: an account of another provider, or of an own client. */
let nameless = '';
let photo = '';
let othersPhoto = '';
let event = '';
let comment = '';
let code = '';

async function send(method: string, path: string, token: string | null, body?: unknown) {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      'x-api-key': 'fan-web',
      'x-api-tenant': CLUB,
      ...(token === null ? {} : { 'x-api-authorization': `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

async function call(name: EndpointName, token: string | null, { params = {}, query = {}, body }: Asked = {}) {
  const { method } = endpoints[name];
  return send(method, `/f${pathOf(endpoints[name], params)}?${new URLSearchParams(query)}`, token, body);
}
async function ok(name: EndpointName, token: string | null, asked: Asked = {}) {
  const { status, text } = await call(name, token, asked);
  if (status !== 200) throw new Error(`${name}: ${status} ${text}`);
  return JSON.parse(text);
}

async function idp(operation: string, body: object) {
  const response = await callIdentity(server.url, operation, body);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${operation}: ${response.status} ${text}`);
  return text;
}

/** Over the wire, as the form does it. Gives the account's id. */
async function signUp(email: string, attributes: Record<string, string>): Promise<string> {
  const ClientId = EMBEDDED_POOL.clientId;
  const UserAttributes = Object.entries({ email, ...attributes }).map(([Name, Value]) => ({ Name, Value }));
  await idp('SignUp', { ClientId, Username: email, Password: PASSWORD, UserAttributes });
  const mailbox = await fetch(`${server.url}/dev/mailbox`, { headers: { accept: 'application/json' } });
  const mails = (await mailbox.json()) as { to: string; code: string }[];
  expect(JSON.stringify(mails)).not.toContain(PRIVATE);
  const ConfirmationCode = mails.find(({ to }) => to === email)?.code;
  await idp('ConfirmSignUp', { ClientId, Username: email, ConfirmationCode });
  const row = await forge.accounts.find(email);
  if (!row) throw new Error('The account is not there.');
  return row.sub;
}

async function join_(token: string) {
  await ok('putUserTenant', token, { body: { tenant_id: CLUB, agreed_version: '1' } });
}

async function postPhoto(sub: string, token: string, eventId: string): Promise<string> {
  const keys = await fetchStorageKeys(server.url, token);
  if (!keys) throw new Error('No credentials.');
  const media_url = originalKey({ dir: 'ugc', tenant: CLUB, owner: eventId, name: createObjectName() });
  const bytes = await pictureOf(400, 300);
  for (const key of [media_url, media_url.replace('/original/', '/thumbnail/')])
    expect(await put(server.url, await signedPut(server.url, keys, key, bytes))).toBe('200');
  const stored = await server.deps.objects.stat(media_url);
  expect(stored?.owner).toBe(sub);
  const media_list = [
    {
      media_url,
      comment: 'ナイスゴール',
      htag: '#勝利',
      player: '',
      photo_location: null,
      usepermit: true,
      fileName: 'a.jpg',
      exif: null,
      width: 400,
      height: 300,
      color: '#336699',
      size: bytes.byteLength,
    },
  ];
  const body = { public_list_id: 'event', event_id: eventId, season_id: null, media_list, team_id: null };
  await ok('putMediaList', token, { body });
  return media_url;
}

beforeAll(async () => {
  mkdirSync(join(dist, CLUB));
  const shell =
    '<!doctype html><html><head><title>site</title><!--first-images--></head><body><!--first-data--></body></html>';
  for (const page of ['index', 'gallery', 'event-list', 'event-detail', 'player-detail', 'my-photo', 'ranking-list'])
    writeFileSync(join(dist, `${CLUB}/${page}.html`), shell);
  const url = process.env.TEST_DATABASE_URL;
  const databaseUrl = url === undefined ? null : await copyTables(url, `private_${createObjectName().toLowerCase()}`);
  server = await startServer({ port: 0, host: '127.0.0.1', dataDir, databaseUrl, demoPictures: null, dist });
  forge = await openForge(server);
  const period = { crawl_period_start: '2026-01-01 00:00:00', crawl_period_end: '2099-01-01 00:00:00' };
  const nothing = { thumbnail: null, post_limit: 100, descriptive_photo: null, season_id: null, user_id: null };
  await server.deps.db
    .insertInto('event')
    .values({
      tenant: CLUB,
      event_id: 'final',
      event_name: '決勝',
      event_type: 'official',
      event_date: '2026-01-01',
      ...period,
      ...nothing,
    })
    .execute();

  const sub = await signUp('himitsu@example.jp', { name: PRIVATE, nickname: PUBLIC });
  const tokens = await forge.signIn(sub);
  fan = { sub, token: tokens.IdToken, access: tokens.AccessToken };
  const otherSub = await signUp('other@example.jp', { name: '別の人', nickname: 'べつ' });
  other = { sub: otherSub, token: (await forge.signIn(otherSub)).IdToken };
  nameless = await signUp('nameless@example.jp', { name: PRIVATE });
  const namelessToken = (await forge.signIn(nameless)).IdToken;
  for (const token of [fan.token, other.token, namelessToken]) await join_(token);

  othersPhoto = await postPhoto(other.sub, other.token, 'final');
  await postPhoto(nameless, namelessToken, 'final');
  photo = await postPhoto(fan.sub, fan.token, 'final');
  const target = { media_url: othersPhoto, targetuser: other.sub };
  const said = await ok('putComment', fan.token, { body: { ...target, comment: 'いいですね', parent_id: null } });
  const first = await ok('putComment', other.token, { body: { ...target, comment: 'どうも', parent_id: null } });
  comment = said.comment_id;
  await ok('putComment', fan.token, { body: { ...target, comment: '返事', parent_id: first.comment_id } });
  for (const token of [fan.token, namelessToken]) {
    await ok('putReaction', token, { body: { ...target, reaction: '1' } });
    await ok('putFollow', token, { body: { follow_user: other.sub } });
  }
  await ok('putFavorite', fan.token, { body: target });
  await ok('putCommentReaction', fan.token, { body: { ...target, comment_id: first.comment_id } });
  await ok('putFollow', other.token, { body: { follow_user: fan.sub } });
  await ok('putMute', namelessToken, { body: { mute_user: fan.sub } });
  event = (await ok('putEvent', fan.token, { body: eventBody('わたしの企画') })).event_id;
  await ok('putFavorite', fan.token, { body: { media_url: event, targetuser: null } });
  await ok('putUsepermit', fan.token, { body: { usepermit: true } });
  code = (await ok('putShortUrl', null, { body: { original_url: photo } })).degenerate_url;
  await idp('UpdateUserAttributes', {
    AccessToken: fan.access,
    UserAttributes: [
      { Name: 'name', Value: PRIVATE },
      { Name: 'nickname', Value: PUBLIC },
    ],
  });
  await server.deps.db
    .insertInto('ambassador')
    .values({ tenant: CLUB, user_id: fan.sub, name: PUBLIC, object_key: null })
    .execute();
});
afterAll(async () => {
  await server.close();
  for (const folder of [dataDir, dist]) rmSync(folder, { recursive: true, force: true });
});

const tellsNothing = (where: string, text: string) => {
  for (const part of PARTS) expect(text.includes(part), `${where} tells "${part}"`).toBe(false);
};

describe('SAF-16 the private name', () => {
  test('SAF-16 no call answers a private name to a visitor or another fan', async () => {
    const ids = { fan: fan.sub, other: other.sub, nameless, photo, othersPhoto, event, comment, code };
    const asked = callsOf({ ...ids, words: [PRIVATE, ...PARTS, PUBLIC], nickname: PUBLIC });
    for (const [name, inputs] of nonEmpty(Object.entries(asked) as [EndpointName, readonly Asked[]][])) {
      for (const input of nonEmpty(inputs)) {
        for (const token of [null, other.token]) {
          const { status, text } = await call(name, token, input);
          expect([name, status < 500]).toEqual([name, true]);
          tellsNothing(`${name} ${JSON.stringify(input.query ?? input.params ?? {})}`, text);
        }
      }
    }
  });

  test('SAF-16 SRC-01b nobody is found by a private name, everybody by the public one', async () => {
    for (const name of [PRIVATE, ...PARTS])
      expect([name, (await ok('findUsersByName', null, { query: { name } })).list]).toEqual([name, []]);
    const found = await ok('findUsersByName', null, { query: { name: PUBLIC } });
    expect(found.list).toEqual([{ user_id: fan.sub, user_name: PUBLIC }]);
  });

  test('SAF-16 lists name a fan by the public name, also one who never gave a nickname', async () => {
    const { media_list } = await ok('getPublicList', null, { params: { publicListId: 'all' } });
    const names = (media_list as { user_id: string; user_name: string; user_screen_name: string }[]).map(
      ({ user_id, user_name, user_screen_name }) => ({ user_id, user_name, user_screen_name }),
    );
    expect(names).toContainEqual({ user_id: fan.sub, user_name: PUBLIC, user_screen_name: PUBLIC });
    const named = await ok('getUserAttributes', null, { params: { userId: nameless } });
    // Not empty: that is how one who has left is told.
    expect(named.Name).toMatch(/^ファン\d{4}$/);
    expect(names).toContainEqual({ user_id: nameless, user_name: named.Name, user_screen_name: named.Name });
  });

  test('SAF-16 no page drawn by the server has the private name in it', async () => {
    const q = encodeURIComponent(photo);
    const paths = [
      ...['', `?q=${q}`, `?q=${encodeURIComponent(code)}`, 'gallery.html', 'event-list.html', 'ranking-list.html'],
      ...[`event-detail.html?e=${event}`, 'event-detail.html?e=final', `my-photo.html?u=${fan.sub}`],
      ...[
        `my-photo.html?u=${nameless}`,
        `gallery.html?q=${q}`,
        `player-detail.html?p=${encodeURIComponent(PRIVATE)}&x`,
      ],
    ];
    let shown = 0;
    for (const path of nonEmpty(paths)) {
      const { status, text } = await send('GET', `/${CLUB}/${path}`, null);
      expect([path, status]).toEqual([path, 200]);
      tellsNothing(path, text);
      shown += text.includes(PUBLIC) ? 1 : 0;
    }
    expect(shown).toBeGreaterThan(5);
    for (const path of ['/sitemap.xml', `/${CLUB}/sitemap.xml`])
      tellsNothing(path, (await send('GET', path, null)).text);
  });

  test('SAF-16 pushes to others name the fan by the public name', async () => {
    const { db } = server.deps;
    const jobs = await db.selectFrom('notice').select('notice_id').where('recipient_id', '=', other.sub).execute();
    const told = await Promise.all(
      jobs.map(({ notice_id: about }) =>
        composePush(
          db,
          { tenant: CLUB, user_id: other.sub, kind: 'notice', about, endpoint_id: '', tries: 0 },
          new Date(),
        ),
      ),
    );
    expect(told.map((push) => push?.payload.name)).toContain(PUBLIC);
    tellsNothing('a push', JSON.stringify(told));
  });

  test('SAF-16 ACC-11a the fan’s own profile and export show it', async () => {
    expect(await idp('GetUser', { AccessToken: fan.access })).toContain(PRIVATE);
    const own = await ok('getExport', fan.token);
    expect(own.private_name).toBe(PRIVATE);
    expect(own.user.Name).toBe(PUBLIC);
  });
});
