import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hidePhoto, unhidePhoto } from '../../server/api/access/hiding.ts';
import { type InsertablePhoto, insertPhotos } from '../../server/api/photos/photoWrites.ts';
import { saveProfile } from '../../server/api/users/repository.ts';
import type { QueryInputOf } from '../../src/contract/endpoints.ts';
import type { NewPhoto } from '../../src/contract/entities.ts';
import { READINGS_MAX } from '../../src/contract/limits.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { HOUR, NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
let clock = NOON;
beforeAll(async () => {
  server = await startRoutesServer();
  await server.join('aki');
  await server.join('ben');
  for (const event of ['e1', 'e2']) await server.addEvent(event);
});
afterAll(() => server.close());

async function add(fields: Partial<NewPhoto>, event = 'e1', as = 'aki'): Promise<string> {
  clock += 1000;
  server.setNow(clock);
  const photo = server.storePhoto(as, event, fields);
  expect(await server.post(as, event, [photo])).toMatchObject({ status: 200 });
  return photo.media_url;
}
async function find(query: QueryInputOf<'getPublicList'>, tenant = CLUB) {
  const page = await server.ok('getPublicList', { tenant, params: { publicListId: 'all' }, query });
  return page.media_list.map((photo) => photo.media_url);
}
const findText = (search_text: string) => find({ search_text });

describe('SRC-05a words match', () => {
  test('SRC-05a half-width and full-width, upper and lower case are the same, in the text and in the word', async () => {
    const half = await add({ comment: 'ｶﾞﾝﾊﾞﾚ FRONTALE 10番' });
    const full = await add({ comment: 'ガンバレ Ｆｒｏｎｔａｌｅ　１０番' });
    for (const word of [
      'ガンバレ',
      'ｶﾞﾝﾊﾞﾚ',
      'frontale',
      'ＦＲＯＮＴＡＬＥ',
      '10番',
      '１０番',
      'frontale　１０',
      '１０ ｶﾞﾝ',
    ])
      expect([word, await findText(word)]).toEqual([word, [full, half]]);
    expect(await findText('ガンバル')).toEqual([]);
  });

  test('SRC-05a words of one, two and more characters; all of them must be there, in any order', async () => {
    const a = await add({ comment: '勝利の瞬間、涙が出た' });
    const b = await add({ comment: '涙の勝利' });
    expect(await findText('涙')).toEqual([b, a]);
    expect(await findText('勝利')).toEqual([b, a]);
    expect(await findText('勝利の')).toEqual([a]);
    expect(await findText('瞬間 涙')).toEqual([a]);
    expect(await findText('涙　瞬間')).toEqual([a]);
    // Every pair of the word is somewhere, the word is not.
    expect(await findText('勝利の勝')).toEqual([]);
  });

  test('SRC-05a hashtags, players and places are found, with and without the spaces of a name', async () => {
    const photo = await add({ htag: '#サイコー', player: '山田 太郎,佐藤　次郎', photo_location: 'ゲート Ａ' });
    for (const word of [
      'サイコー',
      '#サイコー',
      '＃サイコー',
      '山田太郎',
      '山田 太郎',
      '佐藤次郎',
      'ゲートa',
      'ゲート ａ',
    ])
      expect([word, await findText(word)]).toEqual([word, [photo]]);
  });

  test.each([
    ['%', '100%の力', '100の力'],
    ['_', 'snake_case', 'snakecase'],
    ['\\', 'back\\slash', 'backslash'],
    ['𩸽', '𩸽の味', '魚の味'],
    ['👨‍👩‍👧', '家族👨‍👩‍👧で', '家族👨で'],
    ["'", "it's", 'its'],
    ['event:e1', '「event:e1」', 'event e1'],
  ])('SRC-05a %s is taken literally', async (word, hit, miss) => {
    const found = await add({ comment: hit });
    await add({ comment: miss });
    expect(await findText(word)).toEqual([found]);
  });

  test('SRC-03c words and conditions together', async () => {
    const first = await add({ comment: '開幕戦', htag: '#a', player: 'P', photo_location: 'x' }, 'e1');
    const second = await add({ comment: '開幕戦', htag: '#b', player: 'P,Q', photo_location: 'x' }, 'e2', 'ben');
    expect(await find({ search_text: '開幕' })).toEqual([second, first]);
    expect(await find({ search_text: '開幕', e: 'e2' })).toEqual([second]);
    expect(await find({ search_text: '開幕', ht: 'A' })).toEqual([first]);
    expect(await find({ search_text: '幕', cp: 'P', pl: 'x', u: 'ben' })).toEqual([second]);
    expect(await find({ search_text: '開幕', cp: 'Q,P' })).toEqual([second]);
    expect(await find({ search_text: '開幕', cp: 'Q', e: 'e1' })).toEqual([]);
    await server.db
      .insertInto('ambassador')
      .values({ tenant: CLUB, user_id: 'ben', name: 'ben', object_key: null })
      .execute();
    expect(await find({ search_text: '開幕', photographer: 'staff' })).toEqual([second]);
    expect(await find({ search_text: '開幕', photographer: 'official' })).toEqual([]);
  });

  test('an edited, a hidden and a deleted photo is found as it is now', async () => {
    const media_url = await add({ comment: '編集前', player: 'R' });
    const keep = { public_list_id: 'event', media_url, event_id: 'e1', season_id: null, team_id: null } as const;
    const changes = { caption: '編集後', photo_location: null, player: '', htag: '', usepermit: true };
    await server.ok('putCaption', { as: 'aki', body: { ...keep, ...changes } });
    expect(await findText('編集前')).toEqual([]);
    expect(await findText('編集後')).toEqual([media_url]);
    expect(await find({ cp: 'R' })).toEqual([]);
    const change = (how: typeof hidePhoto) =>
      server.db.transaction().execute(async (trx) => {
        const photo = await trx
          .selectFrom('photo')
          .selectAll()
          .where('media_url', '=', media_url)
          .executeTakeFirstOrThrow();
        await how(trx, photo, new Date(clock));
      });
    await change(hidePhoto);
    expect(await findText('編集後')).toEqual([]);
    await change(unhidePhoto);
    expect(await findText('編集後')).toEqual([media_url]);
    await server.ok('deletePhoto', { as: 'aki', body: { public_list_id: 'event', media_url } });
    expect(await findText('編集後')).toEqual([]);
  });
});

test('SRC-05a fans are found by a piece of their name, however it is written', async () => {
  await saveProfile(server.db, { userId: 'aki', nickname: 'ヤマダ Ａ太郎 ﾀﾛｳ％', avatar: null });
  const found = async (name: string) =>
    (await server.ok('findUsersByName', { query: { name } })).list.map((user) => user.user_id);
  for (const name of ['ヤ', 'ﾔﾏﾀﾞ', 'a太', '山田 a', 'タロウ%', 'ヤマダ　Ａ', 'ヤマダａ太郎', 'ヤ マ ダ'])
    expect([name, await found(name)]).toEqual([name, name === '山田 a' ? [] : ['aki']]);
  expect(await found(' ')).toEqual([]);
});

/** More photos than are ever looked at one by one; the wanted ones are the oldest. */
describe('among many photos', () => {
  const MANY = 6600;
  /** In the latest months and in the first, not between. */
  const isOften = (n: number) => n % 49 === 0 && (n > MANY - 1200 || (n >= 60 && n < 2000));
  const photo = (n: number): InsertablePhoto => ({
    tenant: LEAGUE,
    media_url: `ugc/${LEAGUE}/old/original/${String(n).padStart(20, '0')}.jpg`,
    user_id: `fan${n % 3}`,
    public_list_id: 'event',
    event_id: 'old',
    season_id: null,
    team_id: null,
    comment: `${n < 60 ? '開幕戦' : isOften(n) ? '逆転' : '普通の試合'} ${n}`,
    htag: [],
    player: n % 2 ? ['奇数'] : [],
    photo_location: null,
    option: null,
    usepermit: true,
    exif: null,
    file_name: 'a.jpg',
    width: 4,
    height: 3,
    color: '#000000',
    size: 1,
    created_at: new Date(n * HOUR),
  });
  beforeAll(async () => {
    for (let n = 0; n < MANY; n += 1100) {
      const rows = Array.from({ length: 1100 }, (_, i) => photo(n + i));
      await server.db.transaction().execute((trx) => insertPhotos(trx, rows));
    }
  });

  /** All pages of a list. */
  async function readAll(query: QueryInputOf<'getPublicList'>) {
    const numbers: number[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await server.ok('getPublicList', {
        tenant: LEAGUE,
        params: { publicListId: 'all' },
        query: { ...query, l: '25', ...(cursor ? { cursor } : {}) },
      });
      numbers.push(...page.media_list.map((one) => Number(/(\d+)\.jpg/.exec(one.media_url)?.[1])));
      if (page.cursor === null) return numbers;
      cursor = page.cursor;
    }
  }
  const down = (from: number, below: (n: number) => boolean) =>
    Array.from({ length: from }, (_, i) => from - 1 - i).filter(below);

  test('SRC-05a a word only old photos have is found, page by page', async () => {
    expect(await readAll({ search_text: '開幕' })).toEqual(down(60, () => true));
    expect(await readAll({ search_text: '開' })).toEqual(down(60, () => true));
    expect(await readAll({ search_text: '開幕戦 5' })).toEqual(down(60, (n) => String(n).includes('5')));
    expect(await readAll({ search_text: '無い' })).toEqual([]);
  });

  test('SRC-05a a word of the latest and of old photos is found through all months', async () => {
    expect(await readAll({ search_text: '逆転' })).toEqual(down(MANY, isOften));
    expect(await readAll({ search_text: '逆', cp: '奇数' })).toEqual(down(MANY, (n) => isOften(n) && n % 2 === 1));
  });

  test('SRC-03c conditions that meet in old photos only', async () => {
    expect(await readAll({ search_text: '開幕', cp: '奇数', u: 'fan1' })).toEqual(
      down(60, (n) => n % 2 === 1 && n % 3 === 1),
    );
    expect(await readAll({ search_text: '開幕', e: 'old', cp: '奇数' })).toEqual(down(60, (n) => n % 2 === 1));
  });

  test('SRC-03c a list without words goes on to its end', async () => {
    const isThird = (n: number) => n % 3 === 0 && n % 2 === 1;
    expect(await readAll({ cp: '奇数', u: 'fan0' })).toEqual(down(MANY, isThird));
    expect(await readAll({ cp: '奇数', u: 'fan0', e: 'old' })).toEqual(down(MANY, isThird));
  });
});

test('FAN-25b a player’s reading finds the photos of the player, and what has the word itself', async () => {
  const persons = [
    { tenant: CLUB, name: '高峰 蓮', reading: 'Ren Takaminé' },
    { tenant: CLUB, name: '鷹見 廉', reading: 'Ren Takami' },
    { tenant: CLUB, name: '東堂 凱', reading: null },
    { tenant: LEAGUE, name: '東堂 凱', reading: 'Takamine Kai' },
  ];
  await server.db
    .insertInto('person')
    .values(persons.map((one) => ({ ...one, team_id: null, position: 0 })))
    .execute();
  const written = await add({ comment: 'takamine!' });
  const shown = await add({ player: '高峰蓮', comment: '高くとんだ' }, 'e2');
  const beside = await add({ player: '鷹見 廉,東堂 凱' });
  await add({ player: '東堂 凱' });
  for (const word of ['takamine', 'ＴＡＫＡＭＩＮＥ', 'Takamine'])
    expect([word, await findText(word)]).toEqual([word, [shown, written]]);
  expect(await findText('TAKAMINÉ'), 'accents do not count for readings').toEqual([shown]);
  expect(await findText('Ren Taka')).toEqual([beside, shown]);
  expect(await find({ search_text: 'takamine', e: 'e2' })).toEqual([shown]);
  expect(await find({ search_text: 'takamine', e: 'e1' })).toEqual([written]);
  expect(await find({ search_text: 'takamine', photographer: 'official' })).toEqual([]);
  expect(await find({ search_text: 'takamine', sort: 'likes' })).toEqual([shown, written]);
  expect(await server.ok('getPhotoCount', { query: { search_text: 'takamine', e: 'e2' } })).toEqual({ count: 1 });
  expect(await find({ search_text: 'takamine' }, LEAGUE), 'another club has readings of its own').toEqual([]);
  expect(await find({ search_text: 'r', e: 'e2' }), 'one letter is no reading').not.toContain(shown);
});

test('FAN-25b a word that fits more readings than a search takes is no name: it finds what has it itself', async () => {
  const persons = Array.from({ length: READINGS_MAX }, (_, at) => ({ name: `選手${at}`, reading: `Onaji ${at}` }));
  const insert = (list: typeof persons) =>
    server.db
      .insertInto('person')
      .values(list.map((one) => ({ ...one, tenant: CLUB, team_id: null, position: 9 })))
      .execute();
  await insert(persons);
  const shown = await add({ player: '選手3' });
  expect(await findText('onaji')).toEqual([shown]);
  await insert([{ name: '選手の次', reading: 'Onaji Next' }]);
  const written = await add({ comment: 'onaji' });
  expect(await findText('onaji')).toEqual([written]);
});
