/** The desk's events, seasons and teams: forms, files, two editors at once, ending early. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { thumbnailKey } from '../../src/contract/pictureKeys.ts';
import type { RecordKind, RecordValues } from '../../src/contract/staffContentEndpoints.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { NOON } from './routesServer.ts';
import { type StaffWorld, startStaffWorld } from './staffSetup.ts';

let world: StaffWorld;
beforeAll(async () => {
  world = await startStaffWorld();
});
beforeEach(() => world.setNow(NOON));
afterAll(() => world.close());

const editor = `editor-${CLUB}`;
const owner = `owner-${CLUB}`;
let made = 0;
const season = (fields: RecordValues = {}) => ({
  season_id: `s-${++made}`,
  season_name: '2026シーズン',
  season_period_start: '2026-01-01 00:00:00',
  season_period_end: '2026-12-31 23:59:59',
  ...fields,
});
const match = (fields: RecordValues = {}): RecordValues => ({
  event_id: `m-${++made}`,
  event_name: '第20節 横浜戦',
  event_type: 'official',
  event_date: '2026-06-20',
  crawl_period_start: '2026-06-19 00:00:00',
  crawl_period_end: '2026-06-22 23:59:59',
  ...fields,
});
const save = (kind: RecordKind, values: RecordValues, revision: string | null = null, as = editor) =>
  world.staff.ok('putStaffRecord', { as, body: { kind, revision, values } });
const listed = async (kind: RecordKind, tenant = CLUB) =>
  (await world.staff.ok('getStaffRecords', { as: `editor-${tenant}`, tenant, query: { kind } })).list;
const faultsOf = (problems: readonly { line: number; field: string; code: string }[]) =>
  problems.map(({ line, field, code }) => `${line} ${field} ${code}`);
const actsOf = async (what: string) => {
  const { list } = await world.staff.ok('getStaffLog', { as: owner, query: {} });
  return list.filter((row) => row.what === what);
};

test('STF-12a STF-14a an event with every field is added, changed and removed, and each act is logged', async () => {
  const { season_id } = season();
  await save('seasons', season({ season_id }));
  const fan = await world.newFan();
  const values = match({
    public_message: '来てください',
    category: 'リーグ',
    subCategory: 'ホーム',
    post_limit: 20,
    descriptive_title: '見どころ',
    descriptive_text: '本文',
    photo_location: ['ゴール裏', 'メインスタンド'],
    premium_user_ids: [fan],
    season_id,
    ambassadorLimited: true,
    officialLimited: true,
    personLimited: true,
    userLimited: [fan],
    usepermit_flag: true,
  });
  const { result, record } = await save('events', values);
  expect(result).toBe('ok');
  expect(record?.values).toMatchObject(values);
  const shown = (await world.ok('getEvents')).list.find(({ event_id }) => event_id === values.event_id);
  expect(shown).toMatchObject({
    event_name: '第20節 横浜戦',
    post_limit: 20,
    photo_location: ['ゴール裏', 'メインスタンド'],
  });
  const changed = await save('events', { event_id: values.event_id ?? '', event_name: '第20節' }, record?.revision);
  expect(changed.record?.values).toMatchObject({ event_name: '第20節', public_message: '来てください' });
  const key = String(values.event_id);
  const gone = { kind: 'events', key, revision: changed.record?.revision ?? '' } as const;
  expect((await world.staff.ok('deleteStaffRecord', { as: editor, body: gone })).result).toBe('ok');
  expect((await world.staff.ok('deleteStaffRecord', { as: editor, body: gone })).result).toBe('ok');
  expect((await listed('events')).map((one) => one.key)).not.toContain(key);
  const acts = await actsOf(key);
  expect(acts.map(({ act, staff_id }) => `${act} ${staff_id}`)).toEqual([
    `remove events ${editor}`,
    `change events ${editor}`,
    `create events ${editor}`,
  ]);
  expect([acts[1]?.before, acts[1]?.after]).toEqual(['{"event_name":"第20節 横浜戦"}', '{"event_name":"第20節"}']);
});

test('STF-12a what a fan made, or another tenant has, is neither listed nor changed', async () => {
  const fan = await world.newFan();
  await world.addEvent('fans-own', { user_id: fan, event_type: 'memorial' });
  await world.addEvent('elsewhere', { tenant: LEAGUE });
  const keys = (await listed('events')).map(({ key }) => key);
  expect(keys).toContain(`e-${CLUB}`);
  expect(keys.filter((key) => ['fans-own', 'elsewhere'].includes(key))).toEqual([]);
  const file = await world.staff.ok('getStaffRecordsFile', { as: editor, query: { kind: 'events' } });
  expect(file.csv).not.toMatch(/fans-own|elsewhere/);
  const stolen = await save('events', { event_id: 'fans-own', event_name: '盗んだ' }, 'x');
  expect(faultsOf(stolen.problems)).toEqual(['1 user_id fans']);
  const taken = await save('events', match({ user_id: fan }));
  expect(faultsOf(taken.problems)).toEqual(['1 user_id fans']);
  const csv = 'event_id,event_name\nfans-own,盗んだ';
  const imported = await world.staff.ok('putStaffRecordsFile', {
    as: editor,
    body: { kind: 'events', csv, is_trial: false },
  });
  expect(faultsOf(imported.problems)).toEqual(['2 user_id fans']);
  const end = { as: editor, body: { event_id: 'fans-own' } };
  expect(await world.staff.outcome('putStaffEventEnd', end)).toBe('EVENT_NOT_FOUND');
  expect((await save('events', { event_id: 'elsewhere', event_name: '別' }, 'x')).result).toBe('gone');
});

test('STF-12b every fault of a form is named, and nothing is changed', async () => {
  const values = match({
    event_name: '',
    post_limit: 101,
    event_date: '2026-02-30',
    season_id: 'none',
    category: '<b>x</b>',
  });
  const { result, problems, record } = await save('events', { ...values, kit: 'x' });
  expect([result, record, faultsOf(problems)]).toEqual(['refused', null, ['1 kit unknownField']]);
  expect(faultsOf((await save('events', values)).problems)).toEqual([
    '1 event_name empty',
    '1 event_date day',
    '1 category tags',
    '1 post_limit tooLarge',
  ]);
  const late = await save('events', match({ crawl_period_end: '2026-06-01 00:00:00' }));
  expect(late.problems).toMatchObject([{ field: 'crawl_period_end', code: 'reversed', about: 'crawl_period_start' }]);
  const missing = await save('events', match({ season_id: 'none' }));
  expect(missing.problems).toMatchObject([{ field: 'season_id', code: 'unknown', about: 'none' }]);
  expect((await listed('events')).map(({ key }) => key)).not.toContain(values.event_id);
  expect(await actsOf(String(values.event_id))).toEqual([]);
});

test('STF-12b a season or an event that is in use is not removed', async () => {
  const { media_url } = await world.newPhoto();
  const [event] = (await listed('events')).filter(({ key }) => key === `e-${CLUB}`);
  const body = { kind: 'events', key: `e-${CLUB}`, revision: event?.revision ?? '' } as const;
  const answer = await world.staff.ok('deleteStaffRecord', { as: editor, body });
  expect([answer.result, answer.problems]).toMatchObject(['refused', [{ code: 'used', field: 'photos', about: '1' }]]);
  expect(await world.isShown(media_url)).toBe(true);
});

test('STF-12c of two editors who change an event at once one wins, and the other is told', async () => {
  const values = match();
  const { record } = await save('events', values);
  const event_id = String(values.event_id);
  const revision = record?.revision ?? '';
  const both = await Promise.all([
    save('events', { event_id, event_name: '編集さん' }, revision),
    save('events', { event_id, event_name: 'オーナー' }, revision, owner),
  ]);
  expect(both.map(({ result }) => result).toSorted()).toEqual(['changed', 'ok']);
  const told = both.find(({ result }) => result === 'changed');
  const won = both.find(({ result }) => result === 'ok');
  expect(told?.record).toEqual(won?.record);
  // The same once more: the answer was lost on the way.
  const name = won?.record?.values.event_name ?? '';
  expect((await save('events', { event_id, event_name: name }, revision)).result).toBe('ok');
  expect((await save('events', match({ event_id }))).result).toBe('changed');
  const removed = { as: editor, body: { kind: 'events', key: event_id, revision } } as const;
  expect((await world.staff.ok('deleteStaffRecord', removed)).result).toBe('changed');
  expect((await actsOf(event_id)).map(({ act }) => act)).toEqual(['change events', 'create events']);
});

test('STF-12d an event in progress ends at once: no post comes in any more', async () => {
  await world.addEvent('ending');
  const fan = await world.newFan();
  const photo = () => world.storePhoto(fan, 'ending');
  expect('code' in (await world.post(fan, 'ending', [photo()]))).toBe(false);
  const end = (event_id: string) => world.staff.outcome('putStaffEventEnd', { as: editor, body: { event_id } });
  expect([await end('ending'), await end('ending'), await end('nothing')]).toEqual([
    200,
    'EVENT_OVER',
    'EVENT_NOT_FOUND',
  ]);
  expect(await world.post(fan, 'ending', [photo()])).toMatchObject({ code: 'EVENT_OVER' });
  await save('events', match({ event_id: 'later' }));
  expect(await end('later')).toBe('EVENT_NOT_STARTED');
  expect((await actsOf('ending')).map(({ act }) => act)).toEqual(['end events']);
});

test('STF-12a STF-12e a picture that the editor stored is the event’s, and a copy’s; others’ are refused', async () => {
  const values = match();
  const { record } = await save('events', values);
  const event_id = String(values.event_id);
  const { media_url } = world.storePhoto(editor, event_id);
  const others = world.storePhoto(await world.newFan(), event_id).media_url;
  const put = (thumbnail: string) =>
    world.staff.outcome('putStaffRecord', {
      as: editor,
      body: { kind: 'events', revision: record?.revision ?? '', values: { event_id, thumbnail } },
    });
  expect([await put(others), await put(media_url.replace(event_id, `e-${CLUB}`))]).toEqual([
    'INVALID_REQUEST',
    'INVALID_REQUEST',
  ]);
  expect(await put(media_url)).toBe(200);
  expect((await world.ok('getEvents')).list.find((one) => one.event_id === event_id)?.thumbnail).toBe(media_url);
  expect((await save('events', match({ thumbnail: media_url }))).result).toBe('ok');
  const left = await world.db
    .selectFrom('unregistered_upload')
    .select('key')
    .where('key', 'in', [media_url, thumbnailKey(media_url)])
    .execute();
  expect(left).toEqual([]);
});

test('STF-12f a file with wrong rows names all of them and changes nothing', async () => {
  const before = await listed('teams');
  const csv = ['team_id,team_name', 't-new,新チーム', 'bad id,', 't-new,同じ', 't-ok,<b>'].join('\r\n');
  const answer = await world.staff.ok('putStaffRecordsFile', {
    as: editor,
    body: { kind: 'teams', csv, is_trial: false },
  });
  expect([answer.result, faultsOf(answer.problems)]).toEqual([
    'refused',
    ['3 team_id letters', '3 team_name empty', '4 team_id sameRow', '5 team_name tags'],
  ]);
  expect(await listed('teams')).toEqual(before);
  for (const wrong of ['team,team_name\nx,y', '"', 'team_id,team_id\na,b']) {
    const { result } = await world.staff.ok('putStaffRecordsFile', {
      as: editor,
      body: { kind: 'teams', csv: wrong, is_trial: false },
    });
    expect([wrong, result]).toEqual([wrong, 'refused']);
  }
});

test('STF-12f a trial says what a file would do; the file an export made changes nothing', async () => {
  const csv = 'team_id,team_name\nt1,=港町\nt2,山吹';
  const load = (text: string, is_trial: boolean) =>
    world.staff.ok('putStaffRecordsFile', { as: editor, body: { kind: 'teams', csv: text, is_trial } });
  const counts = { result: 'ok', added: 2, changed: 0, unchanged: 0, keys: ['t1', 't2'] };
  expect(await load(csv, true)).toMatchObject(counts);
  expect(await listed('teams')).toEqual([]);
  expect(await load(csv, false)).toMatchObject(counts);
  expect(nonEmpty(await listed('teams')).map(({ values }) => values.team_name)).toEqual(['=港町', '山吹']);
  const file = await world.staff.ok('getStaffRecordsFile', { as: editor, query: { kind: 'teams' } });
  expect(file.csv).toContain("'=港町");
  expect(await load(file.csv, false)).toMatchObject({ result: 'ok', added: 0, changed: 0, unchanged: 2, keys: [] });
  expect((await world.ok('getTeams')).list.map(({ team_name }) => team_name)).toEqual(['=港町', '山吹']);
});

test('STF-12a no call of the suite made the server fail', () => {
  expect(world.errors).toEqual([]);
});
