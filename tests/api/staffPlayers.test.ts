/** The desk's players and what fans see of people: forms, two spellings of one player, reserved names. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUpCounters } from '../../server/database/counterChanges.ts';
import { readUnreferenced } from '../../server/objects/orphanChecks.ts';
import { addEventPictureJobs, saveEventPicture } from '../../server/pictures/eventPictures.ts';
import { PERSON_READING_MAX } from '../../src/contract/limits.ts';
import type { RecordKind, RecordValues } from '../../src/contract/staffContentEndpoints.ts';
import { PERSON_SEASONS_MAX, PERSONS_FOLDER } from '../../src/contract/staffLimits.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { createAdmin } from './adminSetup.ts';
import { expectExactCounts } from './countsCheck.ts';
import { NOON } from './routesServer.ts';
import { type StaffWorld, startStaffWorld } from './staffSetup.ts';

let world: StaffWorld;
beforeAll(async () => {
  world = await startStaffWorld();
});
afterAll(() => world.close());

const editor = `editor-${CLUB}`;
const save = (kind: RecordKind, values: RecordValues, tenant = CLUB) =>
  world.staff.ok('putStaffRecord', { as: `editor-${tenant}`, tenant, body: { kind, revision: null, values } });
const namesOf = async (tenant = CLUB) => (await world.ok('getPersons', { tenant })).list.map(({ name }) => name);
const merge = (from: string, into: string) =>
  world.staff.call('putStaffPersonMerge', { as: editor, body: { from, into } });

async function photoOf(player: string, tenant = CLUB): Promise<string> {
  const by = await world.newFan(tenant);
  const photo = world.storePhoto(by, `e-${tenant}`, { player }, tenant);
  const reply = await world.post(by, `e-${tenant}`, [photo], tenant);
  if ('code' in reply) throw new Error(reply.code);
  return photo.media_url;
}
const taggedWith = async (cp: string, tenant = CLUB) =>
  (await world.ok('getPublicList', { tenant, params: { publicListId: 'all' }, query: { cp } })).media_list
    .map(({ media_url }) => media_url)
    .toSorted();

test('STF-13a players, ambassadors and the credit line come from forms; another tenant has none of it', async () => {
  await save('teams', { team_id: 'tops', team_name: 'トップ' });
  expect((await save('persons', { name: '高峰 蓮', number: '10', team_id: 'tops' })).result).toBe('ok');
  const alike = await save('persons', { name: '高峰蓮' });
  expect(alike.problems).toMatchObject([{ field: 'name', code: 'alike', about: '高峰 蓮' }]);
  const fan = await world.newFan();
  expect((await save('ambassadors', { ambassador_user_id: fan, ambassador_name: 'みなと' })).result).toBe('ok');
  expect((await world.ok('getAmbassadors')).list).toMatchObject([{ ambassador_user_id: fan }]);
  const credit = { type: 'C', official_label: '港町', ambassador: 'ON', extra_text: '' };
  expect((await save('credit-settings', credit)).result).toBe('ok');
  expect((await save('credit-settings', { ...credit, type: 'B' })).result).toBe('changed');
  expect([await namesOf(), await namesOf(LEAGUE)]).toEqual([['高峰 蓮'], []]);
});

test('FAN-25a a reading that staff enter is told with its player; without one nothing is', async () => {
  await save('persons', { name: '鳥越 隼人', reading: 'Hayato Torigoe' });
  await save('persons', { name: '島津 夏樹' });
  const { list } = await world.ok('getPersons');
  const [read, unread] = ['鳥越 隼人', '島津 夏樹'].map((name) => list.find((one) => one.name === name));
  expect([read?.reading, unread]).toEqual([
    'Hayato Torigoe',
    expect.not.objectContaining({ reading: expect.anything() }),
  ]);
  expect((await save('persons', { name: '長い', reading: 'a'.repeat(PERSON_READING_MAX + 1) })).problems).toHaveLength(
    1,
  );
});

test('STF-20a an editor gives a player a picture that was stored for it; fans see it once it is derived', async () => {
  const stored = (owner: string, folder: string) => world.storePhoto(owner, folder, {}).media_url;
  const key = stored(editor, PERSONS_FOLDER);
  const { record } = await save('persons', { name: '写真 一郎', picture: key });
  expect(record?.values).toMatchObject({ picture: key });
  const refused = async (picture: string) =>
    world.staff.outcome('putStaffRecord', {
      as: editor,
      body: { kind: 'persons', revision: record?.revision ?? null, values: { name: '写真 一郎', picture } },
    });
  expect([await refused(stored('fan', PERSONS_FOLDER)), await refused(stored(editor, `e-${CLUB}`))]).toEqual([
    'INVALID_REQUEST',
    'INVALID_REQUEST',
  ]);
  const pictures = async (tenant = CLUB) => (await world.ok('getPersonPictures', { tenant })).list;
  const isListed = async () => (await pictures()).some(({ name }) => name === '写真 一郎');
  expect(await isListed(), 'not derived yet').toBe(false);
  await addEventPictureJobs(world.db, new Date());
  const jobs = await world.db.selectFrom('picture_job').select('media_url').where('media_url', '=', key).execute();
  expect(jobs).toHaveLength(1);
  expect(await saveEventPicture(world.db, CLUB, { media_url: key, width: 8, height: 6, variants: [480] })).toBe(true);
  // It stands in place of the best-liked photo.
  await photoOf('写真 一郎');
  await addUpCounters(world.db);
  const own = (await pictures()).filter(({ name }) => name === '写真 一郎');
  expect(own).toMatchObject([{ media_url: key, width: 8, height: 6, variants: [480], face: null }]);
  expect(await pictures(LEAGUE)).toEqual([]);
  expect(await readUnreferenced(world.db, [key, 'ugc/x/original/a.jpg'])).toEqual(['ugc/x/original/a.jpg']);
  const file = (await world.staff.ok('getStaffRecordsFile', { as: editor, query: { kind: 'persons' } })).csv;
  expect(file).toContain('picture,season_ids');
  expect(file).toContain(key);
});

test('STF-20b players of the current season come first; old ones stay; their seasons are not removed', async () => {
  const season = (season_id: string, year: number) => ({
    season_id,
    season_name: String(year),
    season_period_start: `${year}-01-01 00:00:00`,
    season_period_end: `${year}-12-31 23:59:59`,
  });
  for (const year of [2024, 2026]) await save('seasons', season(`y${year}`, year));
  await save('persons', { name: '順 引退', season_ids: ['y2024'], position: 0 });
  await save('persons', { name: '順 現役', season_ids: ['y2024', 'y2026'], position: 1 });
  await save('persons', { name: '順 不明', position: 2 });
  const order = async () => (await namesOf()).filter((name) => name.startsWith('順'));
  expect(await order()).toEqual(['順 現役', '順 不明', '順 引退']);
  // Between two seasons the last one counts.
  world.setNow(Date.parse('2025-06-01T00:00:00Z'));
  await save('teams', { team_id: 'new-answer', team_name: 'x' });
  expect(await order()).toEqual(['順 引退', '順 現役', '順 不明']);
  world.setNow(NOON);
  const unknown = await save('persons', { name: '順 誤り', season_ids: ['y1999'] });
  expect(unknown.problems).toMatchObject([{ field: 'season_ids', code: 'unknown', about: 'y1999' }]);
  const many = Array.from({ length: PERSON_SEASONS_MAX + 1 }, () => 'y2024');
  expect((await save('persons', { name: '順 多い', season_ids: many })).problems).toMatchObject([{ code: 'tooMany' }]);
  const seasons = await world.staff.ok('getStaffRecords', { as: editor, query: { kind: 'seasons' } });
  const old = seasons.list.find(({ key }) => key === 'y2024');
  const body = { kind: 'seasons', key: 'y2024', revision: old?.revision ?? '' } as const;
  const removal = await world.staff.ok('deleteStaffRecord', { as: editor, body });
  expect(removal.problems).toMatchObject([{ field: 'persons', code: 'used', about: '2' }]);
});

test('STF-13a a reserved name that somebody bears needs its owner', async () => {
  const fan = await world.newFan();
  const open = await save('reserved-names', { name: fan });
  expect(open.problems).toMatchObject([{ field: 'owner', code: 'needsOwner' }]);
  expect(open.problems[0]?.about).toContain(fan);
  expect((await save('reserved-names', { name: fan, owner: fan })).record?.values).toEqual({ name: fan, owner: fan });
});

test('STF-13c two spellings become one: photos, hidden ones, favourites and counters; other tenants stay', async () => {
  await save('persons', { name: '大和 翔' });
  await save('persons', { name: 'ヤマト' });
  const shown = await photoOf('ヤマト');
  const both = await photoOf('ヤマト,大和 翔');
  const hidden = await photoOf('ヤマト');
  const elsewhere = await photoOf('ヤマト', LEAGUE);
  await createAdmin(world).done('photo', 'hide', hidden);
  const face = [{ name: 'ヤマト', BoundingBox: { Left: 0.1, Top: 0.1, Width: 0.2, Height: 0.2 } }];
  await world.db
    .updateTable('photo')
    .set({ face_info: JSON.stringify(face) })
    .where('media_url', '=', shown)
    .execute();
  const favouring = ['fan-a', 'fan-b'];
  for (const user of favouring) await world.join(user);
  for (const name of ['ヤマト', '大和 翔'])
    await world.db
      .insertInto('favorite_person')
      .values(
        favouring.slice(name === 'ヤマト' ? 0 : 1).map((user_id) => ({ tenant: CLUB, user_id, name, position: 1 })),
      )
      .execute();
  expect([await merge('ヤマト', 'ヤマト'), await merge('ヤマト', 'だれか')]).toMatchObject([
    { code: 'INVALID_REQUEST' },
    { code: 'NOT_FOUND' },
  ]);
  expect(await merge('ヤマト', '大和 翔')).toMatchObject({ answer: { photos: 3, left: 0 } });
  expect(await merge('ヤマト', '大和 翔')).toMatchObject({ answer: { photos: 0, left: 0 } });
  expect([await taggedWith('大和 翔'), await taggedWith('ヤマト')]).toEqual([[shown, both].toSorted(), []]);
  await createAdmin(world).done('photo', 'unhide', hidden);
  expect(await taggedWith('大和 翔')).toEqual([shown, both, hidden].toSorted());
  expect(await namesOf()).not.toContain('ヤマト');
  expect(await taggedWith('ヤマト', LEAGUE)).toEqual([elsewhere]);
  const rows = await world.db.selectFrom('favorite_person').select(['user_id', 'name']).orderBy('user_id').execute();
  expect(nonEmpty(rows)).toEqual(favouring.map((user_id) => ({ user_id, name: '大和 翔' })));
  const photo = await world.db
    .selectFrom('photo')
    .select('face_info')
    .where('media_url', '=', shown)
    .executeTakeFirst();
  expect(photo?.face_info[0]?.name).toBe('大和 翔');
  await expectExactCounts(world.db);
});

test('STF-11a a popular word is hidden in all its spellings and shown again, in one tenant alone', async () => {
  await photoOf('ハヤテ');
  await photoOf('ハヤテ', LEAGUE);
  for (const tenant of [CLUB, LEAGUE])
    await world.ok('putSearchWord', { tenant, body: { word: 'ハヤテ', tagtype: 'person' } });
  const shown = async (tenant = CLUB) => (await world.ok('getWordRanking', { tenant })).list.map(({ word }) => word);
  const words = () => world.staff.ok('getStaffWords', { as: editor });
  const set = (word: string, is_hidden: boolean) =>
    world.staff.outcome('putStaffWord', { as: editor, body: { word, is_hidden } });
  expect((await words()).popular).toEqual([{ word: 'ハヤテ', count: 1 }]);
  expect([await set('ﾊﾔﾃ', true), await set('ﾊﾔﾃ', true), await set('\u200b', true)]).toEqual([
    200,
    200,
    'INVALID_REQUEST',
  ]);
  expect([await words(), await shown(), await shown(LEAGUE)]).toEqual([
    { popular: [], hidden: ['ﾊﾔﾃ'] },
    [],
    ['ハヤテ'],
  ]);
  expect(await set('はやて', false)).toBe(200);
  expect([(await words()).hidden, await shown()]).toEqual([[], ['ハヤテ']]);
  const { list } = await world.staff.ok('getStaffLog', { as: `owner-${CLUB}`, query: { act: 'words' } });
  expect(list.map(({ act, staff_id }) => [act, staff_id])).toEqual([
    ['words show', editor],
    ['words hide', editor],
    ['words hide', editor],
  ]);
});

test('STF-13a no call of the suite made the server fail', () => {
  expect(world.errors).toEqual([]);
});
