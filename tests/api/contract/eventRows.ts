import { expect } from 'vitest';
import { SHORT_CODE_TOKEN } from '../../../src/contract/endpoints.ts';
import { CLUB, LEAGUE } from '../../support/tenants.ts';
import { draftOf } from './draft.ts';
import { badKeys, done, type Rows } from './rowTypes.ts';

const one = (id: string) => ({ list: [{ event_id: id }] });

export const eventRows: Rows<
  | 'putEvent'
  | 'deleteEvent'
  | 'getEvent'
  | 'getMemorialEvents'
  | 'getEvents'
  | 'getPhotocons'
  | 'getSeasons'
  | 'getAmbassadors'
  | 'getNotices'
  | 'getUnreadCount'
  | 'putNoticeRead'
  | 'getOfficialUser'
  | 'getPersonCounts'
  | 'getPersons'
  | 'getPersonPictures'
  | 'getEventPersons'
  | 'getSeasonPersons'
  | 'getWordRanking'
  | 'putSearchWord'
  | 'getTeams'
  | 'getConfigInfo'
  | 'putShortUrl'
  | 'getShortUrl'
> = {
  putEvent: {
    input: async (world) => ({ body: draftOf({ event_id: await world.newEvent(), event_name: '夜' }) }),
    answers: ({ body }) => ({ event_id: body?.event_id }),
    invalid: [
      { body: {} },
      ...[
        { event_name: '' },
        { event_name: '<i></i>' },
        { event_name: '\u200b' },
        { event_name: 'x'.repeat(41) },
        { crawl_period_end: '2026-06-11 23:59:59' },
        { crawl_period_end: '2026-07-13 00:00:00' },
        { crawl_period_start: '2026-06-09 23:59:59', crawl_period_end: '2026-06-20 23:59:59' },
        { crawl_period_start: '2026-06-12' },
        { event_date: '2026-02-30' },
        { post_limit: 0 },
        { post_limit: 101 },
        { post_limit: 1.5 },
        { descriptive_text: 'x'.repeat(501) },
        { category: 'x' },
        { thumbnail: `ugc/${CLUB}/e/original/${'a'.repeat(20)}.jpg` },
        { thumbnail: `ugc/${LEAGUE}/e/original/${'a'.repeat(20)}.jpg` },
      ].map((fields) => ({ body: { ...draftOf({}), ...fields } })),
    ],
    otherTenant: 'EVENT_NOT_FOUND',
    otherUser: 'EVENT_NOT_OWNER',
    holds: async ({ body }, { ok }) =>
      expect(await ok('getEvent', { params: { eventId: body?.event_id ?? '' } })).toMatchObject({
        event_name: '夕焼け',
      }),
  },
  deleteEvent: {
    input: async (world) => ({ body: { event_id: await world.newEvent() } }),
    answers: () => done,
    invalid: [{ body: {} }, { body: { event_id: null } }, { body: { event_id: "e';--" } }],
    otherTenant: 'EVENT_NOT_FOUND',
    otherUser: 'EVENT_NOT_OWNER',
    holds: async ({ body }, { ok }) =>
      expect(await ok('getEvent', { params: { eventId: body?.event_id ?? '' } })).toMatchObject({ user_id: 'aki' }),
  },
  getEvent: {
    input: () => ({ params: { eventId: 'e' } }),
    answers: () => ({ event_id: 'e', event_name: 'Event e' }),
    invalid: [{ params: { eventId: 'a.b' } }, { params: { eventId: 'x'.repeat(65) } }],
    otherTenant: 'EVENT_NOT_FOUND',
    otherUser: { event_id: 'e' },
  },
  getMemorialEvents: {
    input: () => ({}),
    answers: () => ({
      list: expect.arrayContaining([expect.objectContaining({ event_id: 'memo', user_name: 'aki' })]),
    }),
    invalid: [],
    otherTenant: { list: [] },
    otherUser: { list: expect.arrayContaining([expect.objectContaining({ event_id: 'memo' })]) },
  },
  getEvents: {
    input: () => ({}),
    answers: () => one('e'),
    invalid: [],
    otherTenant: { list: [] },
    otherUser: one('e'),
  },
  getPhotocons: {
    input: () => ({}),
    answers: () => one('con'),
    invalid: [],
    otherTenant: { list: [] },
    otherUser: one('con'),
  },
  getSeasons: {
    input: () => ({}),
    answers: () => ({ list: [{ season_id: 's2026', season_name: '2026' }] }),
    invalid: [],
    otherTenant: { list: [] },
    otherUser: { list: [{ season_id: 's2026' }] },
  },
  getAmbassadors: {
    input: () => ({}),
    answers: () => ({ list: [{ ambassador_name: 'Amb', ambassador_user_id: 'amb', object_key: null }] }),
    invalid: [],
    otherTenant: { list: [] },
    otherUser: { list: [{ ambassador_user_id: 'amb' }] },
  },
  getNotices: {
    as: 'cho',
    input: () => ({}),
    answers: () => ({ list: [{ notice_id: 'own', kind: 'news', isRead: false }, { notice_id: 'all' }] }),
    invalid: [],
    otherTenant: { list: [{ notice_id: 'away' }] },
    otherUser: { list: expect.not.arrayContaining([expect.objectContaining({ notice_id: 'own' })]) },
  },
  getUnreadCount: {
    as: 'cho',
    input: () => ({}),
    answers: () => ({ Count: 2 }),
    invalid: [],
    otherTenant: { Count: 1 },
    otherUser: { Count: expect.any(Number) },
  },
  putNoticeRead: {
    as: 'dai',
    input: () => ({ body: { notice_ids: ['all', 'own'] } }),
    answers: () => done,
    invalid: [
      { body: {} },
      { body: { notice_ids: [] } },
      { body: { notice_ids: ['a b'] } },
      { body: { notice_ids: 'all' } },
    ],
    otherTenant: 'NOT_A_MEMBER',
    otherUser: done,
    holds: async (_, { ok }) => expect(await ok('getUnreadCount', { as: 'cho' })).toEqual({ Count: 2 }),
  },
  getOfficialUser: {
    input: () => ({}),
    answers: () => ({ list: [{ user_id: 'off' }] }),
    invalid: [],
    otherTenant: { list: [] },
    otherUser: { list: [{ user_id: 'off' }] },
  },
  getPersonCounts: {
    input: () => ({}),
    answers: () => ({ list: [{ person_list: [{ name: '山田 太郎', count: 1 }] }] }),
    invalid: [],
    otherTenant: { list: [{ person_list: [] }] },
    otherUser: { list: [{ person_list: [{ name: '山田 太郎' }] }] },
  },
  getPersons: {
    input: () => ({}),
    answers: () => ({
      list: [
        { name: '佐藤 次郎', count: 0 },
        { name: '山田 太郎', count: 1, number: '7', team_id: 't' },
      ],
    }),
    invalid: [],
    otherTenant: { list: [] },
    otherUser: { list: [{ count: 0 }, { count: 1 }] },
  },
  getPersonPictures: {
    input: () => ({}),
    answers: () => ({ list: [{ name: '山田 太郎', width: 4000, height: 3000, color: '#336699', face: null }] }),
    invalid: [],
    otherTenant: { list: [] },
    otherUser: { list: [{ name: '山田 太郎' }] },
  },
  getEventPersons: {
    input: () => ({ params: { eventId: 'memo' } }),
    answers: () => ({ list: [{ name: '山田 太郎', count: 1 }] }),
    invalid: [{ params: { eventId: "'" } }, { params: { eventId: 'x'.repeat(65) } }],
    otherTenant: { list: [] },
    otherUser: { list: [{ name: '山田 太郎', count: 1 }] },
  },
  getSeasonPersons: {
    input: () => ({ params: { seasonId: 's2026' } }),
    answers: () => ({ list: [{ name: '山田 太郎', count: 1 }] }),
    invalid: [{ params: { seasonId: "'" } }, { params: { seasonId: 'x'.repeat(65) } }],
    otherTenant: { list: [] },
    otherUser: { list: [{ name: '山田 太郎', count: 1 }] },
  },
  getWordRanking: {
    async input({ ok }) {
      await ok('putSearchWord', { body: { word: '山田 太郎', tagtype: 'person' } });
      return {};
    },
    answers: () => ({
      list: expect.arrayContaining([expect.objectContaining({ word: '山田 太郎', tagtype: 'person' })]),
    }),
    invalid: [],
    otherTenant: { list: expect.not.arrayContaining([expect.objectContaining({ word: '山田 太郎' })]) },
    otherUser: { list: expect.arrayContaining([expect.objectContaining({ word: '山田 太郎' })]) },
  },
  putSearchWord: {
    input: () => ({ body: { word: 'ゴール', tagtype: 'caption' } }),
    answers: () => done,
    invalid: [{ body: {} }, { body: { word: '', tagtype: 'text' } }, { body: { word: 'x', tagtype: 'x' } }],
    otherTenant: done,
    otherUser: done,
  },
  getTeams: {
    input: () => ({}),
    answers: () => ({ list: [{ team_id: 't', team_name: 'Team', object_key: null, gender: null }] }),
    invalid: [],
    otherTenant: { list: [] },
    otherUser: { list: [{ team_id: 't' }] },
  },
  getConfigInfo: {
    input: () => ({ query: { config: 'creditSettingFan' } }),
    answers: () => ({ credit_setting: [{ type: 'C', official_label: 'Club', ambassador: 'ON', extra_text: 'x' }] }),
    invalid: [{}, { query: { config: 'secrets' } }],
    otherTenant: { credit_setting: [] },
    otherUser: { credit_setting: [{ type: 'C' }] },
  },
  putShortUrl: {
    input: async (world) => ({ body: { original_url: await world.newPhoto() } }),
    answers: () => ({ degenerate_url: expect.stringContaining(SHORT_CODE_TOKEN) }),
    invalid: [{ body: {} }, ...badKeys.map((original_url) => ({ body: { original_url } }))],
    otherTenant: 'NOT_FOUND',
    otherUser: { degenerate_url: expect.any(String) },
  },
  getShortUrl: {
    async input(world) {
      const body = { original_url: await world.newPhoto() };
      return { query: { degenerate_url: (await world.ok('putShortUrl', { body })).degenerate_url } };
    },
    answers: ({ query }) => ({ ...query, original_url: expect.stringContaining(`ugc/${CLUB}/e/`) }),
    invalid: [{}, { query: { degenerate_url: 'a/b' } }, { query: { degenerate_url: 'x'.repeat(65) } }],
    otherTenant: 'NOT_FOUND',
    otherUser: { original_url: expect.any(String) },
  },
};
