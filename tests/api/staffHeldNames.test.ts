/** Display names with a word of a club become cases of its moderators (STF-11c). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveMembership, saveProfile } from '../../server/api/users/repository.ts';
import { inTransaction } from '../../server/database/retryTransaction.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { type StaffWorld, startStaffWorld } from './staffSetup.ts';

let world: StaffWorld;
beforeAll(async () => {
  world = await startStaffWorld();
  for (const [tenant, word] of [
    [CLUB, 'ダメ'],
    [LEAGUE, 'よそ'],
  ] as const)
    await world.staff.ok('putStaffHeldWord', { as: `moderator-${tenant}`, tenant, body: { word, is_held: true } });
});
afterAll(() => world.close());

const rename = (userId: string, nickname: string, avatar: string | null = null) =>
  saveProfile(world.db, { userId, nickname, avatar });
const casesOf = async (fan: string, tenant = CLUB) =>
  (await world.staff.ok('getStaffCases', { as: `moderator-${tenant}`, tenant, query: { state: 'open' } })).list.filter(
    ({ subject }) => subject === fan,
  );

test('STF-11c a name with a word of the club is a case of this club alone, and stays', async () => {
  const [fan, other] = [await world.newFan(), await world.newFan()];
  await world.join(fan, LEAGUE);
  await rename(other, 'ふつうの名前');
  expect(await rename(fan, 'ﾀﾞﾒな人')).toBe('ﾀﾞﾒな人');
  expect(await casesOf(fan)).toMatchObject([{ kind: 'fan', reports: 0, shown: 'ﾀﾞﾒな人', author_id: fan }]);
  expect([await casesOf(fan, LEAGUE), await casesOf(other)]).toEqual([[], []]);
  expect(await world.noticesOf(fan)).toEqual([]);
  const { list } = await world.staff.ok('getStaffLog', { as: `owner-${CLUB}`, query: { act: 'users hold' } });
  expect(list.map(({ what, outcome }) => [what, outcome])).toEqual([[fan, 'The name has a word of the club.']]);
});

test('STF-11c a name that moderators let stand opens no second case, whatever else of the profile changes', async () => {
  const fan = await world.newFan();
  await rename(fan, 'ダメでもよい人');
  const [first] = await casesOf(fan);
  const body = { case_id: first?.case_id ?? 0, decision: 'none', reason: '', days: null } as const;
  expect(await world.staff.outcome('putStaffDecision', { as: `moderator-${CLUB}`, body })).toBe(200);
  await rename(fan, 'ダメでもよい人');
  await rename(fan, 'ダメでもよい人', 'avatar/x/original/y.jpg');
  expect(await casesOf(fan)).toEqual([]);
  await rename(fan, 'もっとダメな人');
  expect(await casesOf(fan)).toHaveLength(1);
});

test('STF-11c whoever joins with such a name is a case, once; agreeing to newer rules opens none', async () => {
  const fan = `late-${crypto.randomUUID()}`;
  await rename(fan, 'だめな新人');
  const join = (version: string) => inTransaction(world.db, (trx) => saveMembership(trx, CLUB, fan, version));
  await join('1');
  const [first] = await casesOf(fan);
  expect(first).toMatchObject({ kind: 'fan', shown: 'だめな新人' });
  const body = { case_id: first?.case_id ?? 0, decision: 'none', reason: '', days: null } as const;
  expect(await world.staff.outcome('putStaffDecision', { as: `moderator-${CLUB}`, body })).toBe(200);
  await join('2');
  expect(await casesOf(fan)).toEqual([]);
});
