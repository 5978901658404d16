/** What §3 and §5 say of the wire, as a client written from the specification alone would look for it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '../../server/api/account/deleteAccount.ts';
import { deletedComments } from '../../server/database/migrations/deletedComments.ts';
import { truncate } from '../../src/contract/characters.ts';
import { CALL_LIMITS, PLAYER_NAME_MAX } from '../../src/contract/limits.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { draftOf } from './contract/draft.ts';
import { NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
let photo = '';
beforeAll(async () => {
  server = await startRoutesServer();
  for (const id of ['aki', 'ben', 'eve']) await server.join(id);
  await server.addEvent('e');
  const stored = server.storePhoto('aki', 'e', { fileName: 'ゴール前.JPG' });
  await server.post('aki', 'e', [stored]);
  photo = stored.media_url;
});
afterAll(() => server.close());

const toBase64 = (text: string) => Buffer.from(text).toString('base64url');
const photosOf = async (cp: string) =>
  (await server.ok('getPublicList', { params: { publicListId: 'all' }, query: { cp } })).media_list.map(
    ({ media_url }) => media_url,
  );
const comment = (as: string, text: string, parent_id: string | null = null) =>
  server.ok('putComment', { as, body: { comment: text, media_url: photo, targetuser: 'aki', parent_id } });
const reactionsOfComments = async () =>
  (await server.ok('getCommentReactions', { params: { media_url: photo } })).list.map(({ comment_id }) => comment_id);

test('API-GET-/media/public/list/item list and detail tell a photo’s file name, not the picked one’s', async () => {
  const { media_list } = await server.ok('getPublicList', { params: { publicListId: 'all' } });
  const { list } = await server.ok('getPhoto', { query: { media_url: toBase64(photo) } });
  const name = photo.split('/').at(-1);
  expect(name).toMatch(/^\w+\.jpg$/);
  expect([media_list[0]?.fileName, list[0]?.fileName]).toEqual([name, name]);
});

test('API-GET-/reaction/items a reaction tells its photo and its value', async () => {
  await server.ok('putReaction', { as: 'ben', body: { media_url: photo, reaction: '1', targetuser: 'aki' } });
  const { list } = await server.ok('getPhoto', { query: { media_url: toBase64(photo) } });
  const one = { user_id: 'ben', user_name: 'ben', user_avatar: null, media_url: photo, reaction: '1' };
  expect(list[0]?.reactionInfo.reactions).toEqual([one]);
  expect(await server.ok('getReactions', { query: { media_url: photo } })).toMatchObject({ reactions: [one] });
});

test('API-GET-/media/public/list/item/comments/{media_url} a comment names those that answer it', async () => {
  const first = await comment('aki', 'はじめ');
  const reply = await comment('ben', 'こたえ', first.comment_id);
  const second = await comment('eve', 'もうひとつ', first.comment_id);
  const { comments } = await server.ok('getComments', { params: { media_url: photo } });
  expect(Object.fromEntries(comments.map(({ comment_id, children }) => [comment_id, children?.toSorted()]))).toEqual({
    [first.comment_id]: [reply.comment_id, second.comment_id].toSorted(),
    [reply.comment_id]: [],
    [second.comment_id]: [],
  });
});

test('API-GET-/comment/reaction/items/{media_url} a comment’s reactions go with it, or with its author', async () => {
  const [deleted, left, stays] = [await comment('ben', 'a'), await comment('eve', 'b'), await comment('aki', 'c')];
  for (const { comment_id } of [deleted, left, stays])
    await server.ok('putCommentReaction', { as: 'aki', body: { media_url: photo, comment_id, targetuser: 'x' } });
  expect(await reactionsOfComments()).toHaveLength(3);
  await server.ok('deleteComment', {
    as: 'ben',
    body: { comment_id: deleted.comment_id, timestamp: '2026.06.10 12:00' },
  });
  await deleteAccount(server.db, 'eve', new Date(NOON));
  expect(await reactionsOfComments()).toEqual([stays.comment_id]);
  const rows = await server.db.selectFrom('comment_reaction').select('comment_id').execute();
  expect(rows).toEqual([{ comment_id: stays.comment_id }]);
  // What a comment deleted before the migration still had goes with it, and nothing else.
  const row = { tenant: CLUB, media_url: photo, user_id: 'ben' };
  const comments = [deleted, stays].map(({ comment_id }) => ({ ...row, comment_id }));
  await server.db.insertInto('comment_reaction').values(comments).execute();
  await deletedComments.up(server.db);
  const kept = await server.db.selectFrom('comment_reaction').select(['comment_id', 'user_id']).execute();
  expect(kept.toSorted((a, b) => a.user_id.localeCompare(b.user_id))).toEqual([
    { comment_id: stays.comment_id, user_id: 'aki' },
    { comment_id: stays.comment_id, user_id: 'ben' },
  ]);
});

test('API-PUT-/media/list/items the camera facts of a photo are no list', async () => {
  const exif = [] as unknown as null;
  expect(await server.post('aki', 'e', [server.storePhoto('aki', 'e', { exif })])).toEqual({
    status: 400,
    code: 'INVALID_REQUEST',
  });
  expect(await server.post('aki', 'e', [server.storePhoto('aki', 'e', { exif: {} })])).toMatchObject({ status: 200 });
});

test('API-PUT-/memorial/event/item what is refused as wrong does not use up the hour’s changes of events', async () => {
  const put = async (fields: Parameters<typeof draftOf>[0]) =>
    (await server.call('putEvent', { as: 'ben', body: draftOf(fields) })).status;
  const { count } = CALL_LIMITS.events.fan;
  const wrong = [{ crawl_period_end: '2026-01-01 00:00:00' }, { event_name: '' }];
  for (let i = 0; i < count + 1; i++) expect(await put(wrong[i % 2] ?? {})).toBe(400);
  const { event_id } = await server.ok('putEvent', { as: 'ben', body: draftOf({}) });
  for (let i = 1; i < count; i++) expect(await put({ event_id, event_name: `e${i}` })).toBe(200);
  expect(await put({})).toBe(429);
});

test('SRC-05a photos of a person are found however the name is spelled, in the condition and at the post', async () => {
  const person = { tenant: CLUB, team_id: null, number: null };
  await server.db
    .insertInto('person')
    .values(['山田 Taro 10', '山田'].map((name) => ({ ...person, name })))
    .execute();
  const photos = ['山田 Taro 10', '山田taro１０', 'だれか さん'].map((player) =>
    server.storePhoto('aki', 'e', { player }),
  );
  await server.post('aki', 'e', photos);
  const [listed, other, nobody] = photos.map(({ media_url }) => media_url);
  for (const cp of ['山田 Taro 10', '山田TARO10', '山田　taro　１０', '山田 Taro 10,山田ｔａｒｏ10'])
    expect([cp, (await photosOf(cp)).toSorted()]).toEqual([cp, [listed, other].toSorted()]);
  expect(await photosOf('山田')).toEqual([]);
  expect(await photosOf('だれか さん')).toEqual([nobody]);
  await server.ok('putCaption', {
    as: 'aki',
    body: {
      public_list_id: 'event',
      media_url: nobody ?? '',
      caption: '',
      photo_location: null,
      player: '山田 ＴＡＲＯ10',
      htag: '',
      event_id: 'e',
      season_id: null,
      usepermit: true,
      team_id: null,
    },
  });
  expect(await photosOf('山田taro10')).toContain(nobody);
});

test('SRC-05a photos of an unlisted person or place are found however spelled, and counted once', async () => {
  await server.db
    .insertInto('person')
    .values({ tenant: LEAGUE, name: 'ﾀﾞﾚｶ SAN', team_id: null, number: null })
    .execute();
  await server.join('aki', LEAGUE);
  await server.addEvent('v', { tenant: LEAGUE });
  const photos = ['ｱｵｼﾏ 7', 'アオシマ７', 'だれか さん'].map((player, index) =>
    server.storePhoto('aki', 'v', { player, photo_location: ['ゲート Ａ', 'ｹﾞｰﾄa', null][index] ?? null }, LEAGUE),
  );
  await server.post('aki', 'v', photos, LEAGUE);
  const urls = photos.map(({ media_url }) => media_url);
  const find = async (query: { cp: string } | { pl: string } | { cp: string; pl: string; search_text: string }) => {
    const page = await server.ok('getPublicList', { tenant: LEAGUE, params: { publicListId: 'all' }, query });
    return { found: page.media_list.map(({ media_url }) => media_url).toSorted(), total: page.total };
  };
  const both = { found: urls.slice(0, 2).toSorted(), total: 2 };
  for (const cp of ['アオシマ 7', 'ｱｵｼﾏ７', 'アオ シマ7', 'アオシマ7,ｱｵｼﾏ 7'])
    expect([cp, await find({ cp })]).toEqual([cp, both]);
  expect(await find({ cp: 'だれか　さん' })).toEqual({ found: [urls[2]], total: 1 });
  for (const pl of ['ゲートA', 'ｹﾞｰﾄ ａ']) expect([pl, await find({ pl })]).toEqual([pl, both]);
  expect(await find({ cp: 'アオシマ7', pl: 'ゲート a', search_text: 'アオ' })).toMatchObject({ found: both.found });
  expect(await find({ cp: 'アオ' })).toEqual({ found: [], total: 0 });
});

test('SRC-05a a listed person has the photos of every spelling, also of one posted before the listing', async () => {
  await server.post(
    'aki',
    'e',
    ['ﾊﾔﾃ ９', 'はやて', 'ハヤテ 9'].map((player) => server.storePhoto('aki', 'e', { player })),
  );
  const person = { tenant: CLUB, team_id: null, number: null };
  await server.db
    .insertInto('person')
    .values({ ...person, name: 'ハヤテ９' })
    .execute();
  const { list } = await server.ok('getPersons');
  expect(list.find(({ name }) => name === 'ハヤテ９')?.count).toBe(2);
});

test('SRC-05a a name that grows when it is compared does not outgrow the index', async () => {
  for (const sign of ['\ufdfa', `あ${'\u0f73'.repeat(9)}`, `a${'\u0344'.repeat(15)}`, '👨‍👩‍👧', 'Ⱥ']) {
    const name = truncate(sign.repeat(PLAYER_NAME_MAX), PLAYER_NAME_MAX);
    const stored = server.storePhoto('aki', 'e', { player: name, photo_location: name });
    expect([sign, await server.post('aki', 'e', [stored])]).toMatchObject([sign, { status: 200 }]);
    expect([sign, await photosOf(name)]).toEqual([sign, [stored.media_url]]);
  }
});
