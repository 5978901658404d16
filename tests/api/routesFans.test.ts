/** What fans decide for themselves, and what they hear of each other. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteAccount } from '../../server/api/account/deleteAccount.ts';
import { ALLOTTED_MS } from '../../server/identity/allotments.ts';
import { CALL_LIMITS, LIST_PAGE_MAX } from '../../src/contract/limits.ts';
import { WORD_VOTES } from '../../src/contract/wordLimits.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { deviceOf, messageOf } from './contract/contactRows.ts';
import type { World } from './contract/rowTypes.ts';
import { startWorld } from './contract/world.ts';
import { NOON } from './routesServer.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  world.setNow(NOON);
  await world.identityDb.deleteFrom('identity_limit').execute();
});
afterAll(() => world.close());

let clock = NOON;
/** A second after the one before. */
function comment(as: string, media_url: string, parent_id: string | null = null) {
  clock += 1000;
  world.setNow(clock);
  return world.ok('putComment', { as, body: { comment: `by ${as}`, media_url, targetuser: 'aki', parent_id } });
}
const react = (as: string, media_url: string) =>
  world.ok('putReaction', { as, body: { media_url, reaction: '1', targetuser: 'aki' } });
const unreact = (as: string, media_url: string) =>
  world.ok('deleteReaction', { as, body: { media_url, reaction: '1' } });
/** Notices of actions to a photo (null: to the fan), the latest first. */
const deedsOf = async (as: string, media_url: string | null) =>
  (await world.ok('getNotices', { as })).list.filter(
    (notice) => notice.kind !== 'news' && notice.media_url === media_url,
  );

test('MOD-04 API-PUT-/user/firststeps an account is new until its first steps end, in all tenants', async () => {
  const isNew = async (as: string, tenant: string) =>
    (await world.ok('getOwnAttributes', { as, tenant })).first_steps ?? false;
  expect(await isNew('dai', CLUB)).toBe(true);
  await world.ok('putFirstSteps', { as: 'dai', body: { first_steps: false } });
  expect(await isNew('dai', CLUB)).toBe(false);
  expect(await isNew('dai', LEAGUE)).toBe(false);
  expect(await isNew('ben', CLUB)).toBe(true);
});

describe('API-PUT-/user/mute/item', () => {
  const mute = (mute_user: string) => world.ok('putMute', { as: 'dai', body: { mute_user } });

  test('API-PUT-/user/mute/item API-DELETE-/user/mute/item leaves out all of theirs, for the muter only', async () => {
    const theirs = await world.newPhoto('muted');
    const others = await world.newPhoto('aki');
    const own = await world.newPhoto('dai');
    await react('muted', others);
    await react('ben', others);
    const first = await comment('muted', others);
    const second = await comment('muted', others);
    await comment('ben', others, second.comment_id);
    for (const media_url of [theirs, others]) {
      await world.ok('putFavorite', { as: 'dai', body: { media_url, targetuser: null } });
    }
    await mute('muted');
    await comment('muted', own);
    await react('muted', own);
    await world.ok('putFollow', { as: 'muted', body: { follow_user: 'dai' } });

    const urls = async (as: string, query = {}) =>
      (await world.ok('getPublicList', { as, params: { publicListId: 'all' }, query })).media_list.map(
        (photo) => photo.media_url,
      );
    expect(await urls('dai')).not.toContain(theirs);
    expect(await urls('dai', { search_text: '', e: 'e', photographer: 'staff' })).not.toContain(theirs);
    expect(await urls('ben')).toContain(theirs);
    // Gone there on purpose, the muter sees them.
    expect(await urls('dai', { u: 'muted' })).toContain(theirs);
    expect((await world.ok('getPhoto', { as: 'dai', query: { media_url: btoa(theirs) } })).list).toHaveLength(1);
    const bookmarked = (await world.ok('getFavoritePhotos', { as: 'dai' })).media_list.map((photo) => photo.media_url);
    expect(bookmarked).toEqual([others]);
    const seen = await world.ok('getComments', { as: 'dai', params: { media_url: others } });
    expect(seen.count).toBe(1);
    // What was answered keeps its place, without its words.
    expect(seen.comments).toMatchObject([
      { comment_id: second.comment_id, comment: '', isDeleted: true, isMuted: true },
      { comment: 'by ben', isDeleted: false },
    ]);
    const public_ = await world.ok('getComments', { params: { media_url: others } });
    expect(public_.comments).toMatchObject([{ comment_id: first.comment_id, comment: 'by muted' }, {}, {}]);
    expect(await world.ok('getReactions', { as: 'dai', query: { media_url: others } })).toMatchObject({
      reactions: [{ user_id: 'ben' }],
      total: 2,
    });
    for (const about of [own, null]) expect(await deedsOf('dai', about)).toEqual([]);

    await world.ok('deleteMute', { as: 'dai', body: { mute_user: 'muted' } });
    expect(await urls('dai')).toContain(theirs);
  });

  test('API-GET-/media/public/list/items/{publicListId} pages on past muted people, without gap or double', async () => {
    await world.addEvent('crowd');
    const post = async (as: string) => {
      const photo = world.storePhoto(as, 'crowd');
      await world.post(as, 'crowd', [photo]);
      return photo.media_url;
    };
    const wanted = [await post('aki')];
    for (let i = 0; i < 9; i++) await post('muted');
    wanted.unshift(await post('ben'));
    await mute('muted');
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { e: 'crowd', l: '2', ...(cursor ? { cursor } : {}) };
      const page = await world.ok('getPublicList', { as: 'dai', params: { publicListId: 'event' }, query });
      expect(page.media_list.length > 0 || page.cursor === null).toBe(true);
      found.push(...page.media_list.map((photo) => photo.media_url));
      cursor = page.cursor ?? undefined;
    } while (cursor !== undefined);
    expect(found).toEqual(wanted);
  });

  test('API-PUT-/user/mute/item refuses oneself and nobody', async () => {
    for (const mute_user of ['dai', 'nobody', 'elsewhere']) {
      const reply = await world.call('putMute', { as: 'dai', body: { mute_user } });
      expect(reply).toEqual({ status: 404, code: 'NOT_FOUND' });
    }
  });
});

describe('notices of actions', () => {
  test('API-GET-/notice/fan SOC-08a a comment and a reply tell whom they are for, once, and go with it', async () => {
    const media_url = await world.newPhoto('cho');
    const first = await comment('ben', media_url);
    expect(await deedsOf('cho', media_url)).toMatchObject([
      { kind: 'comment', user_id: 'ben', user_name: 'ben', media_url, title: '', body: '', isRead: false },
    ]);
    world.setNow(NOON + 1000);
    const answer = await comment('cho', media_url, first.comment_id);
    expect(await deedsOf('ben', media_url)).toMatchObject([{ kind: 'reply', user_id: 'cho', media_url }]);
    await comment('ben', media_url, answer.comment_id);
    expect((await deedsOf('cho', media_url)).map((notice) => notice.kind).sort()).toEqual(['comment', 'reply']);
    await world.ok('deleteComment', { as: 'ben', body: { comment_id: first.comment_id, timestamp: 't' } });
    expect((await deedsOf('cho', media_url)).map((notice) => notice.kind)).toEqual(['reply']);
    await world.ok('deletePhoto', { as: 'cho', body: { public_list_id: 'event', media_url } });
    expect(await deedsOf('cho', media_url)).toEqual([]);
    expect(await deedsOf('ben', media_url)).toEqual([]);
  });

  test('API-GET-/notice/fan API-PUT-/notice/fan/read one notice a photo, unread again at a new reaction', async () => {
    const media_url = await world.newPhoto('cho');
    await react('ben', media_url);
    world.setNow(NOON + 1000);
    await react('aki', media_url);
    await react('cho', media_url);
    const [notice] = await deedsOf('cho', media_url);
    expect(notice).toMatchObject({ kind: 'reaction', user_id: 'aki', count: 3, isRead: false });
    const read = () => world.ok('putNoticeRead', { as: 'cho', body: { notice_ids: [notice?.notice_id ?? ''] } });
    await read();
    await unreact('aki', media_url);
    expect(await deedsOf('cho', media_url)).toMatchObject([{ user_id: 'ben', isRead: true }]);
    // Pressing again and again is no news.
    await unreact('ben', media_url);
    expect(await deedsOf('cho', media_url)).toEqual([]);
    await react('ben', media_url);
    await read();
    await react('dai', media_url);
    expect(await deedsOf('cho', media_url)).toMatchObject([{ user_id: 'dai', isRead: false }]);
    for (const as of ['ben', 'dai', 'cho']) await unreact(as, media_url);
    expect(await deedsOf('cho', media_url)).toEqual([]);
  });

  test('API-PUT-/user/notice/settings what is turned off makes no notice; own actions never do', async () => {
    const media_url = await world.newPhoto('cho');
    await comment('cho', media_url);
    await world.ok('putNoticeSettings', {
      as: 'cho',
      body: { comment: true, reply: true, reaction: false, follow: false },
    });
    await react('ben', media_url);
    await world.ok('putFollow', { as: 'ben', body: { follow_user: 'cho' } });
    expect(await deedsOf('cho', media_url)).toEqual([]);
    expect(await deedsOf('cho', null)).toEqual([]);
    await world.ok('deleteFollow', { as: 'ben', body: { follow_user: 'cho' } });
    const all = { comment: true, reply: true, reaction: true, follow: true };
    await world.ok('putNoticeSettings', { as: 'cho', body: all });
    await world.ok('putFollow', { as: 'ben', body: { follow_user: 'cho' } });
    expect(await deedsOf('cho', null)).toMatchObject([{ kind: 'follow', user_id: 'ben' }]);
    await world.ok('deleteFollow', { as: 'ben', body: { follow_user: 'cho' } });
    expect(await deedsOf('cho', null)).toEqual([]);
    // What was told and read before stays read.
    await react('aki', media_url);
    const [told] = await deedsOf('cho', media_url);
    await world.ok('putNoticeRead', { as: 'cho', body: { notice_ids: [told?.notice_id ?? ''] } });
    await world.ok('putNoticeSettings', { as: 'cho', body: { ...all, reaction: false } });
    await react('dai', media_url);
    expect(await deedsOf('cho', media_url)).toMatchObject([{ user_id: 'aki', isRead: true }]);
    await world.ok('putNoticeSettings', { as: 'cho', body: all });
  });

  test('API-GET-/user/notice/unreadcount reading all that is listed makes it 0, however many there are', async () => {
    await world.db
      .insertInto('notice')
      .values(
        Array.from({ length: LIST_PAGE_MAX + 20 }, (_, i) => ({
          tenant: CLUB,
          notice_id: `many-${i}`,
          recipient_id: 'muter',
          title: 't',
          body: 'b',
          url: null,
          user_id: null,
          media_url: null,
        })),
      )
      .execute();
    expect(await world.ok('getUnreadCount', { as: 'muter' })).toEqual({ Count: LIST_PAGE_MAX });
    const { list } = await world.ok('getNotices', { as: 'muter' });
    await world.ok('putNoticeRead', { as: 'muter', body: { notice_ids: list.map((notice) => notice.notice_id) } });
    expect(await world.ok('getUnreadCount', { as: 'muter' })).toEqual({ Count: 0 });
  });
});

describe('API-GET-/user/export', () => {
  test('API-GET-/user/export has all the fan left in all tenants, nothing of others; ACC-10b nothing stays', async () => {
    await world.join('eve');
    await world.join('eve', LEAGUE);
    await world.join('blocked');
    await world.addEvent('away', { tenant: LEAGUE });
    const away = world.storePhoto('eve', 'away', { comment: 'away' }, LEAGUE);
    await world.post('eve', 'away', [away], LEAGUE);
    const home = world.storePhoto('eve', 'e', { comment: 'home', alt: '旗', htag: '#a', player: '山田 太郎' });
    await world.post('eve', 'e', [home]);
    const others = await world.newPhoto('aki');
    const { comment_id } = await comment('eve', others);
    await react('eve', others);
    await world.ok('putFavorite', { as: 'eve', body: { media_url: others, targetuser: null } });
    await world.ok('putViewHistory', { as: 'eve', body: { media_url: others, kind: '拡大画像' } });
    await world.ok('putMute', { as: 'eve', body: { mute_user: 'muted' } });
    await world.ok('putBlock', { as: 'eve', body: { block_user: 'blocked' } });
    const bens = await world.newComment('ben');
    await world.ok('putCommentReaction', { as: 'eve', body: { ...bens, targetuser: 'ben' } });
    const report = { comment: '', screen_id: 'ben', timestamp: 't', screen_name: 'ben' };
    await world.ok('putCommentReport', { as: 'eve', body: { ...bens, ...report } });
    await world.ok('putContact', { as: 'eve', body: messageOf('from-eve') });
    await world.ok('putPushDevice', { as: 'eve', body: deviceOf('eve') });
    const data = await world.ok('getExport', { as: 'eve' });
    expect(data).toMatchObject({
      user: { sub: 'eve', Name: 'eve' },
      memberships: [{ tenant_id: CLUB }, { tenant_id: LEAGUE }],
      photos: expect.arrayContaining([
        expect.objectContaining({ tenant_id: LEAGUE, media_url: away.media_url, comment: 'away' }),
        expect.objectContaining({ media_url: home.media_url, alt: '旗', htag: ['#a'], player: ['山田 太郎'] }),
      ]),
      comments: [{ tenant_id: CLUB, comment_id, comment: 'by eve' }],
      reactions: [{ media_url: others }],
      comment_reactions: [{ comment_id: bens.comment_id }],
      bookmarks: [{ target: others }],
      reports: [{ comment_id: bens.comment_id }],
      views: [{ media_url: others, count: 1 }],
      muted_users: ['muted'],
      blocked_users: ['blocked'],
      contacts: [{ tenant_id: CLUB, topic: 'usage', message: '使い方を教えてください' }],
      push_devices: [{ tenant_id: CLUB }],
    });
    expect(data.photos).toHaveLength(2);

    await deleteAccount(world.db, 'eve', new Date(NOON));
    const after = await world.ok('getExport', { as: 'eve' });
    // The stand-in for the identity provider still has the account.
    const { exported_at, user, private_name, ...left } = after;
    expect(Object.values(left).flat()).toEqual([]);
    const views = await world.db.selectFrom('view_history').selectAll().where('media_url', '=', others).execute();
    expect(views).toMatchObject([{ user_id: '', n: 1 }]);
    expect(await deedsOf('aki', others)).toEqual([]);
  });
});

describe('reactions', () => {
  test('SOC-02 API-GET-/reaction/items ambassadors stand first among those who reacted', async () => {
    const media_url = await world.newPhoto('aki');
    await world.join('amb');
    for (const [i, as] of ['amb', 'ben', 'cho'].entries()) {
      world.setNow(NOON + i * 1000);
      await react(as, media_url);
    }
    const info = await world.ok('getReactions', { query: { media_url } });
    expect(info).toMatchObject({ reactions: [{ user_id: 'amb' }, { user_id: 'cho' }, { user_id: 'ben' }], total: 3 });
  });
});

describe('how often', () => {
  const headers = (as: string) => ({
    'x-api-key': 'fan-web',
    'x-api-tenant': CLUB,
    'x-api-authorization': `Bearer of.${as}`,
    'content-type': 'application/json',
  });
  const CALLS = {
    posts: ['PUT', '/f/media/list/items'],
    originals: ['PUT', '/f/media/list/originals'],
    captions: ['PUT', '/f/media/list/item/caption'],
    comments: ['PUT', '/f/media/public/list/item/comment'],
    reports: ['PUT', '/f/media/public/list/item/report/comment'],
    events: ['PUT', '/f/memorial/event/item'],
    follows: ['PUT', '/f/user/follow/item'],
    exports: ['GET', '/f/user/export'],
    memberships: ['PUT', '/f/user/tenant'],
  } as const;

  test.each(Object.keys(CALLS) as (keyof typeof CALLS)[])(
    'ROL-02 %s are bounded per fan and per network, whatever they say',
    async (limit) => {
      const [method, path] = CALLS[limit];
      const send = async (as: string, address: string) => {
        const body = method === 'GET' ? undefined : '{}';
        return (await world.send(method, path, headers(as), body, address)).status;
      };
      const setCount = (key: string, count: number) =>
        world.identityDb.updateTable('identity_limit').set({ count }).where('key', '=', key).execute();
      const fine = method === 'GET' ? 200 : 400;
      expect(await send('aki', '203.0.113.9')).toBe(fine);
      await setCount(`${limit}:fan:aki`, CALL_LIMITS[limit].fan.count);
      expect(await send('aki', '203.0.113.10')).toBe(429);
      expect(await send('ben', '203.0.113.9')).toBe(fine);
      await setCount(`${limit}:network:203.0.113.9`, CALL_LIMITS[limit].network.count);
      world.setNow(NOON + ALLOTTED_MS);
      expect(await send('ben', '203.0.113.9')).toBe(429);
      expect(await send('ben', '203.0.113.11')).toBe(fine);
      world.setNow(NOON + CALL_LIMITS[limit].fan.windowMs + 1000);
      expect(await send('aki', '203.0.113.12')).toBe(fine);
    },
  );

  test('API-PUT-/search/word/item SRC-06 one visitor alone makes no popular word', async () => {
    const say = (word: string, address: string) => {
      const { 'x-api-authorization': _, ...anonymous } = headers('');
      return world.send('PUT', '/f/search/word/item', anonymous, JSON.stringify({ word, tagtype: 'text' }), address);
    };
    await world.db.insertInto('person').values({ tenant: CLUB, name: '宣伝', team_id: null, number: null }).execute();
    const times = WORD_VOTES.count + 5;
    for (let i = 0; i < times; i++) expect((await say('宣伝', '198.51.100.1')).status).toBe(200);
    await say('宣伝', '198.51.100.2');
    const { list } = await world.ok('getWordRanking');
    expect(list.find((one) => one.word === '宣伝')?.count).toBe(WORD_VOTES.count + 1);
  });
});
