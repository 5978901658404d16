/** Words of a club that hold photos and comments back (STF-11b). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HELD_WORDS_MAX } from '../../src/contract/staffLimits.ts';
import { authorNotice, heldByWord } from '../../src/messages/jaModeration.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { expectExactCounts } from './countsCheck.ts';
import { NOON } from './routesServer.ts';
import { type StaffWorld, startStaffWorld } from './staffSetup.ts';

let world: StaffWorld;
beforeAll(async () => {
  world = await startStaffWorld();
});
afterAll(() => world.close());

const as = `moderator-${CLUB}`;
const hold = (word: string, is_held = true, tenant = CLUB) =>
  world.staff.outcome('putStaffHeldWord', { as: `moderator-${tenant}`, tenant, body: { word, is_held } });
const caseOf = async (subject: string) =>
  (await world.staff.ok('getStaffCases', { as, query: { state: 'open' } })).list.find((row) => row.subject === subject);
const titlesFor = async (user: string, tenant = CLUB) =>
  (await world.ok('getNotices', { as: user, tenant })).list.map(({ title }) => title);
const post = async (user: string, fields: Parameters<StaffWorld['storePhoto']>[2], tenant = CLUB) => {
  const photo = world.storePhoto(user, `e-${tenant}`, fields, tenant);
  expect(await world.post(user, `e-${tenant}`, [photo], tenant)).toMatchObject({ status: 200 });
  return photo.media_url;
};
/** To a fan who has written something: others may be shown a list of a moment ago. */
const isShown = async (media_url: string, as: string, tenant = CLUB) =>
  (
    await world.ok('getPublicList', { as, tenant, params: { publicListId: 'all' }, query: { l: '100' } })
  ).media_list.some((photo) => photo.media_url === media_url);

test('STF-11b a photo with a word of the club, however it is spelled, waits for a moderator; others do not', async () => {
  expect(await hold('ダメ 言葉')).toBe(200);
  const fan = await world.newFan();
  const held = [
    await post(fan, { comment: 'これは ﾀﾞﾒ言葉 です' }),
    await post(fan, { htag: '#だめことば #だめ言葉' }),
    await post(fan, { player: 'だめ言葉くん' }),
    await post(fan, { alt: '看板にだめ言葉' }),
    await post(fan, { photo_location: 'だめ言葉席' }),
  ];
  const fine = await post(fan, { comment: 'だめな言葉ではない' });
  for (const media_url of held) {
    expect(await isShown(media_url, fan)).toBe(false);
    expect(await caseOf(media_url)).toMatchObject({ kind: 'photo', reports: 0, is_hidden: true, author_id: fan });
  }
  expect([await isShown(fine, fan), await caseOf(fine)]).toEqual([true, undefined]);
  expect((await titlesFor(fan)).filter((title) => title === heldByWord('photo').title)).toHaveLength(held.length);
  await expectExactCounts(world.db);

  world.setNow(NOON + 60_000);
  const [first = ''] = held;
  const body = { case_id: (await caseOf(first))?.case_id ?? 0, decision: 'none', reason: '', days: null } as const;
  expect(await world.staff.outcome('putStaffDecision', { as, body })).toBe(200);
  expect(await isShown(first, fan)).toBe(true);
  const again = authorNotice('photo', 'none', { reason: '', wasHidden: true })?.title ?? 'none';
  expect(await titlesFor(fan)).toContain(again);
  await expectExactCounts(world.db);
});

test('STF-11b a club’s word holds nothing of another club, and nothing after it was removed', async () => {
  await hold('ここだけ');
  const other = await world.newFan(LEAGUE);
  expect(await isShown(await post(other, { comment: 'ここだけ' }, LEAGUE), other, LEAGUE)).toBe(true);
  await hold('ここだけ', false, LEAGUE);
  const fan = await world.newFan();
  expect(await isShown(await post(fan, { comment: 'ここだけ' }), fan)).toBe(false);
  expect((await world.staff.ok('getStaffHeldWords', { as })).list).toContain('ここだけ');
  await hold('ココだけ', false);
  expect(await isShown(await post(fan, { comment: 'ここだけ' }), fan)).toBe(true);
  expect(await hold('　')).toBe('INVALID_REQUEST');
});

test('STF-11b a comment and an edit wait as well; nobody is told of the comment', async () => {
  await hold('まずい');
  const [author, fan] = [await world.newFan(), await world.newFan()];
  const media_url = await post(author, { comment: 'よい' });
  const said = { media_url, targetuser: author, parent_id: null };
  const { comment_id } = await world.ok('putComment', { as: fan, body: { ...said, comment: 'これはマズイ' } });
  const { comments, count } = await world.ok('getComments', { params: { media_url } });
  expect([comments, count]).toEqual([[], 0]);
  expect(await caseOf(comment_id)).toMatchObject({ kind: 'comment', reports: 0, is_hidden: true, author_id: fan });
  const told = await world.db.selectFrom('notice').select('notice_id').where('recipient_id', '=', author).execute();
  expect(told).toEqual([]);
  expect(await titlesFor(fan)).toEqual([heldByWord('comment').title]);

  const about = { public_list_id: 'event', media_url, event_id: `e-${CLUB}`, season_id: null, team_id: null } as const;
  const caption = { caption: 'まずい', htag: '', photo_location: null, player: '', usepermit: true };
  await world.ok('putCaption', { as: author, body: { ...about, ...caption } });
  expect(await isShown(media_url, author)).toBe(false);
  expect(await caseOf(media_url)).toMatchObject({ kind: 'photo', shown: 'まずい' });
  await expectExactCounts(world.db);
});

test('STF-11b so many words and no more; each is a row of the log', async () => {
  const rows = Array.from({ length: HELD_WORDS_MAX }, (_, i) => ({
    tenant: LEAGUE,
    key: `k${i}`,
    word: `k${i}`,
    added_at: new Date(0),
  }));
  await world.db.insertInto('held_word').values(rows).execute();
  expect(await hold('もう一つ', true, LEAGUE)).toBe('INVALID_REQUEST');
  expect(await hold('k7', true, LEAGUE)).toBe(200);
  expect(await hold('k7', false, LEAGUE)).toBe(200);
  expect(await hold('もう一つ', true, LEAGUE)).toBe(200);
  const { list } = await world.staff.ok('getStaffLog', { as: `owner-${LEAGUE}`, tenant: LEAGUE, query: {} });
  expect(list.slice(0, 2).map(({ act, what }) => [act, what])).toEqual([
    ['words hold', 'もう一つ'],
    ['words release', 'k7'],
  ]);
});
