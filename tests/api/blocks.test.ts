/** A block between two fans: every place where one fan is shown to another, from both sides (STF-05). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteAccount } from '../../server/api/account/deleteAccount.ts';
import { tellFollowers } from '../../server/api/notices/postNoticeRepository.ts';
import type { PhotoPage } from '../../src/contract/entities.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
/** Photos by their authors. 'cho' is a third fan, on whose photo the two meet. */
const photos = new Map<string, string>();
const comments = new Map<string, string>();
const photoOf = (user: string) => photos.get(user) ?? '';
const commentOf = (user: string) => comments.get(user) ?? '';

beforeAll(async () => {
  server = await startRoutesServer();
  await server.addEvent('e');
  for (const user of ['aki', 'ben', 'cho']) await server.join(user);
  for (const user of ['aki', 'ben']) await server.join(user, LEAGUE);
  for (const user of ['aki', 'ben', 'cho']) {
    const photo = server.storePhoto(user, 'e', { comment: `旗 ${user}`, player: '山田 太郎' });
    await server.post(user, 'e', [photo]);
    photos.set(user, photo.media_url);
  }
  for (const [one, other] of [
    ['aki', 'ben'],
    ['ben', 'aki'],
  ] as const) {
    const body = { comment: `by ${one}`, media_url: photoOf('cho'), targetuser: 'cho', parent_id: null };
    comments.set(one, (await server.ok('putComment', { as: one, body })).comment_id);
    for (const media_url of [photoOf('cho'), photoOf(other)]) {
      await server.ok('putReaction', { as: one, body: { media_url, reaction: '1', targetuser: 'x' } });
      await server.ok('putFavorite', { as: one, body: { media_url, targetuser: null } });
    }
    await server.ok('putComment', { as: one, body: { ...body, media_url: photoOf(other) } });
    await server.ok('putFollow', { as: one, body: { follow_user: 'cho' } });
    await server.ok('putFollow', { as: 'cho', body: { follow_user: one } });
  }
  for (const user of ['aki', 'ben']) {
    const body = { media_url: photoOf('cho'), comment_id: commentOf('aki'), targetuser: 'aki' };
    await server.ok('putCommentReaction', { as: user, body });
    await server.ok('putCommentReaction', { as: user, body: { ...body, comment_id: commentOf('ben') } });
  }
});
beforeEach(async () => {
  await server.db.deleteFrom('fan_block').execute();
  await server.db.deleteFrom('identity_limit').execute();
  await follow('aki', 'ben');
  await follow('ben', 'aki');
});
afterAll(() => server.close());

/** Also where the call would be refused: what a list shows is decided when it is read. */
const follow = (user_id: string, follow_user: string) =>
  server.db
    .insertInto('follow')
    .values({ tenant: CLUB, user_id, follow_user })
    .onConflict((c) => c.doNothing())
    .execute();
const block = (as: string, block_user: string) => server.ok('putBlock', { as, body: { block_user } });

type Sees = (as: string | undefined, other: string) => Promise<boolean>;
const isIn = async (page: Promise<unknown>, author: string) =>
  ((await page) as PhotoPage).media_list.some(({ user_id }) => user_id === author);
const caller = (as: string | undefined) => (as === undefined ? {} : { as });
const list =
  (query: Record<string, string> = {}): Sees =>
  (as, other) =>
    isIn(server.ok('getPublicList', { ...caller(as), params: { publicListId: 'all' }, query }), other);

/** Places of the product where one fan meets another: whether `as` sees `other` there. */
const PLACES: Readonly<Record<string, Sees>> = {
  'list of all photos': list(),
  'list of an event': list({ event_id: 'e' }),
  'list found by words': list({ search_text: '旗' }),
  'list of players': list({ any_of: '山田 太郎' }),
  'list of a fan': (as, other) => list({ u: other })(as, other),
  'photo by its address': async (as, other) =>
    (await server.ok('getPhoto', { ...caller(as), query: { media_url: btoa(photoOf(other)) } })).list.length > 0,
  'popular photos': (as, other) => isIn(server.ok('getPopularPhotos', { ...caller(as), query: {} }), other),
  'photos somebody liked': async (as, other) => {
    const answer = await server.ok('getReactions', { ...caller(as), query: { u: other } });
    return 'media_list' in answer && answer.media_list.length > 0;
  },
  'who likes a photo': async (as, other) => {
    const answer = await server.ok('getReactions', { ...caller(as), query: { media_url: photoOf('cho') } });
    return 'reactions' in answer && answer.reactions.some(({ user_id }) => user_id === other);
  },
  'who likes a photo of theirs': async (as, other) => {
    const answer = await server.ok('getReactions', { ...caller(as), query: { media_url: photoOf(other) } });
    return 'reactions' in answer && answer.total > 0;
  },
  'comments of a third fan’s photo': async (as, other) => {
    const answer = await server.ok('getComments', { ...caller(as), params: { media_url: photoOf('cho') } });
    return answer.comments.some(
      (one) => one.user_id === other || one.screen_name === other || one.comment.includes(other),
    );
  },
  'comments of a photo of theirs': async (as, other) =>
    (await server.ok('getComments', { ...caller(as), params: { media_url: photoOf(other) } })).comments.length > 0,
  'who likes a comment': async (as, other) => {
    const answer = await server.ok('getCommentReactions', { ...caller(as), params: { media_url: photoOf('cho') } });
    return answer.list.some(({ user_id }) => user_id === other);
  },
  'whom a third fan follows': async (as, other) => {
    const { follow_list } = await server.ok('getFollows', { ...caller(as), params: { user_id: 'cho' } });
    return follow_list.some(({ follow_user }) => follow_user === other);
  },
  'who follows a third fan': async (as, other) => {
    const { follower_list } = await server.ok('getFollowers', { ...caller(as), params: { user_id: 'cho' } });
    return follower_list.some(({ user_id }) => user_id === other);
  },
  'whom they follow': async (as, other) =>
    (await server.ok('getFollows', { ...caller(as), params: { user_id: other } })).follow_list.length > 0,
  'who follows them': async (as, other) =>
    (await server.ok('getFollowers', { ...caller(as), params: { user_id: other } })).follower_list.length > 0,
};
/** Places only a fan has. */
const OWN_PLACES: Readonly<Record<string, Sees>> = {
  'photos of followed fans': (as = '', other) => isIn(server.ok('getFollowedPhotos', { as, query: {} }), other),
  'own bookmarks': (as = '', other) => isIn(server.ok('getFavoritePhotos', { as, query: {} }), other),
  'own likes': (as = '', other) => isIn(server.ok('getReactions', { as, query: {} }), other),
  'own comments': (as = '', other) => isIn(server.ok('getCommentedPhotos', { as, query: {} }), other),
  notices: async (as = '', other) =>
    (await server.ok('getNotices', { as })).list.some(({ user_id }) => user_id === other),
};
const PAIRS = [
  ['aki', 'ben'],
  ['ben', 'aki'],
] as const;
const allPlaces = Object.entries({ ...PLACES, ...OWN_PLACES });

test.each(allPlaces)('STF-05a %s: neither of the two sees the other, whoever blocked', async (_, sees) => {
  const state = () => Promise.all(PAIRS.map(([one, other]) => sees(one, other)));
  expect(await state()).toEqual([true, true]);
  for (const [one, other] of PAIRS) {
    await block(one, other);
    await follow('aki', 'ben');
    await follow('ben', 'aki');
    expect([one, await state()]).toEqual([one, [false, false]]);
    await server.ok('deleteBlock', { as: one, body: { block_user: other } });
    await follow('aki', 'ben');
    await follow('ben', 'aki');
    expect(await state()).toEqual([true, true]);
  }
});

test.each(Object.entries(PLACES))('STF-05b %s: others and visitors see both as before', async (_, sees) => {
  await block('aki', 'ben');
  await follow('aki', 'ben');
  await follow('ben', 'aki');
  for (const as of ['cho', undefined])
    expect([as, await sees(as, 'aki'), await sees(as, 'ben')]).toEqual([as, true, true]);
});

/** What one fan does to another, as calls. */
const deeds = (other: string) => {
  const media_url = photoOf(other);
  const said = { comment: 'ねえ', targetuser: other };
  return [
    ['putFollow', { follow_user: other }],
    ['putComment', { ...said, media_url, parent_id: null }],
    ['putComment', { ...said, media_url: photoOf('cho'), parent_id: commentOf(other) }],
    ['putCommentReaction', { media_url: photoOf('cho'), comment_id: commentOf(other), targetuser: other }],
    ['putReaction', { media_url, reaction: '1', targetuser: other }],
    ['putFavorite', { media_url, targetuser: null }],
  ] as const;
};

test('STF-05a nothing is done to each other: follow, comment, answer, like, bookmark', async () => {
  const outcomes = async () => {
    const all: unknown[] = [];
    for (const [one, other] of PAIRS)
      for (const [name, body] of deeds(other)) {
        const reply = await server.call(name, { as: one, body } as never);
        all.push('code' in reply ? reply.code : 200);
      }
    return all;
  };
  await block('aki', 'ben');
  expect(new Set(await outcomes())).toEqual(new Set(['NOT_FOUND']));
  await server.ok('deleteBlock', { as: 'aki', body: { block_user: 'ben' } });
  expect(new Set(await outcomes())).toEqual(new Set([200]));
});

test('STF-05a what is one’s own is still deleted on the photo of the other', async () => {
  const body = { comment: '消します', media_url: photoOf('ben'), targetuser: 'ben', parent_id: null };
  const { comment_id } = await server.ok('putComment', { as: 'aki', body });
  await block('ben', 'aki');
  await server.ok('deleteComment', { as: 'aki', body: { comment_id, timestamp: 't' } });
  await server.ok('deleteReaction', { as: 'aki', body: { media_url: photoOf('ben'), reaction: '1' } });
});

test('STF-05a a new post is told to no follower whom a block keeps from its author', async () => {
  await server.db.deleteFrom('notice').execute();
  await block('ben', 'aki');
  await follow('ben', 'aki');
  await server.post('aki', 'e', [server.storePhoto('aki', 'e')]);
  await tellFollowers(server.db, new Date(NOON + 60_000));
  await server.ok('deleteBlock', { as: 'ben', body: { block_user: 'aki' } });
  const kinds = async (as: string) => (await server.ok('getNotices', { as })).list.map(({ kind }) => kind);
  expect([await kinds('ben'), await kinds('cho')]).toEqual([[], ['post']]);
});

test('STF-05b a block ends the follows of both and their notices, and tells nobody', async () => {
  await server.db.deleteFrom('follow').execute();
  await server.db.deleteFrom('notice').execute();
  for (const [one, other] of PAIRS) await server.ok('putFollow', { as: one, body: { follow_user: other } });
  await block('aki', 'ben');
  await server.ok('deleteBlock', { as: 'aki', body: { block_user: 'ben' } });
  expect(await server.db.selectFrom('follow').select('user_id').execute()).toEqual([]);
  expect(await server.db.selectFrom('notice').select('notice_id').execute()).toEqual([]);
});

test('STF-05b neither oneself, nor strangers, nor the official user is blocked', async () => {
  await server.join('club');
  await server.db.insertInto('official_user').values({ tenant: CLUB, user_id: 'club' }).execute();
  const outcome = async (block_user: string) => {
    const reply = await server.call('putBlock', { as: 'aki', body: { block_user } });
    return 'code' in reply ? reply.code : 200;
  };
  expect([await outcome('aki'), await outcome('nobody'), await outcome('club')]).toEqual([
    'NOT_FOUND',
    'NOT_FOUND',
    'NOT_ALLOWED',
  ]);
});

test('STF-05c a block holds in all tenants, and goes with either account', async () => {
  await block('aki', 'ben');
  await server.join('dai');
  await block('dai', 'aki');
  server.setNow(NOON + 1000);
  await block('aki', 'dai');
  server.setNow(NOON);
  expect((await server.ok('getBlocks', { as: 'aki', tenant: LEAGUE })).list.map(({ user_id }) => user_id)).toEqual([
    'dai',
    'ben',
  ]);
  const elsewhere = await server.call('putFollow', { as: 'ben', tenant: LEAGUE, body: { follow_user: 'aki' } });
  expect('code' in elsewhere && elsewhere.code).toBe('NOT_FOUND');
  expect((await server.ok('getExport', { as: 'aki' })).blocked_users).toEqual(['ben', 'dai']);
  await deleteAccount(server.db, 'dai', new Date(NOON));
  expect((await server.ok('getBlocks', { as: 'aki' })).list).toHaveLength(1);
  expect(await server.db.selectFrom('fan_block').select('user_id').execute()).toEqual([{ user_id: 'aki' }]);
});

test('STF-05a no call of the suite made the server fail', () => {
  expect(server.errors).toEqual([]);
});
