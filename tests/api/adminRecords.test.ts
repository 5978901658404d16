import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allDemoUsers } from '../../demo/content/people.ts';
import { tenantContent } from '../../demo/content.ts';
import { saveProfile } from '../../server/api/users/repository.ts';
import { kinds } from '../../server/operations/records/kinds.ts';
import { tenants } from '../../tenants/index.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { createAdmin } from './adminSetup.ts';
import { expectExactCounts } from './countsCheck.ts';
import { NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
let admin: ReturnType<typeof createAdmin>;
beforeAll(async () => {
  server = await startRoutesServer();
  admin = createAdmin(server);
});
afterAll(() => server.close());

const csv = (...lines: string[]) => lines.join('\r\n');
const namesOf = async (tenant = CLUB) => (await server.ok('getPersons', { tenant })).list.map((person) => person.name);

describe('import', () => {
  test('API-GET-/person/items a spreadsheet with BOM, CRLF and quoted breaks comes in whole, in order', async () => {
    admin.write('teams.csv', `\ufeff${csv('team_id,team_name', 't1,"港町\r\nハーバーズ"', 't2,山吹FC')}\r\n`);
    expect(await admin.done('import', 'teams', 'teams.csv')).toBe(
      `teams of ${CLUB}: 2 in the file, 2 new, 0 changed, 0 as they were.\n`,
    );
    // A Mac writes が as two letters; fans type one.
    const decomposed = '佐賀 がく'.normalize('NFD');
    admin.write(
      'persons.csv',
      `\ufeff${csv('name,number,team_id', `${decomposed},1,t1`, '"高峰 蓮", 7 ,', '', 'レオ・サンドーラ,14,t2')}\r\n`,
    );
    await admin.done('import', 'persons', 'persons.csv');
    expect((await server.ok('getPersons')).list).toEqual([
      { name: '佐賀 がく', number: '1', team_id: 't1', count: 0 },
      { name: '高峰 蓮', number: '7', team_id: null, count: 0 },
      { name: 'レオ・サンドーラ', number: '14', team_id: 't2', count: 0 },
    ]);
    expect((await server.ok('getTeams')).list[0]?.team_name).toBe('港町\nハーバーズ');
    expect(await namesOf(LEAGUE)).toEqual([]);
  });

  test('the same file again changes nothing and says so; a part of the fields leaves the others', async () => {
    expect(await admin.done('import', 'persons', 'persons.csv')).toContain('0 new, 0 changed, 3 as they were');
    admin.write('numbers.json', JSON.stringify([{ name: '高峰 蓮', number: '10' }, { name: '新入 団' }]));
    expect(await admin.done('import', 'persons', 'numbers.json', '--dry-run')).toBe(
      [
        'Dry run: nothing was changed. This would happen:',
        `persons of ${CLUB}: 2 in the file, 1 new, 1 changed, 0 as they were.`,
        '  ~ 高峰 蓮 number "7" → "10"',
        '  + 新入 団',
        '',
      ].join('\n'),
    );
    expect(await namesOf()).toHaveLength(3);
    await admin.done('import', 'persons', 'numbers.json');
    expect((await server.ok('getPersons')).list.map(({ name, number }) => [name, number])).toEqual([
      ['佐賀 がく', '1'],
      ['高峰 蓮', '10'],
      ['レオ・サンドーラ', '14'],
      ['新入 団', null],
    ]);
  });

  test('two operators at once import each row once', async () => {
    admin.write('names.csv', csv('name', ...Array.from({ length: 50 }, (_, i) => `予約名${i}`)));
    const outs = await Promise.all([1, 2, 3].map(() => admin.done('import', 'reserved-names', 'names.csv')));
    expect(outs.filter((out) => out.includes('50 new'))).toHaveLength(1);
    expect(outs.filter((out) => out.includes('50 as they were'))).toHaveLength(2);
    expect((await server.ok('getReservedNames')).list).toHaveLength(50);
  });

  test('every wrong row is named with its line and field, and no right one is taken', async () => {
    const before = await namesOf();
    admin.write(
      'bad.csv',
      csv(
        'name,number,team_id,position',
        '正しい 人,5,t1,',
        `"改行を\r\n含む説明",123456789,t1,`,
        ',1,t1,',
        '"a,b",1,,-1',
        '<b>太字</b>,1,,x',
        '正しい 人,6,t1,',
      ),
    );
    const refused = await admin.run('import', 'persons', 'bad.csv');
    expect(refused).toEqual({
      code: 1,
      out: '',
      err: [
        'Nothing was changed: 6 problems.',
        '  line 3, number: at most 8 characters',
        '  line 5, name: must not be empty',
        '  line 6, position: must be at least 0',
        '  line 7, name: HTML tags are not allowed',
        '  line 7, position: must be number, not "x"',
        '  line 8, name: is the same row as line 2',
        '',
      ].join('\n'),
    });
    admin.write('alike.csv', csv('name,team_id', '高峰　蓮,t1', '誰か 他,t9'));
    expect((await admin.run('import', 'persons', 'alike.csv')).err).toBe(
      [
        'Nothing was changed: 2 problems.',
        '  line 2, name: differs from "高峰 蓮" in spaces or width only',
        '  line 3, team_id: there is no team t9',
        '',
      ].join('\n'),
    );
    expect(await namesOf()).toEqual(before);
  });

  test.each([
    ['unknown.csv', csv('nmae', 'x'), 'line 1, nmae: there is no such field; there are name'],
    ['twice.csv', csv('name,name', 'x,y'), 'line 1, name: stands twice'],
    ['cells.csv', csv('name', 'x', 'y,z'), 'line 3'],
    ['quote.csv', csv('name', 'x', '"y'), 'line 3'],
    ['no.json', '[{"name": "x"},]', 'no JSON'],
    ['object.json', '{"name": "x"}', 'a JSON list'],
    ['entry.json', '[\n{"name": "a"},\n  5]', 'line 3: must be an object'],
    ['field.json', '[\n{"name": "a"},\n {"name":\n "a", "x": [{}]}]', 'line 3, x: there is no such field'],
    ['type.json', '[{"name": "a[{\\""},\n\n{"name": 5}]', 'line 3, name: must be string, not 5'],
    ['null.json', '[\n{"name": null}]', 'line 2, name: must be string, not null'],
  ])('%s is refused with its place', async (file, text, place) => {
    admin.write(file, text);
    const ran = await admin.run('import', 'reserved-names', file);
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(ran.err).toContain(place);
  });

  test('a file in Shift_JIS is refused by its first foreign line, not taken as garbage', async () => {
    admin.write('sjis.csv', Buffer.concat([Buffer.from('name\r\nabc\r\n'), Buffer.from([0x8d, 0x82, 0x95, 0xf4])]));
    const ran = await admin.run('import', 'reserved-names', 'sjis.csv');
    expect(ran.code).toBe(1);
    expect(ran.err).toContain('not UTF-8 (line 3)');
  });

  test('TEN-10c what belongs to another tenant is refused', async () => {
    const key = `ugc/${LEAGUE}/e/original/${'a'.repeat(20)}.jpg`;
    admin.write('emblem.csv', csv('team_id,team_name,object_key', `t3,x,${key}`));
    expect((await admin.run('import', 'teams', 'emblem.csv')).err).toContain('line 2, object_key: belongs to another');
    admin.write('own.csv', csv('team_id,team_name,object_key', `t3,x,/${CLUB}/logo.svg`));
    await admin.done('import', 'teams', 'own.csv');
    // The team t1 is the club's.
    admin.write('foreign.csv', csv('name,team_id', '誰か,t1'));
    expect((await admin.run('import', 'persons', 'foreign.csv', '--tenant', LEAGUE)).err).toContain('no team t1');
  });
});

describe('events and seasons', () => {
  const header = 'event_id,event_name,event_type,event_date,crawl_period_start,crawl_period_end';
  const match = 'm1,第34節 港町戦,official,2026-06-10,2026-06-09 00:00:00,2026-06-12 23:59:59';

  test('API-GET-/event/items a match is there with its defaults; lists and flags come from cells', async () => {
    admin.write(
      'seasons.csv',
      csv(
        'season_id,season_name,season_period_start,season_period_end',
        's2026,2026シーズン,2026-01-01 00:00:00,2026-12-31 23:59:59',
        's2025,2025シーズン,2025-01-01 00:00:00,2025-12-31 23:59:59',
      ),
    );
    await admin.done('import', 'seasons', 'seasons.csv');
    admin.write(
      'events.csv',
      csv(
        `${header},post_limit,photo_location,ambassadorLimited,category,season_id`,
        `${match},3,メインスタンド|ホームゴール裏,TRUE,,s2026`,
      ),
    );
    await admin.done('import', 'events', 'events.csv');
    expect(await server.ok('getEvent', { params: { eventId: 'm1' } })).toMatchObject({
      event_name: '第34節 港町戦',
      post_limit: 3,
      photo_location: ['メインスタンド', 'ホームゴール裏'],
      ambassadorLimited: true,
      officialLimited: false,
      category: 'その他',
      subCategory: 'イベント',
      season_id: 's2026',
      public_message: '',
      user_id: null,
    });
    expect((await server.ok('getEvents')).list).toHaveLength(1);
  });

  test('EVT-02b days that are none, periods that run backwards and limits out of bounds are refused', async () => {
    admin.write(
      'bad-events.csv',
      csv(
        `${header},post_limit,season_id`,
        'e1,x,official,2026-02-30,2026-06-09 00:00:00,2026-06-12 23:59:59,,',
        'e2,x,match,2026-06-10,2026-06-09 24:00:00,2026-06-12,101,',
        'e3,x,official,2026-06-10,2026-06-12 00:00:00,2026-06-09 00:00:00,,',
        'e 4,,official,2026-06-10,2026-06-09 00:00:00,2026-06-12 23:59:59,,',
      ),
    );
    expect((await admin.run('import', 'events', 'bad-events.csv')).err.split('\n').slice(1, -1)).toEqual([
      '  line 2, event_date: must be a day as YYYY-MM-DD',
      expect.stringContaining('  line 3, event_type: must be ("photocon"'),
      '  line 3, crawl_period_start: must be a time as YYYY-MM-DD HH:mm:ss',
      '  line 3, crawl_period_end: must be a time as YYYY-MM-DD HH:mm:ss',
      '  line 3, post_limit: must be at most 100',
      '  line 4, crawl_period_end: lies before crawl_period_start',
      '  line 5, event_id: has characters that are not allowed here',
      '  line 5, event_name: must not be empty',
    ]);
    // Half a row must fit what is there.
    admin.write('half.json', JSON.stringify([{ event_id: 'm1', crawl_period_end: '2026-06-01 00:00:00' }]));
    expect((await admin.run('import', 'events', 'half.json')).err).toContain('lies before crawl_period_start');
    admin.write('incomplete.json', JSON.stringify([{ event_id: 'm9', event_name: 'x' }]));
    expect((await admin.run('import', 'events', 'incomplete.json')).err).toContain(
      'event_type: is missing, and the row',
    );
  });

  test('an event with photos keeps its season, and nothing that is in use can be removed', async () => {
    admin.write('open.json', JSON.stringify([{ event_id: 'm1', ambassadorLimited: false }]));
    await admin.done('import', 'events', 'open.json');
    await server.join('fan');
    expect(await server.post('fan', 'm1', [server.storePhoto('fan', 'm1')])).toMatchObject({ status: 200 });
    admin.write('move.json', JSON.stringify([{ event_id: 'm1', season_id: 's2025' }]));
    expect((await admin.run('import', 'events', 'move.json')).err).toContain(
      'season_id: cannot change any more: 1 photos',
    );
    const refused = await admin.run('remove', 'events', 'm1', 'absent');
    expect(refused).toEqual({
      code: 1,
      out: '',
      err: 'Nothing was removed: still in use.\n  m1: 1 photos belong to it\n',
    });
    expect((await admin.run('remove', 'seasons', 's2025', 's2026')).code).toBe(1);
    expect((await server.ok('getSeasons')).list).toHaveLength(2);
    expect(await admin.done('remove', 'seasons', 's2025', '--dry-run')).toContain('Dry run');
    expect(await admin.done('remove', 'seasons', 's2025', 's2025', 'absent')).toBe(
      `seasons of ${CLUB}: 1 removed, 1 were not there.\n  - s2025\n`,
    );
    expect((await server.ok('getSeasons')).list.map((season) => season.season_id)).toEqual(['s2026']);
  });

  test('API-GET-/favorite/count an event takes its bookmarks along, and their number', async () => {
    await server.addEvent('brief');
    await server.join('collector');
    const target = { media_url: 'brief' };
    await server.ok('putFavorite', { as: 'collector', body: { ...target, targetuser: null } });
    expect(await server.ok('getFavoriteCount', { query: target })).toEqual({ number: 1 });
    await admin.done('remove', 'events', 'brief');
    expect(await server.ok('getFavoriteCount', { query: target })).toEqual({ number: 0 });
    // A new event of the same id begins with none.
    await server.addEvent('brief');
    expect(await server.ok('getFavoriteCount', { query: target })).toEqual({ number: 0 });
    expect((await server.ok('getFavorites', { as: 'collector' })).list).toEqual([]);
    await expectExactCounts(server.db);
    await admin.done('remove', 'events', 'brief');
  });

  test('names of fans that a spreadsheet would run come back as they were', async () => {
    for (const [i, name] of ['=1+1', "'=x", '+81', '@名前', '-', "'quoted'", '｜[|'].entries()) {
      await server.addEvent(`fan-${i}`, { event_name: name, photo_location: ['a|b', 'c'], event_type: 'memorial' });
    }
    await admin.done('export', 'events', '-o', 'all.csv');
    expect(admin.read('all.csv')).toContain("'=1+1");
    expect(admin.read('all.csv')).not.toMatch(/(^|,)"?[=+@]/m);
    expect(await admin.done('import', 'events', 'all.csv')).toContain('0 new, 0 changed, 8 as they were');
  });
});

test.each(['csv', 'json'])('a tenant exported as %s is the same after its import into nothing', async (format) => {
  for (const { sub, nickname } of allDemoUsers) await saveProfile(server.db, { userId: sub, nickname, avatar: null });
  for (const { id } of nonEmpty(tenants.filter(({ isTeam, isPoint }) => isTeam || !isPoint).slice(-3))) {
    const tables = contentTables(id);
    const empty = async () => {
      for (const table of Object.keys(tables))
        await server.db
          .deleteFrom(table as 'team')
          .where('tenant', '=', id)
          .execute();
    };
    await empty();
    for (const [table, rows] of Object.entries(tables)) {
      if (rows.length > 0)
        await server.db
          .insertInto(table as 'team')
          .values(rows as never)
          .execute();
    }
    const exported = async () => {
      for (const { name } of owned) await admin.done('export', name, '-o', `${id}-${name}.${format}`, '--tenant', id);
      return owned.map(({ name }) => admin.read(`${id}-${name}.${format}`));
    };
    const before = await exported();
    const imported = async () => {
      const outs: string[] = [];
      for (const { name } of owned)
        outs.push(await admin.done('import', name, `${id}-${name}.${format}`, '--tenant', id));
      return outs.map((out, i) => {
        const [, count, added, changed] = /: (\d+) in the file, (\d+) new, (\d+) changed/.exec(out) ?? [];
        expect(Number(count), out).toBe(tables[owned[i]?.table ?? '']?.length);
        return [Number(added), Number(changed)];
      });
    };
    expect(await imported()).toEqual(owned.map(() => [0, 0]));
    await empty();
    for (const [, changed] of nonEmpty(await imported())) expect(changed).toBe(0);
    expect(await exported()).toEqual(before);
  }
});

const owned = kinds.filter((kind) => kind.canAdd);
/** The demo's rows of every kind; fans cause none of the notices without photos. */
function contentTables(tenant: string): Record<string, readonly object[]> {
  const content = tenantContent({ tenant, pictures: [], tags: [], now: new Date(NOON) });
  return {
    team: content.teams,
    person: content.persons,
    season: content.seasons,
    event: content.events,
    ambassador: content.ambassadors,
    reserved_name: content.reservedNames,
    credit_setting: [content.credit],
    notice: content.notices,
  };
}
