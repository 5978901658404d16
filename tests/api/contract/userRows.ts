import { expect } from 'vitest';
import { CLUB, LEAGUE } from '../../support/tenants.ts';
import { done, type Rows } from './rowTypes.ts';

const follow = async ({ db }: { db: import('../routesServer.ts').RoutesServer['db'] }, tenant: string) =>
  (
    await db
      .selectFrom('follow')
      .select('follow_user')
      .where('tenant', '=', tenant)
      .where('user_id', '=', 'aki')
      .execute()
  )
    .map((row) => row.follow_user)
    .sort();

export const userRows: Rows<
  | 'getUserTenants'
  | 'putUserTenant'
  | 'getOwnAttributes'
  | 'getUserAttributes'
  | 'findUsersByName'
  | 'getReservedNames'
  | 'getAccountState'
  | 'getSuspension'
  | 'getPublishRoom'
  | 'getUsepermit'
  | 'putUsepermit'
  | 'getConsents'
  | 'getFollows'
  | 'getFollowers'
  | 'putFollow'
  | 'deleteFollow'
  | 'putNoticeSettings'
  | 'putFirstSteps'
  | 'getFavoritePlayers'
  | 'putFavoritePlayers'
  | 'getMutes'
  | 'putMute'
  | 'deleteMute'
  | 'getBlocks'
  | 'putBlock'
  | 'deleteBlock'
  | 'getSessions'
  | 'deleteSession'
  | 'getExport'
> = {
  getUserTenants: {
    input: () => ({}),
    answers: () => ({
      list: [
        { tenant_id: CLUB, agreed_version: '1' },
        { tenant_id: LEAGUE, agreed_version: '1' },
      ],
    }),
    invalid: [],
    otherTenant: { list: [{ tenant_id: CLUB }, { tenant_id: LEAGUE }] },
    otherUser: { list: [{ tenant_id: CLUB }, { tenant_id: LEAGUE }] },
  },
  getAccountState: {
    input: () => ({}),
    answers: () => ({
      Name: 'aki',
      usepermit: true,
      memberships: [
        { tenant_id: CLUB, agreed_version: '1' },
        { tenant_id: LEAGUE, agreed_version: '1' },
      ],
      suspension: null,
    }),
    invalid: [],
    otherTenant: { Name: 'aki', usepermit: false, suspension: null },
    otherUser: { Name: 'ben', usepermit: false },
  },
  getSuspension: {
    input: () => ({}),
    answers: () => ({ suspension: null }),
    invalid: [],
    otherTenant: { suspension: null },
    otherUser: { suspension: null },
  },
  getPublishRoom: {
    input: () => ({}),
    answers: () => ({ left: expect.any(Number), limit: expect.any(Number) }),
    invalid: [],
    otherTenant: { limit: expect.any(Number) },
    otherUser: { limit: expect.any(Number) },
  },
  putUserTenant: {
    as: 'newcomer',
    input: () => ({ body: { tenant_id: CLUB, agreed_version: '2' } }),
    answers: () => done,
    invalid: [
      { body: {} },
      { body: { tenant_id: CLUB, agreed_version: '' } },
      { body: { tenant_id: "'", agreed_version: '1' } },
    ],
    otherTenant: 'TENANT_MISMATCH',
    otherUser: done,
  },
  getOwnAttributes: {
    input: () => ({}),
    answers: () => ({
      sub: 'aki',
      Name: 'aki',
      notice_settings: { comment: true, reply: true, reaction: true, follow: true },
    }),
    invalid: [],
    otherTenant: { sub: 'aki', Name: 'aki' },
    otherUser: { sub: 'ben', Name: 'ben' },
  },
  getUserAttributes: {
    input: () => ({ params: { userId: 'aki' } }),
    answers: () => ({ sub: 'aki', Username: 'aki', Name: 'aki' }),
    invalid: [{ params: { userId: 'a b' } }, { params: { userId: 'x'.repeat(65) } }, { params: { userId: '%00' } }],
    otherTenant: { sub: 'aki', Name: 'aki' },
    otherUser: { sub: 'aki', Name: 'aki' },
  },
  findUsersByName: {
    input: () => ({ query: { name: 'KI' } }),
    answers: () => ({ list: [{ user_id: 'aki', user_name: 'aki' }] }),
    invalid: [{}, { query: { name: 'x'.repeat(101) } }, { query: { name: 'a\u0000' } }],
    otherTenant: { list: [{ user_id: 'aki' }] },
    otherUser: { list: [{ user_id: 'aki' }] },
  },
  getReservedNames: {
    input: () => ({}),
    answers: () => ({ list: ['公式'] }),
    invalid: [],
    otherTenant: { list: [] },
    otherUser: { list: ['公式'] },
  },
  getUsepermit: {
    input: () => ({}),
    answers: () => ({ usepermit: true }),
    invalid: [],
    otherTenant: { usepermit: false },
    otherUser: { usepermit: false },
  },
  putUsepermit: {
    as: 'cho',
    input: () => ({ body: { usepermit: true } }),
    answers: () => done,
    invalid: [
      { body: {} },
      { body: { usepermit: 'true' } },
      { body: { usepermit: 1 } },
      { body: { usepermit: true, wording: 'x'.repeat(21) } },
      { body: { usepermit: true, earlier_posts: true } },
    ],
    otherTenant: 'NOT_A_MEMBER',
    otherUser: done,
  },
  getConsents: {
    input: () => ({}),
    answers: () => ({
      list: [{ at: '2026-06-10 12:00:00', usepermit: true, place: 'settings', wording: '', photos: 0 }],
    }),
    invalid: [],
    otherTenant: { list: [] },
    otherUser: {},
  },
  getFollows: {
    input: () => ({ params: { user_id: 'aki' } }),
    answers: () => ({ follow_list: [{ follow_user: 'ben' }] }),
    invalid: [{ params: { user_id: '<script>' } }, { params: { user_id: 'x'.repeat(65) } }],
    otherTenant: { follow_list: [] },
    otherUser: { follow_list: [{ follow_user: 'ben' }] },
  },
  getFollowers: {
    input: () => ({ params: { user_id: 'ben' } }),
    answers: () => ({ follower_list: [{ user_id: 'aki' }] }),
    invalid: [{ params: { user_id: '../aki' } }],
    otherTenant: { follower_list: [] },
    otherUser: { follower_list: [{ user_id: 'aki' }] },
  },
  putFollow: {
    input: () => ({ body: { follow_user: 'ben' } }),
    answers: () => done,
    invalid: [{ body: {} }, { body: { follow_user: null } }, { body: { follow_user: ['ben'] } }],
    otherTenant: done,
    otherUser: 'NOT_FOUND',
    holds: async (_, world) => {
      expect(await follow(world, CLUB)).toEqual(['ben']);
      await world.db.deleteFrom('follow').where('tenant', '=', LEAGUE).execute();
    },
  },
  deleteFollow: {
    as: 'cho',
    async input(world) {
      await world.ok('putFollow', { as: 'cho', body: { follow_user: 'ben' } });
      return { body: { follow_user: 'ben' } };
    },
    answers: () => done,
    invalid: [{ body: {} }, { body: { follow_user: 1 } }],
    otherTenant: 'NOT_A_MEMBER',
    otherUser: done,
    holds: async (_, world) => expect(await follow(world, CLUB)).toEqual(['ben']),
  },
  putNoticeSettings: {
    as: 'cho',
    input: () => ({ body: { comment: true, reply: true, reaction: false, follow: true } }),
    answers: () => done,
    invalid: [{ body: {} }, { body: { comment: true, reply: true, reaction: 0, follow: true } }],
    otherTenant: done,
    otherUser: done,
    holds: async (_, { ok }) =>
      expect((await ok('getOwnAttributes', { as: 'aki' })).notice_settings).toMatchObject({ reaction: true }),
  },
  putFirstSteps: {
    as: 'cho',
    input: () => ({ body: { first_steps: false } }),
    answers: () => done,
    invalid: [{ body: {} }, { body: { first_steps: true } }],
    otherTenant: done,
    otherUser: done,
    holds: async (_, { ok }) => expect((await ok('getOwnAttributes', { as: 'aki' })).first_steps).toBe(true),
  },
  getFavoritePlayers: {
    async input(world) {
      await world.ok('putFavoritePlayers', { as: 'aki', body: { add: ['山田 太郎'], remove: [] } });
      return {};
    },
    answers: () => ({ list: ['山田 太郎'] }),
    invalid: [],
    otherTenant: { list: [] },
    otherUser: { list: [] },
  },
  putFavoritePlayers: {
    // In another spelling, and beside somebody the tenant does not list.
    async input(world) {
      await world.ok('putFavoritePlayers', { as: 'aki', body: { add: ['山田 太郎'], remove: [] } });
      return { body: { add: ['佐藤次郎', '山田 太郎', 'だれか'], remove: ['山田太郎'] } };
    },
    answers: () => ({ list: ['佐藤 次郎', '山田 太郎'] }),
    invalid: [
      { body: {} },
      { body: { add: 'x', remove: [] } },
      { body: { add: ['\u0000'], remove: [] } },
      { body: { add: [], remove: Array.from({ length: 51 }, () => 'x') } },
    ],
    otherTenant: { list: [] },
    otherUser: { list: ['佐藤 次郎', '山田 太郎'] },
  },
  getMutes: {
    as: 'muter',
    input: () => ({}),
    answers: () => ({ list: [{ user_id: 'muted', user_name: 'muted', user_avatar: null }] }),
    invalid: [],
    otherTenant: { list: [{ user_id: 'muted' }] },
    otherUser: { list: [] },
  },
  putMute: {
    as: 'muter',
    input: () => ({ body: { mute_user: 'muted' } }),
    answers: () => done,
    invalid: [{ body: {} }, { body: { mute_user: '' } }],
    otherTenant: 'NOT_A_MEMBER',
    otherUser: done,
    holds: async (_, { db }) => {
      await db.deleteFrom('mute').where('user_id', '=', 'ben').execute();
    },
  },
  deleteMute: {
    as: 'cho',
    input: () => ({ body: { mute_user: 'muted' } }),
    answers: () => done,
    invalid: [{ body: {} }, { body: { mute_user: 7 } }],
    otherTenant: done,
    otherUser: done,
    holds: async (_, { ok }) => expect((await ok('getMutes', { as: 'muter' })).list).toHaveLength(1),
  },
  getBlocks: {
    as: 'blocker',
    input: () => ({}),
    answers: () => ({ list: [{ user_id: 'blocked', user_name: 'blocked', user_avatar: null }] }),
    invalid: [],
    otherTenant: { list: [{ user_id: 'blocked' }] },
    otherUser: { list: [] },
  },
  putBlock: {
    as: 'blocker',
    input: () => ({ body: { block_user: 'blocked' } }),
    answers: () => done,
    invalid: [{ body: {} }, { body: { block_user: '' } }],
    otherTenant: 'NOT_A_MEMBER',
    otherUser: done,
    holds: async (_, { db }) => {
      await db.deleteFrom('fan_block').where('user_id', '=', 'ben').execute();
    },
  },
  deleteBlock: {
    as: 'cho',
    input: () => ({ body: { block_user: 'blocked' } }),
    answers: () => done,
    invalid: [{ body: {} }, { body: { block_user: 7 } }],
    otherTenant: done,
    otherUser: done,
    holds: async (_, { ok }) => expect((await ok('getBlocks', { as: 'blocker' })).list).toHaveLength(1),
  },
  getSessions: {
    input: () => ({}),
    answers: () => ({ list: [{ session_id: 'phone', signed_in_at: '2026-06-10 12:00:00', user_agent: 'Phone' }] }),
    invalid: [],
    otherTenant: { list: [{ session_id: 'phone' }] },
    otherUser: { list: [] },
  },
  deleteSession: {
    input: () => ({ body: { session_id: 'phone' } }),
    answers: () => done,
    invalid: [{ body: {} }, { body: { session_id: "' or 1=1" } }],
    otherTenant: done,
    otherUser: 'NOT_FOUND',
  },
  getExport: {
    input: () => ({}),
    answers: () => ({
      exported_at: '2026-06-10 12:00:00',
      user: { sub: 'aki' },
      memberships: [{ tenant_id: CLUB }, { tenant_id: LEAGUE }],
      usepermits: [{ tenant_id: CLUB, usepermit: true }],
      follows: [{ tenant_id: CLUB, user_id: 'ben' }],
    }),
    invalid: [],
    otherTenant: { user: { sub: 'aki' } },
    otherUser: { user: { sub: 'ben' }, follows: [] },
  },
};
