/** Popular search words: what counts, what is listed, and what operators hide (SRC-08). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CALL_LIMITS } from '../../src/contract/limits.ts';
import { WORD_CANDIDATES, WORD_VOTES } from '../../src/contract/wordLimits.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { createAdmin } from './adminSetup.ts';
import { DAY, NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

type Kind = 'event' | 'season' | 'person' | 'caption' | 'photolocation' | 'hashtag' | 'user' | 'text';

let server: RoutesServer;
let admin: ReturnType<typeof createAdmin>;
let mediaUrl: string;
beforeAll(async () => {
  server = await startRoutesServer();
  admin = createAdmin(server);
  await server.join('aki');
  await server.join('ben', LEAGUE);
  const period = { season_period_start: '2026-01-01 00:00:00', season_period_end: '2026-12-31 23:59:59' };
  await server.db
    .insertInto('season')
    .values({ tenant: CLUB, season_id: 's', season_name: '2026シーズン', ...period })
    .execute();
  await server.addEvent('e', { event_name: '開幕戦' });
  await server.db
    .insertInto('person')
    .values({ tenant: CLUB, name: '控え 一郎', team_id: null, number: null })
    .execute();
  const words = { comment: '勝利の瞬間', htag: '#応援', player: '山田 太郎', photo_location: 'ゲートA' };
  const photo = server.storePhoto('aki', 'e', words);
  mediaUrl = photo.media_url;
  expect(await server.post('aki', 'e', [photo])).toMatchObject({ status: 200 });
});
beforeEach(async () => {
  for (const table of ['search_word', 'hidden_word', 'identity_limit'] as const)
    await server.db.deleteFrom(table).execute();
});
afterAll(() => server.close());

interface From {
  readonly network?: string;
  readonly fan?: string;
  readonly tenant?: string;
}
async function say(word: string, tagtype: Kind, { network = '198.51.100.1', fan, tenant = CLUB }: From = {}) {
  const headers = {
    'x-api-key': 'fan-web',
    'x-api-tenant': tenant,
    'content-type': 'application/json',
    ...(fan === undefined ? {} : { 'x-api-authorization': `Bearer of.${fan}` }),
  };
  return (await server.send('PUT', '/f/search/word/item', headers, JSON.stringify({ word, tagtype }), network)).status;
}
const popular = async (tenant = CLUB) =>
  Object.fromEntries((await server.ok('getWordRanking', { tenant })).list.map(({ word, count }) => [word, count]));

test('SRC-08b a word of each kind is listed where it matches, and in no other tenant', async () => {
  const rows: (readonly [Kind, matching: string, other: string])[] = [
    ['event', '開幕戦', '閉幕戦'],
    ['season', '2026シーズン', '2099シーズン'],
    ['person', '山田太郎', '山田 花子'],
    ['person', '控え 一郎', '控え'],
    ['photolocation', 'ゲートa', 'ゲートB'],
    ['hashtag', '#応援', '#応援団'],
    ['user', 'aki', 'ben'],
    ['caption', '瞬間 勝利', '敗北'],
    ['text', '応援', '宣伝'],
    ['text', '控え 一郎', '%'],
  ];
  for (const [kind, matching, other] of nonEmpty(rows)) {
    await server.db.deleteFrom('search_word').execute();
    expect([kind, await say(other, kind), await say(matching, kind, { tenant: LEAGUE })]).toEqual([kind, 200, 200]);
    expect([kind, await popular(), await popular(LEAGUE)]).toEqual([kind, {}, {}]);
    await say(matching, kind);
    expect([kind, await popular()]).toEqual([kind, { [matching]: 1 }]);
  }
});

test('SRC-08b a word leaves the list with what it matched, and comes back with it', async () => {
  await say('瞬間', 'text');
  await say('ゲートA', 'photolocation');
  await say('開幕戦', 'event');
  await admin.done('photo', 'hide', mediaUrl);
  expect(await popular()).toEqual({ 開幕戦: 1 });
  await admin.done('photo', 'unhide', mediaUrl);
  expect(await popular()).toEqual({ 瞬間: 1, ゲートA: 1, 開幕戦: 1 });
});

test('SRC-08b words that match nothing take no place from those that do', async () => {
  const one = { tenant: CLUB, tagtype: 'text', target_id: null, used_at: new Date(NOON) };
  const others = Array.from({ length: WORD_CANDIDATES - 1 }, (_, n) => ({ ...one, word: `無い${n}`, n: 100 + n }));
  await server.db
    .insertInto('search_word')
    .values([...others, { ...one, word: '勝利', n: 1 }])
    .execute();
  expect(await popular()).toEqual({ 勝利: 1 });
});

test('SRC-08a a fan counts once a day wherever that is, and a network once for all not signed in', async () => {
  for (let n = 0; n < 3; n += 1) await say('応援', 'hashtag');
  expect(await popular()).toEqual({ 応援: 1 });
  for (const network of ['198.51.100.1', '198.51.100.2', '198.51.100.3'])
    await say('応援', 'hashtag', { network, fan: 'aki' });
  expect(await popular()).toEqual({ 応援: 2 });
  await say('応援', 'hashtag', { fan: 'cho' });
  await say('応援', 'hashtag', { network: '198.51.100.2' });
  expect(await popular()).toEqual({ 応援: 4 });
  expect(WORD_VOTES).toEqual({ count: 1, windowMs: DAY });
  server.setNow(NOON + DAY);
  await say('応援', 'hashtag', { fan: 'aki' });
  await say('応援', 'hashtag');
  expect(await popular()).toEqual({ 応援: 6 });
  server.setNow(NOON);
});

test('SRC-08a a fan chooses so many words in ten minutes, which no neighbour pays for', async () => {
  const key = 'words:fan:aki';
  const row = { count: CALL_LIMITS.words.fan.count, expires_at: new Date(NOON + DAY) };
  await server.db
    .insertInto('identity_limit')
    .values({ key, ...row })
    .execute();
  expect(await say('応援', 'hashtag', { fan: 'aki' })).toBe(429);
  expect(await say('応援', 'hashtag', { fan: 'cho' })).toBe(200);
  expect(await say('応援', 'hashtag')).toBe(200);
});

test('SRC-08c an operator hides a word in all its spellings, sees what is hidden, and shows it again', async () => {
  expect(await admin.done('words', 'list')).toBe('There are no popular words, and none is hidden.\n');
  await say('ゲートA', 'photolocation');
  await say('応援', 'hashtag');
  await say('応援', 'hashtag', { fan: 'aki' });
  expect(await admin.done('words', 'hide', 'ｹﾞｰﾄ ａ', '--dry-run')).toContain('Dry run');
  expect(await popular()).toEqual({ 応援: 2, ゲートA: 1 });
  expect(await admin.done('words', 'hide', 'ｹﾞｰﾄ ａ')).toBe('The word ｹﾞｰﾄ ａ is hidden.\n');
  expect(await admin.done('words', 'hide', 'ゲートA')).toContain('as it was');
  expect(await popular()).toEqual({ 応援: 2 });
  await say('ゲートa', 'text', { network: '198.51.100.9' });
  expect(await popular()).toEqual({ 応援: 2 });
  expect(await admin.done('words', 'list')).toBe('     2  hashtag  応援\nhidden  ｹﾞｰﾄ ａ\n');
  expect((await admin.done('words', 'list', '--tenant', LEAGUE)).split('\n')).toHaveLength(2);
  expect(await admin.done('words', 'show', 'ゲートＡ')).toContain('is shown again');
  expect(await admin.done('words', 'show', 'ゲートＡ')).toContain('as it was');
  expect(await popular()).toEqual({ 応援: 2, ゲートA: 1, ゲートa: 1 });
  // Before anybody has chosen it, too.
  await admin.done('words', 'hide', '勝利');
  await say('勝利', 'text');
  expect(await popular()).not.toHaveProperty('勝利');
  expect((await admin.run('words', 'hide', '　 ')).code).toBe(1);
});
