import { expect } from 'vitest';
import { addUpFanRanks } from '../../../server/database/fanRanks.ts';
import type { BodyOf } from '../../../src/contract/endpoints.ts';
import { LEAGUE } from '../../support/tenants.ts';
import { badKeys, done, KEY, type Rows, type World } from './rowTypes.ts';

const edit = (media_url: string): BodyOf<'putCaption'> => ({
  public_list_id: 'event',
  media_url,
  caption: 'edited',
  alt: '青い旗',
  photo_location: null,
  player: '',
  htag: '#edited',
  event_id: 'e',
  season_id: null,
  usepermit: false,
  team_id: null,
});
const post = (world: World): BodyOf<'putMediaList'> => ({
  public_list_id: 'event',
  event_id: 'e',
  season_id: null,
  team_id: null,
  media_list: [world.storePhoto('aki', 'e', { alt: '赤い旗' })],
});
const urlOf = (input: { body?: { media_url: string } }) => input.body?.media_url ?? '';
const photoOf = async ({ ok }: World, media_url: string) =>
  (await ok('getPhoto', { query: { media_url: btoa(media_url) } })).list[0];

export const mediaRows: Rows<
  | 'getFavoritePhotos'
  | 'getFollowedPhotos'
  | 'getOwnFigures'
  | 'getMemories'
  | 'getFanRanking'
  | 'getPopularPhotos'
  | 'getPublicList'
  | 'getPhotoCount'
  | 'getPhotoBytes'
  | 'getPhoto'
  | 'putMediaList'
  | 'putOriginals'
  | 'putCaption'
  | 'deletePhoto'
  | 'putViewHistory'
  | 'getCommentedPhotos'
> = {
  getFavoritePhotos: {
    async input(world) {
      await world.ok('putFavorite', { as: 'aki', body: { media_url: await world.newPhoto(), targetuser: 'aki' } });
      return { query: { l: '1' } };
    },
    answers: () => ({ media_list: [{ event_id: 'e', user_id: 'aki' }] }),
    invalid: [{ query: { cursor: '!' } }, { query: { l: '0' } }, { query: { l: '101' } }, { query: { l: 'x' } }],
    otherTenant: { media_list: [], cursor: null },
    otherUser: { media_list: [] },
  },
  getFollowedPhotos: {
    as: 'ben',
    async input(world) {
      await world.newPhoto();
      await world.ok('putFollow', { as: 'ben', body: { follow_user: 'aki' } });
      return { query: { l: '1' } };
    },
    answers: () => ({ media_list: [{ event_id: 'e', user_id: 'aki' }], total: null }),
    invalid: [{ query: { cursor: '!' } }, { query: { l: '0' } }],
    otherTenant: { media_list: [], cursor: null },
    otherUser: { total: null },
    holds: async (_, world) => {
      await world.db.deleteFrom('follow').where('user_id', '=', 'ben').execute();
    },
  },
  getOwnFigures: {
    async input(world) {
      await world.newPhoto();
      return {};
    },
    answers: () => ({ events: [{ event_id: 'e', cover: { event_id: 'e', user_id: 'aki' } }] }),
    invalid: [],
    otherTenant: { events: [] },
    otherUser: {},
  },
  getMemories: {
    async input(world) {
      const media_url = await world.newPhoto();
      await world.db
        .updateTable('photo')
        .set({ created_at: new Date('2025-06-10T03:00:00Z') })
        .where('media_url', '=', media_url)
        .execute();
      return {};
    },
    answers: () => ({ of: 'day', list: [{ event_id: 'e', user_id: 'aki' }] }),
    invalid: [],
    otherTenant: { list: [] },
    otherUser: { list: [] },
  },
  getFanRanking: {
    async input(world) {
      const media_url = await world.newPhoto();
      await world.ok('putReaction', { as: 'ben', body: { media_url, reaction: '1', targetuser: 'aki' } });
      await addUpFanRanks(world.db);
      return { query: { e: 'e' } };
    },
    answers: () => ({ list: [{ user_id: 'aki', rank: 1 }], own: { rank: 1, to_next: null } }),
    invalid: [{}, { query: { e: 'e', month: '2026-11' } }, { query: { month: '2026-13' } }, { query: { s: "'" } }],
    otherTenant: { list: [], own: null },
    otherUser: { list: [{ user_id: 'aki' }], own: null },
  },
  getPopularPhotos: {
    async input(world) {
      const media_url = await world.newPhoto();
      await world.ok('putReaction', { as: 'ben', body: { media_url, reaction: '1', targetuser: 'aki' } });
      return { query: { e: 'e', l: '1' } };
    },
    answers: () => ({ media_list: [{ event_id: 'e', user_id: 'aki' }], cursor: null }),
    invalid: [{ query: { e: "e'--" } }, { query: { l: '0' } }],
    otherTenant: { media_list: [], cursor: null },
    otherUser: { cursor: null },
  },
  getPublicList: {
    async input(world) {
      await world.newPhoto();
      return { params: { publicListId: 'event' }, query: { e: 'e', l: '1' } };
    },
    answers: () => ({ media_list: [{ event_id: 'e', width: 4000, height: 3000, color: '#336699', alt: '' }] }),
    invalid: [
      { params: { publicListId: 'none' } },
      { params: { publicListId: 'all' }, query: { e: "e'--" } },
      { params: { publicListId: 'all' }, query: { search_text: 'a\u0000b' } },
      { params: { publicListId: 'all' }, query: { ht: 'x'.repeat(101) } },
      { params: { publicListId: 'all' }, query: { pl: '\u0000' } },
      { params: { publicListId: 'all' }, query: { cp: '\u0007' } },
      { params: { publicListId: 'all' }, query: { cf: 'false' } },
      { params: { publicListId: 'all' }, query: { photographer: 'me' } },
      { params: { publicListId: 'all' }, query: { cursor: 'x' } },
    ],
    otherTenant: { media_list: [], cursor: null, total: 0 },
    otherUser: { media_list: [{ event_id: 'e' }] },
  },
  getPhotoCount: {
    async input(world) {
      await world.newPhoto();
      return { query: { e: 'memo', cp: '山田太郎' } };
    },
    answers: () => ({ count: 1 }),
    invalid: [{ query: { e: "e'--" } }, { query: { cp: '\u0007' } }, { query: { photographer: 'me' } }],
    otherTenant: { count: 0 },
    otherUser: { count: 1 },
  },
  getPhotoBytes: {
    async input(world) {
      await world.newPhoto();
      return { query: { e: 'memo', cp: '山田太郎' } };
    },
    answers: () => ({ count: 1, measured: 0, bytes: 0 }),
    invalid: [{ query: {} }, { query: { e: "e'--" } }, { query: { cp: '\u0007' } }],
    otherTenant: { count: 0 },
    otherUser: { count: 1 },
  },
  getPhoto: {
    input: async (world) => ({ query: { media_url: btoa(await world.newPhoto()) } }),
    answers: ({ query }) => ({ list: [{ media_url: atob(query?.media_url ?? ''), user_id: 'aki' }] }),
    invalid: [{}, { query: { media_url: KEY } }, ...badKeys.map((key) => ({ query: { media_url: btoa(key) } }))],
    otherTenant: { list: [] },
    otherUser: { list: [{ user_id: 'aki', reactionInfo: { own_reacted: false } }] },
  },
  putMediaList: {
    input: (world) => ({ body: post(world) }),
    answers: ({ body }) => ({ media_list: [{ media_url: body?.media_list[0]?.media_url }] }),
    invalid: [
      { body: {} },
      { body: { public_list_id: 'event', event_id: 'e', season_id: null, team_id: null, media_list: [] } },
      { body: { public_list_id: 'all', event_id: 'e', season_id: null, team_id: null, media_list: [{}] } },
    ],
    // The key says which tenant's it is.
    otherTenant: 'INVALID_REQUEST',
    otherUser: 'MEDIA_URL_TAKEN',
  },
  putOriginals: {
    async input(world) {
      const media_url = await world.newPhoto();
      await world.db
        .updateTable('photo')
        .set({ original_state: 'pending' })
        .where('media_url', '=', media_url)
        .execute();
      return { body: { media_urls: [media_url, KEY] } };
    },
    answers: ({ body }) => ({
      originals: [
        { media_url: body?.media_urls[0], state: 'stored' },
        { media_url: KEY, state: 'gone' },
      ],
    }),
    invalid: [
      { body: {} },
      { body: { media_urls: [] } },
      { body: { media_urls: Array.from({ length: 16 }, () => KEY) } },
      ...badKeys.map((media_url) => ({ body: { media_urls: [media_url] } })),
    ],
    otherTenant: { originals: [{ state: 'gone' }, { state: 'gone' }] },
    otherUser: { originals: [{ state: 'gone' }, { state: 'gone' }] },
    async holds({ body }, world) {
      expect(await photoOf(world, body?.media_urls[0] ?? '')).toMatchObject({ original_pending: true });
    },
  },
  putCaption: {
    input: async (world) => ({ body: edit(await world.newPhoto()) }),
    answers: () => done,
    invalid: [
      { body: {} },
      { body: { ...edit(KEY), caption: 'x'.repeat(501) } },
      { body: { ...edit(KEY), alt: 'x'.repeat(201) } },
      ...badKeys.map((media_url) => ({ body: edit(media_url) })),
    ],
    otherTenant: 'NOT_FOUND',
    otherUser: 'NOT_ALLOWED',
    holds: async (input, world) =>
      expect(await photoOf(world, urlOf(input))).toMatchObject({ comment: '', alt: '', htag: [], usepermit: true }),
  },
  deletePhoto: {
    input: async (world) => ({ body: { public_list_id: 'event', media_url: await world.newPhoto() } }),
    answers: () => done,
    invalid: [{ body: {} }, ...badKeys.map((media_url) => ({ body: { public_list_id: 'event', media_url } }))],
    otherTenant: 'NOT_FOUND',
    otherUser: 'NOT_ALLOWED',
    async holds(input, world) {
      expect(await photoOf(world, urlOf(input))).toBeDefined();
      expect(world.stored.has(urlOf(input))).toBe(true);
    },
  },
  putViewHistory: {
    input: async (world) => ({ body: { media_url: await world.newPhoto(), kind: '拡大画像' } }),
    answers: () => done,
    invalid: [{ body: { media_url: KEY, kind: 'x' } }, { body: { media_url: '', kind: '拡大画像' } }],
    otherTenant: done,
    otherUser: done,
    async holds(input, { db }, tenant) {
      const views = db.selectFrom('view_history').select(['tenant', 'user_id']).where('media_url', '=', urlOf(input));
      // No photo of the other tenant, no view of it.
      expect(await views.execute()).toEqual(tenant === LEAGUE ? [] : [{ tenant, user_id: 'ben' }]);
    },
  },
  getCommentedPhotos: {
    as: 'dai',
    async input(world) {
      const { media_url } = await world.newComment('dai');
      const body = { comment: 'again', media_url, targetuser: 'aki', parent_id: null };
      await world.ok('putComment', { as: 'dai', body });
      return { query: { l: '1' } };
    },
    // Once, however often there is a comment.
    answers: () => ({ media_list: [{ event_id: 'e', comment_count: 2 }] }),
    invalid: [{ query: { cursor: '1-2-3' } }, { query: { l: '-1' } }],
    otherTenant: { media_list: [] },
    otherUser: { media_list: expect.not.arrayContaining([expect.objectContaining({ comment_count: 2 })]) },
  },
};
