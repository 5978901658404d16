/**
 * Each field of PHOTO_FIELDS from a post into lists, edits, counters and the export. A new field of a known type is tried without a
 * change here; one without its column fails here.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BodyOf, QueryInputOf } from '../../src/contract/endpoints.ts';
import type { NewPhoto, Photo } from '../../src/contract/entities.ts';
import { ACCEPTED } from '../../src/contract/limits.ts';
import {
  EXPORTED_NAMES,
  FACET_NAMES,
  mapFields,
  PHOTO_FIELD_NAMES,
  PHOTO_FIELDS,
  type PhotoFieldName,
  type PhotoFieldType,
  SENT_NAMES,
} from '../../src/contract/photoFields.ts';
import { listMatcher } from '../../src/rules/keptPhotos.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';
import { expectExactCounts } from './countsCheck.ts';
import { type RoutesServer, startRoutesServer } from './routesServer.ts';

/** Two values of each type, as they are sent. */
const SAMPLES = {
  message: ['最初', '次'],
  text: ['旗', '横断幕'],
  tags: ['#勝利', '#応援 #川崎'],
  names: ['山田', '佐藤,鈴木'],
  choice: ['北', '南'],
  id: ['red', 'blue'],
  switch: [true, false],
} as const satisfies Record<PhotoFieldType, readonly [string | boolean, string | boolean]>;

let server: RoutesServer;
beforeAll(async () => {
  server = await startRoutesServer();
  await server.join('aki');
  await server.addEvent('e');
  const teams = SAMPLES.id.map((team_id) => ({ tenant: CLUB, team_id, team_name: team_id }));
  await server.db.insertInto('team').values(teams).execute();
});
afterAll(() => server.close());

type Values = Readonly<Record<PhotoFieldName, string | boolean>>;
const typeOf = (name: PhotoFieldName) => PHOTO_FIELDS[name].type;
const values = (turn: 0 | 1): Values => mapFields(PHOTO_FIELD_NAMES, (name) => SAMPLES[typeOf(name)][turn]);
const listed = (sent: Values) =>
  mapFields(PHOTO_FIELD_NAMES, (name) => (typeOf(name) === 'tags' ? String(sent[name]).split(' ') : sent[name]));

/** A photo of these values, posted. */
async function post(sent: Values): Promise<string> {
  const fields = mapFields(SENT_NAMES, (name) => sent[name]) as Partial<NewPhoto>;
  const photo = server.storePhoto('aki', 'e', fields);
  const team_id = String(sent.team_id);
  const body = { event_id: 'e', season_id: null, media_list: [photo], team_id };
  await server.ok('putMediaList', { as: 'aki', body: { public_list_id: 'event', ...body } });
  return photo.media_url;
}
async function read(mediaUrl: string): Promise<Photo> {
  const [photo] = nonEmpty((await server.ok('getPhoto', { query: { media_url: btoa(mediaUrl) } })).list);
  return photo as Photo;
}
const captionOf = (media_url: string, sent: Partial<Values>) => {
  const named = Object.entries(sent).map(([name, value]) => [PHOTO_FIELDS[name as PhotoFieldName].caption, value]);
  return {
    ...{ public_list_id: 'event', media_url, event_id: 'e', season_id: null },
    ...Object.fromEntries(named),
  } as BodyOf<'putCaption'>;
};

test('FLD-01b what a post says of each field stands in its column, in lists and in the export', async () => {
  const mediaUrl = await post(values(0));
  expect(await read(mediaUrl)).toMatchObject(listed(values(0)));
  const { photos } = await server.ok('getExport', { as: 'aki' });
  const exported = nonEmpty(photos).find(({ media_url }) => media_url === mediaUrl);
  const asExported = (name: PhotoFieldName) =>
    typeOf(name) === 'names' ? String(values(0)[name]).split(',') : listed(values(0))[name];
  expect(exported).toMatchObject(mapFields(EXPORTED_NAMES, asExported));
});

test('FLD-01b an edit changes each field alone, and a post without an optional one says nothing of it', async () => {
  const mediaUrl = await post(values(0));
  for (const name of PHOTO_FIELD_NAMES) {
    const changed = { ...values(0), [name]: values(1)[name] };
    await server.ok('putCaption', { as: 'aki', body: captionOf(mediaUrl, changed) });
    expect(await read(mediaUrl)).toMatchObject(listed(changed));
  }
  const optional = PHOTO_FIELD_NAMES.filter((name) => PHOTO_FIELDS[name].isOptional);
  const older = Object.fromEntries(Object.entries(values(0)).filter(([name]) => !optional.some((one) => one === name)));
  const unsaid = mapFields(nonEmpty(optional), (name) => PHOTO_FIELDS[name].none);
  expect(await read(await post(older as Values))).toMatchObject(unsaid);
  await server.ok('putCaption', { as: 'aki', body: captionOf(mediaUrl, values(1)) });
  await server.ok('putCaption', { as: 'aki', body: captionOf(mediaUrl, older as Values) });
  expect(await read(mediaUrl)).toMatchObject(mapFields(optional, (name) => values(1)[name]));
});

test('FLD-01d each facet narrows lists, their counts and lists without signal alike', async () => {
  const [one, other] = [await post(values(0)), await post(values(1))];
  for (const name of FACET_NAMES) {
    const { param } = PHOTO_FIELDS[name].facet;
    for (const [turn, mediaUrl] of [one, other].entries()) {
      const [value = ''] = String(values(turn === 0 ? 0 : 1)[name]).split(' ');
      const query = { e: 'e', [param]: value } as QueryInputOf<'getPublicList'>;
      const all = await server.ok('getPublicList', { params: { publicListId: 'all' }, query: { e: 'e', l: '100' } });
      const found = await server.ok('getPublicList', { params: { publicListId: 'all' }, query });
      const urls = found.media_list.map(({ media_url }) => media_url);
      expect({ param, value, urls }).toMatchObject({ urls: expect.arrayContaining([mediaUrl]) });
      expect(urls).not.toContain(mediaUrl === one ? other : one);
      expect(await server.ok('getPhotoCount', { query })).toEqual({ count: urls.length });
      const matches = listMatcher({ [param]: value }, null);
      expect(all.media_list.filter((photo) => matches?.(photo)).map(({ media_url }) => media_url)).toEqual(urls);
    }
  }
  await expectExactCounts(server.db);
});

test('FLD-02b an edit leaves alone what it sends back as the photo has it, also beyond the bounds of today', async () => {
  const mediaUrl = await post(values(0));
  const long = { htag: [`#${'あ'.repeat(ACCEPTED.hashtag + 9)}`], player: ['い'.repeat(ACCEPTED.playerName + 9)] };
  await server.db.updateTable('photo').set(long).where('media_url', '=', mediaUrl).execute();
  const same = { ...values(0), htag: long.htag.join(' '), player: long.player.join(',') };
  await server.ok('putCaption', { as: 'aki', body: captionOf(mediaUrl, { ...same, comment: '新しい' }) });
  expect(await read(mediaUrl)).toMatchObject({ comment: '新しい', htag: long.htag, player: same.player });
  // What is changed keeps to them.
  const more = { ...same, htag: `${same.htag} #more`, player: `${same.player},more` };
  await server.ok('putCaption', { as: 'aki', body: captionOf(mediaUrl, more) });
  const cut = [long.htag[0]?.slice(0, ACCEPTED.hashtag + 1), '#more'];
  expect(await read(mediaUrl)).toMatchObject({ htag: cut, player: `${'い'.repeat(ACCEPTED.playerName)},more` });
});
