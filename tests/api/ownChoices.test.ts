/** What a fan chose once: settings of notices, favourite players, words searched for; what ends with the account; names that are taken. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteAccount } from '../../server/api/account/deleteAccount.ts';
import { tellFan } from '../../server/api/notices/operatorNoticeRepository.ts';
import { clearProfile, saveProfile } from '../../server/api/users/repository.ts';
import { readTaken } from '../../server/api/users/reservedNamesRepository.ts';
import { inTransaction } from '../../server/database/retryTransaction.ts';
import { FAVORITE_PLAYERS_MAX } from '../../src/contract/limits.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { deviceOf } from './contract/contactRows.ts';
import { NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
beforeAll(async () => {
  server = await startRoutesServer();
  for (const fan of ['aki', 'ben', 'cho']) await server.join(fan);
});
beforeEach(() => server.setNow(NOON));
afterAll(() => server.close());

const OLDER = { comment: true, reply: true, reaction: true, follow: true };

test('API-PUT-/user/notice/settings FAN-05f what an older client does not name stays as it is', async () => {
  const settingsOf = async (as: string) => (await server.ok('getOwnAttributes', { as })).notice_settings;
  expect(await settingsOf('aki')).toEqual({ ...OLDER, post: true, player: false, match: false, memory: false });
  const chosen = { ...OLDER, reply: false, post: false, player: true, match: true, memory: true };
  await server.ok('putNoticeSettings', { as: 'aki', body: chosen });
  await server.ok('putNoticeSettings', { as: 'aki', body: { ...OLDER, comment: false } });
  expect(await settingsOf('aki')).toEqual({ ...chosen, reply: true, comment: false });
  expect(await settingsOf('ben')).toEqual({ ...OLDER, post: true, player: false, match: false, memory: false });
});

test('FAN-05b favourites keep the order in which they were chosen, however often one is chosen', async () => {
  const rows = ['一', '二', '三', '四'].map((name) => ({ tenant: CLUB, name, number: null, team_id: null }));
  await server.db.insertInto('person').values(rows).execute();
  const favor = (add: string[], remove: string[] = []) =>
    server.ok('putFavoritePlayers', { as: 'aki', body: { add, remove } });
  await favor(['三', '一']);
  await favor(['四']);
  expect((await favor(['三', '二', '四'])).list).toEqual(['三', '一', '四', '二']);
  const positions = server.db.selectFrom('favorite_person').select(['name', 'position']).orderBy('position');
  const kept = await positions.where('user_id', '=', 'aki').execute();
  expect(kept.map(({ name }) => name)).toEqual(['三', '一', '四', '二']);
  expect(new Set(kept.map(({ position }) => position)).size).toBe(4);
  // Room for one more: those chosen already take none of it.
  const others = Array.from({ length: FAVORITE_PLAYERS_MAX - 4 }, (_, i) => `名${i}`);
  await server.db
    .insertInto('person')
    .values(others.map((name) => ({ tenant: CLUB, name, number: null, team_id: null })))
    .execute();
  await favor(others.slice(1));
  expect((await favor([...others.slice(1), ...others.slice(0, 1)])).list).toContain('名0');
});

test('API-PUT-/search/word/item the name of a season of this tenant leads to it, no other word does', async () => {
  const period = { season_period_start: '2026-01-01 00:00:00', season_period_end: '2026-12-31 23:59:59' };
  await server.db
    .insertInto('season')
    .values([
      { tenant: CLUB, season_id: 's1', season_name: '今季', ...period },
      { tenant: CLUB, season_id: 's2', season_name: '来季', ...period },
      { tenant: LEAGUE, season_id: 's3', season_name: 'よその季', ...period },
    ])
    .execute();
  const choose = (word: string, tagtype: 'season' | 'caption') =>
    server.ok('putSearchWord', { body: { word, tagtype } });
  await server.addEvent('words');
  await server.post('ben', 'words', [server.storePhoto('ben', 'words', { comment: '今季の一枚' })]);
  await choose('来季', 'season');
  await choose('よその季', 'season');
  await choose('今季', 'caption');
  const { list } = await server.ok('getWordRanking');
  expect(list.map(({ word, id, count }) => `${word} ${id} ${count}`).sort()).toEqual(['今季 null 1', '来季 s2 1']);
});

test('FAN-06c ACC-10b of the posts of who left nobody is told', async () => {
  await server.addEvent('last');
  await server.ok('putFollow', { as: 'ben', body: { follow_user: 'cho' } });
  await server.post('cho', 'last', [server.storePhoto('cho', 'last')]);
  const jobs = () => server.db.selectFrom('post_job').select('user_id').execute();
  expect(await jobs()).toEqual([{ user_id: 'cho' }]);
  await deleteAccount(server.db, 'cho', new Date(NOON));
  expect(await jobs()).toEqual([]);
});

test('OPR-03b what an operator tells a fan is listed once, and pushed where a device asks for it', async () => {
  const { db } = server;
  await server.ok('putPushDevice', { as: 'ben', body: deviceOf('ben') });
  const notice = { tenant: CLUB, notice_id: 'told', recipient: 'ben', title: 'お知らせ', body: '本文' };
  for (const _ of ['once', 'again']) await inTransaction(db, (trx) => tellFan(trx, notice, new Date(NOON)));
  const { list } = await server.ok('getNotices', { as: 'ben' });
  expect(list.filter(({ notice_id }) => notice_id === 'told')).toMatchObject([{ kind: 'news', title: 'お知らせ' }]);
  // As it is kept: a client takes any kind it does not know for news.
  const kept = db.selectFrom('notice').select(['kind', 'recipient_id']).where('notice_id', '=', 'told');
  expect(await kept.execute()).toEqual([{ kind: 'news', recipient_id: 'ben' }]);
  const pushes = db.selectFrom('push_job').select(['user_id', 'kind']).where('about', '=', 'told');
  expect(await pushes.execute()).toEqual([{ user_id: 'ben', kind: 'notice' }]);
});

test('who was not told of a follower is not told later, when the same one follows once more', async () => {
  const follow = () => server.ok('putFollow', { as: 'aki', body: { follow_user: 'ben' } });
  const told = async () => (await server.ok('getNotices', { as: 'ben' })).list.filter(({ kind }) => kind === 'follow');
  await server.ok('putNoticeSettings', { as: 'ben', body: { ...OLDER, follow: false } });
  await follow();
  await server.ok('putNoticeSettings', { as: 'ben', body: OLDER });
  await follow();
  expect(await told()).toEqual([]);
  await server.ok('deleteFollow', { as: 'aki', body: { follow_user: 'ben' } });
  await follow();
  expect(await told()).toHaveLength(1);
});

test('ACC-10a a profile is written only when it changed, and keeps no word of a name that was taken back', async () => {
  const { db } = server;
  /** PostgreSQL's number of the transaction that wrote the row last. */
  const writtenBy = async () =>
    (await sql<{ xmin: string }>`select xmin::text from profile where user_id = 'dai'`.execute(db)).rows[0]?.xmin;
  const profile = { userId: 'dai', nickname: 'だいすけ', avatar: 'avatar/first.jpg' };
  await saveProfile(db, profile);
  let last = await writtenBy();
  await saveProfile(db, profile);
  expect(await writtenBy()).toBe(last);
  for (const change of [{ nickname: 'ダイスケ' }, { nickname: 'だいすけ' }, { avatar: null }]) {
    await saveProfile(db, { ...profile, ...change });
    expect(await writtenBy()).not.toBe(last);
    last = await writtenBy();
  }
  await clearProfile(db, 'dai');
  const kept = db.selectFrom('profile').select(['nickname', 'search', 'avatar']).where('user_id', '=', 'dai');
  expect(await kept.execute()).toEqual([{ nickname: '', search: '', avatar: null }]);
});

test('SAF-14c reserved are the tenant’s names, and those its official users and ambassadors bear', async () => {
  const { db } = server;
  await db
    .insertInto('reserved_name')
    .values([
      { tenant: CLUB, name: '運営' },
      { tenant: LEAGUE, name: '連盟', owner_id: '' },
    ])
    .execute();
  for (const tenant of [CLUB, LEAGUE])
    await db.insertInto('official_user').values({ tenant, user_id: 'aki' }).execute();
  await db.insertInto('ambassador').values({ tenant: CLUB, user_id: 'ben', name: '大使', object_key: null }).execute();
  const ofClub = [
    { tenant: CLUB, name: '運営', userId: null, reservation: 'open', isOfficial: true },
    { tenant: CLUB, name: 'aki', userId: 'aki', reservation: null, isOfficial: true },
    { tenant: CLUB, name: '大使', userId: 'ben', reservation: null, isOfficial: false },
    { tenant: CLUB, name: 'ben', userId: 'ben', reservation: null, isOfficial: false },
  ];
  expect(await readTaken(db, CLUB)).toEqual(ofClub);
  expect(await readTaken(db, null)).toEqual(
    expect.arrayContaining([
      ...ofClub,
      { tenant: LEAGUE, name: '連盟', userId: null, reservation: 'decided', isOfficial: true },
      { tenant: LEAGUE, name: 'aki', userId: 'aki', reservation: null, isOfficial: true },
    ]),
  );
  expect(await readTaken(db, null)).toHaveLength(6);
});
