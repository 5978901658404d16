import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteAccount } from '../../server/api/account/deleteAccount.ts';
import type { NewPhoto } from '../../src/contract/entities.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { createAdmin } from './adminSetup.ts';
import { expectExactCounts } from './countsCheck.ts';
import { NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
let admin: ReturnType<typeof createAdmin>;
/** Hidden and shown again by the tests; its neighbour stays. */
let photo: NewPhoto;
let neighbour: NewPhoto;
let code: string;

const base64 = (key: string) => Buffer.from(key).toString('base64');
const facets = { comment: '夕焼けのゴール', htag: '#夕焼け #青', player: '高峰 蓮,朝比奈 颯', photo_location: '場所A' };

beforeAll(async () => {
  server = await startRoutesServer();
  admin = createAdmin(server);
  for (const user of ['author', 'reader', 'other']) await server.join(user);
  admin.write(
    's.json',
    '[{"season_id": "s1", "season_name": "S", "season_period_start": "2026-01-01 00:00:00", "season_period_end": "2026-12-31 23:59:59"}]',
  );
  await admin.done('import', 'seasons', 's.json');
  admin.write('p.csv', 'name\n高峰 蓮\n朝比奈 颯\n');
  await admin.done('import', 'persons', 'p.csv');
  await server.addEvent('m1', { season_id: 's1', post_limit: 3 });
  photo = server.storePhoto('author', 'm1', facets);
  neighbour = server.storePhoto('author', 'm1', { ...facets, htag: '#青', player: '高峰 蓮' });
  expect(await server.post('author', 'm1', [neighbour, photo])).toMatchObject({ status: 200 });
  await server.ok('putReaction', {
    as: 'reader',
    body: { media_url: photo.media_url, reaction: '1', targetuser: 'author' },
  });
  for (const media_url of [photo.media_url, 'm1'])
    await server.ok('putFavorite', { as: 'reader', body: { media_url, targetuser: 'author' } });
  const comment = await say('reader', '最高です');
  await server.ok('putCommentReaction', {
    as: 'other',
    body: { media_url: photo.media_url, comment_id: comment, targetuser: 'reader' },
  });
  code = (await server.ok('putShortUrl', { body: { original_url: photo.media_url } })).degenerate_url;
});
afterAll(() => server.close());

async function say(as: string, comment: string, parent_id: string | null = null): Promise<string> {
  const body = { comment, media_url: photo.media_url, targetuser: 'author', parent_id };
  return (await server.ok('putComment', { as, body })).comment_id;
}

/** Everything a fan can ask that could show the photo. */
async function everything() {
  const { media_url } = photo;
  const list = (query: Record<string, string>, as?: string) =>
    server.ok('getPublicList', { params: { publicListId: 'all' }, query, ...(as ? { as } : {}) });
  return {
    all: await list({}),
    own: await list({ u: 'author' }, 'author'),
    event: await list({ e: 'm1' }),
    season: await list({ s: 's1' }),
    place: await list({ pl: '場所A' }),
    tag: await list({ ht: '夕焼け' }),
    sharedTag: await list({ ht: '青' }),
    person: await list({ cp: '朝比奈 颯' }),
    persons: await list({ cp: '高峰 蓮,朝比奈 颯' }),
    words: await list({ search_text: '夕焼け' }),
    detail: await server.ok('getPhoto', { query: { media_url: base64(media_url) } }),
    ownDetail: await server.ok('getPhoto', { as: 'author', query: { media_url: base64(media_url) } }),
    reacted: await server.ok('getReactions', { as: 'reader' }),
    reactions: await server.ok('getReactions', { query: { media_url } }),
    bookmarks: await server.ok('getFavoritePhotos', { as: 'reader' }),
    bookmarked: await server.ok('getFavorites', { as: 'reader' }),
    bookmarkCount: await server.ok('getFavoriteCount', { query: { media_url } }),
    commented: await server.ok('getCommentedPhotos', { as: 'reader' }),
    comments: await server.ok('getComments', { params: { media_url } }),
    commentReactions: await server.ok('getCommentReactions', { params: { media_url } }),
    shortUrl: await server.call('getShortUrl', { query: { degenerate_url: code } }),
    notices: await server.ok('getNotices', { as: 'author' }),
    unread: await server.ok('getUnreadCount', { as: 'author' }),
    theEvent: await server.ok('getEvent', { params: { eventId: 'm1' } }),
    events: await server.ok('getEvents'),
    seasons: await server.ok('getSeasons'),
    persons_: await server.ok('getPersons'),
    personCounts: await server.ok('getPersonCounts'),
  };
}

describe('a hidden photo', () => {
  test('is in no list, search, detail, counter or short link for anybody, and comes back as it was', async () => {
    const before = await everything();
    expect(JSON.stringify(before.shortUrl)).toContain(photo.media_url);
    expect(before.theEvent).toMatchObject({ count: 2, postUser_list: [{ user_id: 'author', count: 2 }] });

    expect(await admin.done('photo', 'hide', photo.media_url, '--dry-run')).toContain('Dry run');
    expect(await everything()).toEqual(before);
    expect(await admin.done('photo', 'hide', photo.media_url)).toBe(`Photo ${photo.media_url} is hidden.\n`);
    expect(await admin.done('photo', 'hide', photo.media_url)).toContain('as it was');

    const hidden = await everything();
    const { reactions, ...rest } = hidden;
    expect(JSON.stringify(rest)).not.toContain(photo.media_url);
    expect(reactions).toMatchObject({ reactions: [], total: 0, own_reacted: false });
    for (const name of ['all', 'own', 'event', 'season', 'place', 'sharedTag', 'words'] as const) {
      expect(
        hidden[name].media_list.map(({ media_url }) => media_url),
        name,
      ).toEqual([neighbour.media_url]);
      expect(hidden[name].total, name).toBe(name === 'words' ? null : 1);
    }
    for (const name of ['tag', 'person', 'persons'] as const) expect(hidden[name].media_list, name).toEqual([]);
    expect(hidden.tag.total).toBe(0);
    expect(hidden.comments).toEqual({ comments: [], count: 0 });
    expect(hidden.commentReactions.list).toEqual([]);
    expect(hidden.bookmarkCount.number).toBe(0);
    expect(hidden.bookmarked.list).toEqual([{ media_url: 'm1' }]);
    expect(hidden.shortUrl).toEqual({ status: 404, code: 'NOT_FOUND' });
    expect(hidden.theEvent).toMatchObject({ count: 1, person_list: ['高峰 蓮'], postUser_list: [{ count: 1 }] });
    expect(hidden.seasons.list[0]).toMatchObject({ count: 1, person_list: ['高峰 蓮'] });
    expect(hidden.persons_.list.map(({ count }) => count)).toEqual([1, 0]);

    expect(await admin.done('photo', 'unhide', code)).toContain('shown again');
    expect(await admin.done('photo', 'unhide', code)).toContain('as it was');
    expect(await everything()).toEqual(before);
  });

  test('takes nothing from anybody but its deletion (OPR-02h); a resend does not bring it back', async () => {
    await admin.done('photo', 'hide', `https://example.jp/${CLUB}/?q=${code}`);
    const { media_url } = photo;
    const body = { public_list_id: 'event' as const, media_url };
    expect(await server.call('deletePhoto', { as: 'other', body })).toEqual({ status: 404, code: 'NOT_FOUND' });
    const refused = [
      await server.call('putReaction', { as: 'other', body: { media_url, reaction: '1', targetuser: 'author' } }),
      await server.call('putFavorite', { as: 'other', body: { media_url, targetuser: 'author' } }),
      await server.call('putComment', {
        as: 'other',
        body: { media_url, comment: 'x', targetuser: 'author', parent_id: null },
      }),
      await server.call('putShortUrl', { body: { original_url: media_url } }),
      await server.call('putCaption', {
        as: 'author',
        body: {
          ...body,
          caption: 'x',
          photo_location: null,
          player: '',
          htag: '',
          event_id: 'm1',
          season_id: null,
          usepermit: true,
          team_id: null,
        },
      }),
    ];
    expect(refused).toEqual(refused.map(() => ({ status: 404, code: 'NOT_FOUND' })));
    await server.ok('putViewHistory', { body: { media_url, kind: '拡大画像' } });
    expect(await server.post('author', 'm1', [photo])).toMatchObject({ status: 200 });
    expect((await everything()).all.total).toBe(1);
    expect(server.stored.has(media_url)).toBe(true);
    await expectExactCounts(server.db);
    await admin.done('photo', 'unhide', media_url);
  });

  test('ACC-10b leaves with its author, counted once', async () => {
    await server.join('leaver');
    const own = server.storePhoto('leaver', 'm1', facets);
    await server.post('leaver', 'm1', [own]);
    await admin.done('photo', 'hide', own.media_url);
    const comment_id = await say('leaver', 'さようなら');
    await say('leaver', 'またね');
    await admin.done('comment', 'hide', comment_id);
    const count = async () => (await server.ok('getComments', { params: { media_url: photo.media_url } })).count;
    expect(await count()).toBe(2);
    await deleteAccount(server.db, 'leaver', new Date(NOON));
    await expectExactCounts(server.db);
    expect(await count()).toBe(1);
    const [shown] = (await server.ok('getPhoto', { query: { media_url: base64(photo.media_url) } })).list;
    expect(shown?.comment_count).toBe(1);
  });

  test('hidden and shown again by many at once is counted once', async () => {
    for (const word of ['hide', 'unhide', 'hide', 'unhide']) {
      await Promise.all(Array.from({ length: 4 }, () => admin.done('photo', word, photo.media_url)));
      await expectExactCounts(server.db);
    }
  });
});

describe('comments and reports', () => {
  /** Ids of the comments with words, and the photo agrees on their number. */
  const read = async () => {
    const { comments, count } = await server.ok('getComments', { params: { media_url: photo.media_url } });
    const [detail] = (await server.ok('getPhoto', { query: { media_url: base64(photo.media_url) } })).list;
    expect(detail?.comment_count).toBe(count);
    return comments.flatMap(({ comment_id, isDeleted }) => (isDeleted ? [] : [comment_id])).toSorted();
  };

  test('SOC-04b a hidden comment is gone; with replies it keeps its place without its words, and comes back', async () => {
    const before = await read();
    const rude = await say('other', 'ひどい言葉');
    const reply = await say('reader', 'やめましょう', rude);
    const all = () => server.ok('getComments', { params: { media_url: photo.media_url } });
    const shown = await all();
    // As the product tells the author of a comment.
    const notice = { notice_id: `comment-${rude}`, recipient_id: 'author', title: '', body: '', url: null };
    await server.db
      .insertInto('notice')
      .values({ tenant: CLUB, ...notice, kind: 'comment', user_id: 'other', media_url: photo.media_url })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const told = async () => {
      const { list } = await server.ok('getNotices', { as: 'author' });
      return list.some(({ notice_id }) => notice_id === notice.notice_id);
    };
    expect(await told()).toBe(true);
    await admin.done('comment', 'hide', rude);
    expect(await told()).toBe(false);
    expect(await admin.done('comment', 'hide', rude)).toContain('as it was');
    const place = (await all()).comments.find(({ comment_id }) => comment_id === rude);
    expect(place).toMatchObject({ comment: '', isDeleted: true });
    expect(await read()).toEqual([...before, reply].toSorted());
    const { comments, count } = await all();
    expect(count).toBe(before.length + 1);
    expect(comments.map(({ comment_id }) => comment_id)).toContain(rude);
    await admin.done('comment', 'hide', reply);
    // Nothing hangs on it any more.
    expect((await all()).comments.map(({ comment_id }) => comment_id)).not.toContain(rude);
    expect((await server.ok('getCommentedPhotos', { as: 'other' })).media_list).toEqual([]);
    const refused = await server.call('putComment', {
      as: 'reader',
      body: { media_url: photo.media_url, comment: 'x', targetuser: 'other', parent_id: rude },
    });
    expect(refused).toEqual({ status: 404, code: 'NOT_FOUND' });
    expect(
      await server.call('deleteComment', { as: 'other', body: { comment_id: rude, timestamp: 'x' } }),
    ).toMatchObject({
      status: 404,
    });
    await admin.done('comment', 'unhide', reply);
    await admin.done('comment', 'unhide', rude);
    expect(await all()).toEqual(shown);
    expect(await told()).toBe(true);
  });

  test('SOC-04b hiding a comment its author deleted, and showing it again, counts nothing', async () => {
    const shown = async () =>
      (await server.ok('getPhoto', { query: { media_url: base64(photo.media_url) } })).list[0]?.comment_count;
    const before = await shown();
    const comment_id = await say('other', '消した言葉');
    await server.ok('deleteComment', { as: 'other', body: { comment_id, timestamp: 'x' } });
    for (const what of ['hide', 'unhide'] as const) {
      await admin.done('comment', what, comment_id);
      expect(await shown()).toBe(before);
    }
  });

  test('API-PUT-/media/public/list/item/report/comment reports are listed, read and closed', async () => {
    expect(await admin.done('reports', 'list')).toBe(`${CLUB} has no open reports.\n`);
    const comment_id = await say('other', '迷惑な\nコメント');
    const report = (as: string) =>
      server.ok('putCommentReport', {
        as,
        body: {
          comment: '迷惑',
          comment_id,
          media_url: photo.media_url,
          screen_id: 'other',
          timestamp: 'x',
          screen_name: 'other',
        },
      });
    for (const as of ['reader', 'author', 'reader']) await report(as);
    const listed = await admin.done('reports', 'list');
    expect(listed).toContain(`${comment_id}  2026.06.10 12:00  2 reports, open, comment shown`);
    expect(listed).toContain('other: 迷惑な コメント');
    expect(await admin.done('reports', 'list', '--tenant', LEAGUE)).toBe(`${LEAGUE} has no open reports.\n`);
    expect(JSON.parse(await admin.done('reports', 'list', '--json'))).toMatchObject([
      { comment_id, state: 'open', reports: 2, comment: '迷惑な\nコメント' },
    ]);
    const text = await admin.done('reports', 'read', comment_id);
    expect(text).toContain('reader (reader), open');
    expect(text).toContain(photo.media_url);
    expect(await admin.done('reports', 'close', comment_id, '--hide', '--dry-run')).toContain('2 reports closed.');
    expect(await admin.done('reports', 'close', comment_id, '--hide')).toBe(
      `2 reports closed.\nComment ${comment_id} is hidden.\n`,
    );
    expect(await admin.done('reports', 'close', comment_id)).toBe('0 reports closed.\n');
    expect(await admin.done('reports', 'list')).toBe(`${CLUB} has no open reports.\n`);
    expect(await admin.done('reports', 'list', '--all')).toContain('2 reports, closed, comment hidden');
    expect(await read()).not.toContain(comment_id);
    expect(await admin.run('reports', 'read', 'absent')).toMatchObject({ code: 1, out: '' });
    // Of another tenant: not there.
    expect((await admin.run('comment', 'unhide', comment_id, '--tenant', LEAGUE)).code).toBe(1);
  });
});

test('PHO-08a FAN-06e faces and best-shot marks reach the photo, and its author is told of the mark', async () => {
  const shown = async () => (await server.ok('getPhoto', { query: { media_url: base64(photo.media_url) } })).list[0];
  const faces = [{ name: '高峰 蓮', BoundingBox: { Left: 0.1, Top: 0.25, Width: 0.5, Height: 0.5 } }];
  admin.write('faces.json', JSON.stringify(faces));
  expect(await admin.done('photo', 'faces', code, 'faces.json')).toContain('1 changed');
  expect(await admin.done('photo', 'faces', code, 'faces.json')).toContain('0 changed');
  const told = async () => (await server.ok('getNotices', { as: 'author' })).list.filter(({ kind }) => kind === 'best');
  await admin.done('photo', 'best-shot', code);
  expect(await shown()).toMatchObject({ option: 'best', face_info: faces });
  expect(await told()).toMatchObject([{ media_url: photo.media_url, user_id: null, isRead: false }]);
  // Another mark of the same photo is no other news.
  await admin.done('photo', 'best-shot', code, '--mark', 'MVP');
  expect(await told()).toHaveLength(1);
  await admin.done('photo', 'best-shot', code, '--clear');
  expect(await shown()).toMatchObject({ option: null, face_info: faces });
  expect(await told()).toEqual([]);

  admin.write('outside.json', '[{"name": "x", "BoundingBox": {"Left": 2, "Top": 0, "Width": 1, "Height": 1}}]');
  expect((await admin.run('photo', 'faces', code, 'outside.json')).err).toContain(
    'face_info: 0.BoundingBox.Left: must be at most 1',
  );
  const cell = JSON.stringify(faces).replaceAll('"', '""');
  admin.write(
    'marks.csv',
    `media_url,option,face_info\n${photo.media_url},,\n${neighbour.media_url},審査員賞,"${cell}"\n`,
  );
  expect(await admin.done('import', 'photo-marks', 'marks.csv')).toContain('0 new, 2 changed');
  expect(await admin.done('import', 'photo-marks', 'marks.csv')).toContain('2 as they were');
  expect(await shown()).toMatchObject({ option: null, face_info: [] });
  const unknown = photo.media_url.replace(/.{20}\.jpg$/, `${'z'.repeat(20)}.jpg`);
  admin.write('unknown.csv', `media_url,option\n${unknown},best\n`);
  expect((await admin.run('import', 'photo-marks', 'unknown.csv')).err).toContain('line 2, media_url: is not known');
  for (const reference of ['s~nothing', 'x', unknown, `https://example.jp/?q=${unknown}`])
    expect(await admin.run('photo', 'hide', reference)).toMatchObject({ code: 1, out: '' });
  expect(await admin.done('photo', 'show', neighbour.media_url)).toContain('Mark      審査員賞');
});
