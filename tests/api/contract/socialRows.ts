import { expect } from 'vitest';
import { CLUB } from '../../support/tenants.ts';
import { badKeys, done, KEY, type Rows, type World } from './rowTypes.ts';

const reportOf = (comment_id: string, media_url: string) => ({
  comment: 'x',
  comment_id,
  media_url,
  screen_id: 'ben',
  timestamp: '2026.06.10 12:00',
  screen_name: 'ben',
});
const UUID = 'abcdef01-2345-6789-abcd-ef0123456789';
const reactionTo = (media_url: string) => ({ media_url, reaction: '1' }) as const;
const isReactedBy = async ({ ok }: World, as: string, media_url: string) => {
  const info = await ok('getReactions', { as, query: { media_url } });
  return 'own_reacted' in info && info.own_reacted;
};

export const socialRows: Rows<
  | 'getComments'
  | 'putComment'
  | 'deleteComment'
  | 'putCommentReport'
  | 'putPhotoReport'
  | 'putFanReport'
  | 'putAppeal'
  | 'getCommentReactions'
  | 'putCommentReaction'
  | 'deleteCommentReaction'
  | 'getReactions'
  | 'putReaction'
  | 'deleteReaction'
  | 'putFavorite'
  | 'deleteFavorite'
  | 'getFavoriteCount'
  | 'getFavorites'
  | 'getFavoriteEvents'
> = {
  getComments: {
    input: async (world) => ({ params: { media_url: (await world.newComment('ben')).media_url } }),
    answers: ({ params }) => ({
      count: 1,
      comments: [{ ...params, comment: 'hello', user_id: 'ben', isDeleted: false }],
    }),
    invalid: badKeys.filter(Boolean).map((media_url) => ({ params: { media_url } })),
    otherTenant: { count: 0, comments: [] },
    otherUser: { count: 1 },
  },
  putComment: {
    async input(world) {
      const body = { comment: 'すごい', media_url: await world.newPhoto(), targetuser: 'aki', parent_id: null };
      return { body };
    },
    answers: () => ({ comment_id: expect.stringMatching(/^[\w-]{36}$/) }),
    invalid: [
      { body: {} },
      ...['', '   ', '<b></b>', '\u200b\u3164', 'x'.repeat(501), 'a\u0000'].map((comment) => ({
        body: { comment, media_url: KEY, targetuser: 'aki', parent_id: null },
      })),
      ...['', 'x', '--all', null, `${UUID}0`, UUID.toUpperCase()].map((comment_id) => ({
        body: { comment_id, comment: 'x', media_url: KEY, targetuser: 'aki', parent_id: null },
      })),
    ],
    otherTenant: 'NOT_FOUND',
    otherUser: { comment_id: expect.any(String) },
  },
  deleteComment: {
    input: async (world) => ({ body: { comment_id: (await world.newComment('aki')).comment_id, timestamp: 't' } }),
    answers: () => done,
    invalid: [
      { body: {} },
      { body: { comment_id: '..', timestamp: 't' } },
      { body: { comment_id: 'x', timestamp: '' } },
    ],
    otherTenant: 'NOT_FOUND',
    otherUser: 'NOT_ALLOWED',
    async holds({ body }, { db }) {
      const row = await db
        .selectFrom('comment')
        .select('deleted_at')
        .where('comment_id', '=', body?.comment_id ?? '')
        .executeTakeFirst();
      expect(row).toEqual({ deleted_at: null });
    },
  },
  putCommentReport: {
    async input(world) {
      const { comment_id, media_url } = await world.newComment('ben');
      return { body: reportOf(comment_id, media_url) };
    },
    answers: () => done,
    invalid: [{ body: {} }, ...badKeys.map((media_url) => ({ body: reportOf('x', media_url) }))],
    otherTenant: 'NOT_FOUND',
    // It is ben's own.
    otherUser: 'NOT_ALLOWED',
  },
  putPhotoReport: {
    input: async (world) => ({ body: { media_url: await world.newPhoto('ben'), reason: 'privacy', text: '' } }),
    answers: () => done,
    invalid: [
      { body: {} },
      ...badKeys.map((media_url) => ({ body: { media_url, reason: 'privacy', text: '' } })),
      { body: { media_url: KEY, reason: 'boring', text: '' } },
      { body: { media_url: KEY, reason: 'spam', text: 'x'.repeat(501) } },
    ],
    otherTenant: 'NOT_FOUND',
    // It is ben's own.
    otherUser: 'NOT_ALLOWED',
  },
  putFanReport: {
    input: () => ({ body: { user_id: 'ben', reason: 'spam', text: '' } }),
    answers: () => done,
    invalid: [{ body: {} }, { body: { user_id: 'a b', reason: 'spam', text: '' } }],
    otherTenant: done,
    // Oneself.
    otherUser: 'NOT_FOUND',
  },
  putAppeal: {
    async input({ db }) {
      const at = new Date('2026-06-10T03:00:00Z');
      const about = { tenant: CLUB, kind: 'fan', subject: 'aki', author_id: 'aki', shown: 'aki' } as const;
      const decided = { reports: 1, independent: 1, decision: 'warn', reason: 'r', decided_by: 'x' } as const;
      const { case_id } = await db
        .insertInto('report_case')
        .values({ ...about, ...decided, opened_at: at, last_at: at, decided_at: at })
        .returning('case_id')
        .executeTakeFirstOrThrow();
      const notice_id = `case-${case_id}`;
      const words = { title: 't', body: 'b', url: null, user_id: null, media_url: null };
      await db
        .insertInto('notice')
        .values({ tenant: CLUB, notice_id, recipient_id: 'aki', ...words, case_id })
        .execute();
      return { body: { notice_id, text: '誤解です' } };
    },
    answers: () => done,
    invalid: [
      { body: {} },
      { body: { notice_id: 'n', text: '' } },
      { body: { notice_id: 'n', text: '<b> </b>' } },
      { body: { notice_id: 'n', text: 'x'.repeat(501) } },
    ],
    otherTenant: 'NOT_FOUND',
    otherUser: 'NOT_FOUND',
  },
  getCommentReactions: {
    async input(world) {
      const { comment_id, media_url } = await world.newComment('ben');
      await world.ok('putCommentReaction', { as: 'aki', body: { comment_id, media_url, targetuser: 'ben' } });
      return { params: { media_url } };
    },
    answers: () => ({ list: [{ user_id: 'aki' }] }),
    invalid: badKeys.filter(Boolean).map((media_url) => ({ params: { media_url } })),
    otherTenant: { list: [] },
    otherUser: { list: [{ user_id: 'aki' }] },
  },
  putCommentReaction: {
    input: async (world) => ({ body: { ...(await world.newComment('ben')), targetuser: 'ben' } }),
    answers: () => done,
    invalid: [{ body: {} }, { body: { comment_id: 'a b', media_url: KEY, targetuser: 'ben' } }],
    otherTenant: 'NOT_FOUND',
    otherUser: done,
  },
  deleteCommentReaction: {
    async input(world) {
      const { comment_id, media_url } = await world.newComment('ben');
      await world.ok('putCommentReaction', { as: 'aki', body: { comment_id, media_url, targetuser: 'ben' } });
      return { body: { comment_id } };
    },
    answers: () => done,
    invalid: [{ body: {} }, { body: { comment_id: null } }],
    otherTenant: done,
    otherUser: done,
    async holds({ body }, { db }) {
      const rows = await db
        .selectFrom('comment_reaction')
        .select('user_id')
        .where('comment_id', '=', body?.comment_id ?? '')
        .execute();
      expect(rows).toEqual([{ user_id: 'aki' }]);
    },
  },
  getReactions: {
    async input(world) {
      const media_url = await world.newPhoto();
      await world.ok('putReaction', { as: 'aki', body: { ...reactionTo(media_url), targetuser: 'aki' } });
      return { query: { media_url } };
    },
    answers: ({ query }) => ({ ...query, total: 1, own_reacted: true, reactions: [{ user_id: 'aki' }] }),
    invalid: badKeys.map((media_url) => ({ query: { media_url } })),
    otherTenant: { total: 0, reactions: [], own_reacted: false },
    otherUser: { total: 1, reactions: [{ user_id: 'aki' }], own_reacted: false },
  },
  putReaction: {
    input: async (world) => ({ body: { ...reactionTo(await world.newPhoto()), targetuser: 'aki' } }),
    answers: () => done,
    invalid: [
      { body: {} },
      { body: { media_url: KEY, reaction: '2', targetuser: 'aki' } },
      { body: { media_url: KEY, reaction: 1, targetuser: 'aki' } },
    ],
    otherTenant: 'NOT_FOUND',
    otherUser: done,
    holds: async ({ body }, world) => expect(await isReactedBy(world, 'aki', body?.media_url ?? '')).toBe(false),
  },
  deleteReaction: {
    async input(world) {
      const body = reactionTo(await world.newPhoto());
      await world.ok('putReaction', { as: 'aki', body: { ...body, targetuser: 'aki' } });
      return { body };
    },
    answers: () => done,
    invalid: [{ body: {} }, ...badKeys.map((media_url) => ({ body: reactionTo(media_url) }))],
    otherTenant: done,
    otherUser: done,
    holds: async ({ body }, world) => expect(await isReactedBy(world, 'aki', body?.media_url ?? '')).toBe(true),
  },
  putFavorite: {
    input: async (world) => ({ body: { media_url: await world.newPhoto(), targetuser: 'aki' } }),
    answers: () => done,
    invalid: [
      { body: {} },
      { body: { media_url: 'a/b', targetuser: null } },
      { body: { media_url: '', targetuser: null } },
    ],
    otherTenant: 'NOT_FOUND',
    otherUser: done,
  },
  deleteFavorite: {
    async input(world) {
      const media_url = await world.newPhoto();
      await world.ok('putFavorite', { as: 'aki', body: { media_url, targetuser: 'aki' } });
      return { body: { media_url } };
    },
    answers: () => done,
    invalid: [{ body: {} }, { body: { media_url: '../x' } }],
    otherTenant: done,
    otherUser: done,
    holds: async ({ body }, { ok }) =>
      expect(await ok('getFavoriteCount', { query: { media_url: body?.media_url ?? '' } })).toEqual({ number: 1 }),
  },
  getFavoriteCount: {
    async input(world) {
      const media_url = await world.newPhoto();
      await world.ok('putFavorite', { as: 'aki', body: { media_url, targetuser: 'aki' } });
      return { query: { media_url } };
    },
    answers: () => ({ number: 1 }),
    invalid: [{}, { query: { media_url: 'a/b' } }],
    otherTenant: { number: 0 },
    otherUser: { number: 1 },
  },
  getFavorites: {
    async input(world) {
      await world.ok('putFavorite', { as: 'aki', body: { media_url: 'e', targetuser: null } });
      return {};
    },
    answers: () => ({ list: expect.arrayContaining([{ media_url: 'e' }]) }),
    invalid: [],
    otherTenant: { list: [] },
    otherUser: { list: expect.not.arrayContaining([{ media_url: 'e' }]) },
  },
  getFavoriteEvents: {
    async input(world) {
      await world.ok('putFavorite', { as: 'aki', body: { media_url: 'e', targetuser: null } });
      return {};
    },
    answers: () => ({ event_list: [{ event_id: 'e' }] }),
    invalid: [],
    otherTenant: { event_list: [] },
    otherUser: { event_list: [] },
  },
};
