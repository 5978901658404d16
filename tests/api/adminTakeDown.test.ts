/** A photo taken down for good: rows and objects, and nothing that brings them back. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readRemovals } from '../../server/admin/backup/removals.ts';
import { removeOrphanedObjects } from '../../server/objects/removeOrphanedObjects.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import type { NewPhoto } from '../../src/contract/entities.ts';
import { photoKeys } from '../../src/rules/objectKeys.ts';
import { CLUB } from '../support/tenants.ts';
import { createAdmin } from './adminSetup.ts';
import { expectExactCounts } from './countsCheck.ts';
import { createCountingBucket } from './orphansSetup.ts';
import { NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
let admin: ReturnType<typeof createAdmin>;
let photo: NewPhoto;
let rounds = 0;
const WHY = ['--reason', '権利者の申し立て'] as const;

beforeAll(async () => {
  server = await startRoutesServer();
  admin = createAdmin(server);
  for (const user of ['author', 'reader']) await server.join(user);
});
afterAll(() => server.close());
beforeEach(async () => {
  rounds += 1;
  await server.addEvent(`e${rounds}`);
  await server.db.deleteFrom('orphan_check').execute();
  photo = server.storePhoto('author', `e${rounds}`, { comment: '夕焼け', htag: '#夕焼け', player: '高峰 蓮' });
  for (const key of photoKeys(photo.media_url)) server.stored.set(key, { size: 10, owner: 'author' });
  server.stored.set(photo.media_url, { size: 1000, owner: 'author' });
  expect(await server.post('author', `e${rounds}`, [photo])).toMatchObject({ status: 200 });
});

const objectsOf = ({ media_url }: NewPhoto) => photoKeys(media_url).filter((key) => server.stored.has(key));
const rowsOf = async (table: 'photo' | 'reaction' | 'comment' | 'short_url' | 'picture_job') =>
  server.db.selectFrom(table).select('media_url').where('media_url', '=', photo.media_url).execute();
const removals = () =>
  server.db
    .selectFrom('operator_log')
    .select(['what', 'reason', 'outcome', 'details'])
    .where('act', '=', 'photo remove')
    .where('what', '=', photo.media_url)
    .orderBy('id')
    .execute();

test('OPR-02a removing takes rows, counters and objects of all sizes, and is written down with its keys', async () => {
  const { media_url } = photo;
  await server.ok('putReaction', { as: 'reader', body: { media_url, reaction: '1', targetuser: 'author' } });
  await server.ok('putComment', {
    as: 'reader',
    body: { comment: '最高', media_url, targetuser: 'author', parent_id: null },
  });
  const code = (await server.ok('putShortUrl', { body: { original_url: media_url } })).degenerate_url;
  const before = await server.ok('getPublicList', { params: { publicListId: 'all' }, query: {} });

  expect(await admin.done('photo', 'remove', media_url, ...WHY, '--dry-run')).toContain('is removed');
  expect(objectsOf(photo)).toHaveLength(photoKeys('').length);
  expect(await server.ok('getPublicList', { params: { publicListId: 'all' }, query: {} })).toEqual(before);
  expect(await admin.run('photo', 'remove', media_url)).toMatchObject({ code: 2 });

  const out = await admin.done('photo', 'remove', `https://x.test/${CLUB}/?q=${code}`, ...WHY);
  expect(out).toContain(`Photo ${media_url} is removed.\nIts pictures are removed, in all sizes.\n`);
  expect(objectsOf(photo)).toEqual([]);
  for (const table of ['photo', 'reaction', 'comment', 'short_url', 'picture_job'] as const)
    expect(await rowsOf(table), table).toEqual([]);
  const after = await server.ok('getPublicList', { params: { publicListId: 'all' }, query: {} });
  expect(JSON.stringify(after)).not.toContain(media_url);
  expect(await server.call('getShortUrl', { query: { degenerate_url: code } })).toMatchObject({ status: 404 });
  await expectExactCounts(server.db);
  expect(await removals()).toMatchObject([
    { reason: WHY[1], outcome: `Photo ${media_url} is removed.`, details: { user_id: 'author' } },
    {
      reason: WHY[1],
      outcome: 'Its pictures are removed, in all sizes.',
      details: { keys: [...photoKeys(media_url)] },
    },
  ]);
});

test('OPR-02b a removal that broke off is finished by the same command, and by the server', async () => {
  const { media_url } = photo;
  const broken = createAdmin(server, { store: { remove: () => Promise.reject(new Error('no line')) } });
  const ran = await broken.run('photo', 'remove', media_url, ...WHY);
  expect(ran).toMatchObject({
    code: 3,
    out: expect.stringContaining('is removed'),
    err: expect.stringContaining('no line'),
  });
  expect(await rowsOf('photo')).toEqual([]);
  expect(objectsOf(photo)).toHaveLength(photoKeys('').length);
  expect(await admin.done('photo', 'remove', media_url, ...WHY)).toContain('as it was');
  expect(objectsOf(photo)).toEqual([]);
  expect((await admin.run('photo', 'remove', `ugc/${CLUB}/e1/original/${'n'.repeat(20)}.jpg`, ...WHY)).code).toBe(1);
});

test('OPR-02d it is noted beside the backups, or the operator is told that it is not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'removals-'));
  const noting = (backupDir: string) => createAdmin(server, { store: { remove: async () => {}, backupDir } });
  expect(await admin.done('photo', 'remove', photo.media_url, ...WHY)).toContain('would bring it back');
  expect(await noting(folder).done('photo', 'remove', photo.media_url, ...WHY)).toContain('No backup');
  expect(await readRemovals(folder)).toMatchObject([{ tenant: CLUB, mediaUrl: photo.media_url }]);
  writeFileSync(join(folder, 'file'), '');
  const blocked = await noting(join(folder, 'file')).run('photo', 'remove', photo.media_url, ...WHY);
  expect(blocked).toMatchObject({ code: 3, err: expect.stringContaining('could not be noted') });
  rmSync(folder, { recursive: true });
});

test('OPR-02c what is stored late under its keys goes within minutes, whatever its age', async () => {
  const elsewhere = createAdmin(server, { store: null });
  expect(await elsewhere.done('photo', 'remove', photo.media_url, ...WHY)).toContain('The server removes its pictures');
  const bucket = createCountingBucket();
  const forgotten: string[] = [];
  const forget = async (keys: readonly string[]) => {
    forgotten.push(...keys);
    return true;
  };
  let now = NOON;
  const sweep = () => removeOrphanedObjects({ db: server.db, objects: { ...bucket.kept, forget }, now: () => now });
  const late = [photo.media_url, thumbnailKey(photo.media_url)];
  // The server takes over, then a phone's put lands, then a derived picture.
  for (const key of late) {
    bucket.stored.set(key, now);
    expect(await sweep()).toMatchObject({ removed: 1 });
    expect([...bucket.stored.keys()]).toEqual([]);
    now += 60_000;
  }
  // Whatever was found, a network may have more of it.
  expect(forgotten).toEqual([...photoKeys(photo.media_url), ...photoKeys(photo.media_url)]);
  now += 16 * 24 * 3_600_000;
  await sweep();
  expect(
    await server.db.selectFrom('orphan_check').select('place').where('place', '=', photo.media_url).execute(),
  ).toEqual([]);
});

test('OPR-02e a network that was not told is told by the server, until it has taken it, and then no more', async () => {
  // The command ended before it came to that.
  const killed = createAdmin(server, {
    store: { remove: async () => {}, forget: () => Promise.reject(new Error('no line')) },
  });
  const { media_url } = photo;
  const out = await killed.done('photo', 'remove', media_url, ...WHY);
  expect(out).toContain('The picture network was not told: no line');
  const other = server.storePhoto('author', `e${rounds}`);
  expect(await server.post('author', `e${rounds}`, [other])).toMatchObject({ status: 200 });
  await killed.done('photo', 'remove', other.media_url, ...WHY);

  const bucket = createCountingBucket();
  const asked: string[] = [];
  let refused: string | null = media_url;
  const forget = async ([key = '', ...more]: readonly string[]) => {
    expect(more).toHaveLength(photoKeys('').length - 1);
    asked.push(key);
    if (key === refused) throw new Error('403');
    return true;
  };
  let now = NOON;
  const sweep = () => removeOrphanedObjects({ db: server.db, objects: { ...bucket.kept, forget }, now: () => now });
  await expect(sweep()).rejects.toThrow('403');
  expect(asked.toSorted()).toEqual([media_url, other.media_url].toSorted());
  asked.length = 0;
  now += 60_000;
  await expect(sweep()).rejects.toThrow('403');
  refused = null;
  now += 60_000;
  await sweep();
  expect(asked).toEqual([media_url, media_url]);
  // Days later something comes late and is removed; the network refuses that once.
  asked.length = 0;
  now += 3 * 24 * 3_600_000;
  bucket.stored.set(thumbnailKey(media_url), now);
  refused = media_url;
  await expect(sweep()).rejects.toThrow('403');
  expect([...bucket.stored.keys()]).toEqual([]);
  refused = null;
  for (let days = 0; days < 3; days += 1) {
    now += 24 * 3_600_000;
    await sweep();
  }
  expect(asked).toEqual([media_url, media_url]);
});

test('OPR-02c a phone that registers it once more is through with it, and it stays gone', async () => {
  await admin.done('photo', 'remove', photo.media_url, ...WHY);
  for (const key of [photo.media_url, thumbnailKey(photo.media_url)])
    server.stored.set(key, { size: key === photo.media_url ? 1000 : 100, owner: 'author' });
  const answer = await server.post('author', `e${rounds}`, [photo]);
  expect(answer).toMatchObject({ status: 200, answer: { media_list: [{ media_url: photo.media_url }] } });
  expect(await rowsOf('photo')).toEqual([]);
  expect(await server.post('reader', `e${rounds}`, [photo])).toMatchObject({ status: 409, code: 'MEDIA_URL_TAKEN' });
  const original = await server.ok('putOriginals', { as: 'author', body: { media_urls: [photo.media_url] } });
  expect(original.originals).toEqual([{ media_url: photo.media_url, state: 'gone' }]);
});

test('OPR-02a an event that shows the photo has no picture afterwards, and the command says so', async () => {
  await server.addEvent(`own${rounds}`, {
    user_id: 'author',
    thumbnail: photo.media_url,
    descriptive_photo: photo.media_url,
  });
  const out = await admin.done('photo', 'remove', photo.media_url, ...WHY);
  expect(out).toContain(`Event own${rounds} showed it, and has no picture now.`);
  expect(await server.ok('getEvent', { params: { eventId: `own${rounds}` } })).toMatchObject({ thumbnail: null });
});
