/** Somebody has copied the address of a stadium's screen. Its key opens the approved photos of one wall, and nothing else. */
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setPhotoHidden } from '../../server/operations/moderation.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import { type Endpoint, endpoints, pathOf } from '../../src/contract/endpoints.ts';
import type { StaffEndpoint } from '../../src/contract/staffCall.ts';
import { staffEndpoints } from '../../src/contract/staffEndpoints.ts';
import { pictureOf } from '../api/objectsSetup.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import {
  EVENT,
  newPhotoKey,
  type Outside,
  type Outsider,
  openOutside,
  photoOf,
  register,
  storePictures,
} from './outsider.ts';

const KEY = 'stolen'.padEnd(43, '_');
const ELSEWHERE = 'elsewhere';
let outside: Outside;
let fan: Outsider;
beforeAll(async () => {
  outside = await openOutside();
  fan = await outside.fan('author');
  const { db } = outside.server.deps;
  const period = { crawl_period_start: '2026-01-01 00:00:00', crawl_period_end: '2099-01-01 00:00:00' };
  const event = { event_name: 'E', event_type: 'official', event_date: '2026-01-01', ...period } as const;
  const places = [
    { tenant: CLUB, event_id: ELSEWHERE },
    { tenant: LEAGUE, event_id: EVENT },
  ];
  await db
    .insertInto('event')
    .values(places.map((place) => ({ ...event, ...place })))
    .execute();
  await addKey(KEY, EVENT);
  await addKey('other'.padEnd(43, '_'), ELSEWHERE);
});
afterAll(() => outside.close());

const addKey = (key: string, event_id: string) =>
  outside.server.deps.db
    .insertInto('wall_key')
    .values({
      key_id: key.slice(0, 10),
      tenant: CLUB,
      event_id,
      name: 'x',
      hash: createHash('sha256').update(key).digest('hex'),
      created_at: new Date(),
    })
    .execute();

async function post(fields = {}): Promise<string> {
  const key = newPhotoKey();
  const [original, thumbnail] = [await pictureOf(640, 480), await pictureOf(480, 360)];
  expect(await storePictures(fan, key, { original, thumbnail })).toEqual(['200', '200']);
  const photo = { ...photoOf(key, original.byteLength, 640, 480), ...fields };
  expect((await register(fan, [photo])).status).toBe(200);
  return key;
}
const decide = (media_url: string, state: 'approved' | 'rejected') =>
  outside.server.deps.db
    .insertInto('wall_photo')
    .values({ tenant: CLUB, event_id: EVENT, media_url, state, at: new Date() })
    .execute();

const headers = { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB, 'content-type': 'application/json' };
const ask = (body: unknown, more: Record<string, string> = {}) =>
  fetch(`${outside.server.url}/f/wall`, {
    method: 'PUT',
    headers: { ...headers, ...more },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const own = { event_id: EVENT, key: KEY, known: '' };
const askText = async () => (await ask(own)).text();

test('WAL-01b WAL-02a a stolen key shows approved photos alone, whatever is asked with it', async () => {
  const [waiting, rejected, approved, hidden, refused] = [
    await post(),
    await post(),
    await post(),
    await post(),
    await post({ usepermit: false }),
  ];
  await decide(rejected, 'rejected');
  for (const one of [approved, hidden, refused]) await decide(one, 'approved');
  await outside.server.deps.db.transaction().execute((trx) => setPhotoHidden(trx, CLUB, hidden, new Date()));
  await expect.poll(askText, { timeout: 5_000 }).toContain(approved);
  const text = await askText();
  for (const one of [waiting, rejected, hidden, refused]) expect([one, text.includes(one)]).toEqual([one, false]);

  const wrong = [
    { ...own, event_id: ELSEWHERE },
    { ...own, event_id: 'nowhere' },
    { ...own, event_id: `${EVENT}%` },
    { ...own, key: 'other'.padEnd(43, '_') },
    { ...own, key: KEY.toUpperCase() },
    { ...own, event_id: [EVENT, ELSEWHERE] },
    { ...own, key: [KEY] },
    { ...own, known: { $ne: '' } },
    `{"event_id":"${ELSEWHERE}","event_id":"${EVENT}","key":"${KEY}","key":"x","known":""}`,
  ];
  for (const body of nonEmpty(wrong)) {
    const answer = await ask(body);
    expect([body, [400, 404].includes(answer.status)]).toEqual([body, true]);
    expect(await answer.text()).not.toContain('ugc/');
  }
  // The tag of an answer opens nothing without a key, and another tenant has no such wall.
  const { tag } = JSON.parse(text) as { tag: string };
  expect((await ask({ ...own, key: 'x'.repeat(43), known: tag })).status).toBe(404);
  expect((await ask(own, { 'x-api-tenant': LEAGUE })).status).toBe(404);
});

/** All places of a request in which a server may look for a key. */
const keyEverywhere = {
  ...headers,
  'x-api-authorization': `Bearer ${KEY}`,
  authorization: `Bearer ${KEY}`,
  cookie: `k=${KEY}; key=${KEY}; token=${KEY}`,
  'x-wall-key': KEY,
};

/** As `fetch`, but for headers that it refuses to send. */
const statusOf = (method: string, path: string, body = ''): Promise<number> =>
  new Promise((done, fail) => {
    const headers = { ...keyEverywhere, 'content-length': String(Buffer.byteLength(body)) };
    request(`${outside.server.url}${path}`, { method, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => done(answer.statusCode ?? 0));
    })
      .on('error', fail)
      .end(body);
  });

test('WAL-01b a stolen key is no sign-in: no call of a fan or of the desk opens', async () => {
  const body = JSON.stringify({ event_id: EVENT, key: KEY, k: KEY });
  const calls: readonly (readonly [string, Endpoint | StaffEndpoint, number])[] = [
    ...Object.entries(endpoints).flatMap(([name, one]) => (one.auth === 'user' ? [[name, one, 401] as const] : [])),
    ...Object.entries(staffEndpoints).map(([name, one]) => [name, one, 401] as const),
  ];
  for (const [name, endpoint, status] of nonEmpty(calls)) {
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => [key, EVENT]);
    const path = `/f${pathOf(endpoint, Object.fromEntries(names))}?event_id=${EVENT}&k=${KEY}&key=${KEY}`;
    const told = await statusOf(endpoint.method, path, endpoint.method === 'GET' ? '' : body);
    expect([name, told === status || told === 404]).toEqual([name, true]);
  }
  // The wall's own address by other methods, and the key in the address.
  for (const method of ['GET', 'POST', 'DELETE', 'PATCH'])
    expect([method, await statusOf(method, `/f/wall?event_id=${EVENT}&key=${KEY}`)]).toEqual([method, 404]);
});

test('WAL-01b a stolen key opens no object: no hidden picture, no list, no upload', async () => {
  const hidden = await post();
  await decide(hidden, 'approved');
  await outside.server.deps.db.transaction().execute((trx) => setPhotoHidden(trx, CLUB, hidden, new Date()));
  const query = `?k=${KEY}&key=${KEY}&X-Amz-Security-Token=${KEY}`;
  const reads = [hidden, thumbnailKey(hidden)].map((key) => ['GET', `/s3/photos/${key}${query}`] as const);
  for (const [method, path] of nonEmpty([
    ...reads,
    ['GET', `/s3/photos${query}&list-type=2`] as const,
    ['GET', `/s3/photos/ugc/${CLUB}/${EVENT}/${query}`] as const,
    ['PUT', `/s3/photos/${newPhotoKey()}${query}`] as const,
    ['DELETE', `/s3/photos/${hidden}${query}`] as const,
  ]))
    expect([method, path, (await statusOf(method, path)) >= 400]).toEqual([method, path, true]);
  expect(await outside.server.kept.stat(hidden)).not.toBeNull();
});

test('WAL-01c a stolen key that is revoked opens nothing any more, also with the tag of what was seen', async () => {
  const { tag } = (await (await ask(own)).json()) as { tag: string };
  await outside.server.deps.db
    .updateTable('wall_key')
    .set({ revoked_at: new Date() })
    .where('event_id', '=', EVENT)
    .execute();
  await expect.poll(async () => (await ask(own)).status, { timeout: 10_000 }).toBe(404);
  expect((await ask({ ...own, known: tag })).status).toBe(404);
});
