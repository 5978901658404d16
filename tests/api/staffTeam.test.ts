/** Owners and their staff: invitations, changes, the last owner, and what of it is kept. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '../../server/api/account/deleteAccount.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { NOON } from './routesServer.ts';
import { type StaffWorld, startStaffWorld } from './staffSetup.ts';

let world: StaffWorld;
beforeAll(async () => {
  world = await startStaffWorld();
});
afterAll(() => world.close());

const owner = `owner-${CLUB}`;
const official = `official-${CLUB}`;
const teamOf = async (tenant = CLUB) =>
  (await world.staff.ok('getStaffTeam', { as: `official-${tenant}`, tenant })).members.map(
    ({ user_id, role }) => `${user_id} ${role}`,
  );
const stateOf = (as: string, tenant = CLUB) => world.ok('getAccountState', { as, tenant });

test('STF-01c an invited address gains its role at the first sign-in, once and in that tenant alone', async () => {
  const body = { email: ' Press@Example.JP ', role: 'editor' } as const;
  await world.staff.ok('putStaffInvitation', { as: owner, body });
  const { invitations } = await world.staff.ok('getStaffTeam', { as: owner });
  expect(invitations).toMatchObject([{ email: 'press@example.jp', role: 'editor' }]);
  // Not confirmed, another address, no address.
  for (const email of [null, 'press@example.com', 'press@example.jp.evil.jp']) {
    world.signIn('press', { email });
    expect(await stateOf('press')).not.toHaveProperty('staff');
  }
  world.signIn('press', { email: 'PRESS@example.jp' });
  expect(await stateOf('press', LEAGUE)).not.toHaveProperty('staff');
  expect((await stateOf('press')).staff).toEqual({ role: 'editor', waiting: 0 });
  expect(await teamOf()).toContain('press editor');
  expect((await world.staff.ok('getStaffTeam', { as: owner })).invitations).toEqual([]);
  // Another account with the address later: the invitation is used.
  world.signIn('late', { email: 'press@example.jp' });
  expect(await stateOf('late')).not.toHaveProperty('staff');
  // Removed staff do not come back by the old invitation.
  await world.staff.ok('deleteStaffMember', { as: owner, body: { user_id: 'press' } });
  expect(await stateOf('press')).not.toHaveProperty('staff');
});

test('STF-01c an invitation is taken back, and one of the same address changes the role', async () => {
  const email = 'twice@example.jp';
  for (const role of ['viewer', 'moderator'] as const)
    await world.staff.ok('putStaffInvitation', { as: owner, body: { email, role } });
  expect((await world.staff.ok('getStaffTeam', { as: owner })).invitations).toMatchObject([{ role: 'moderator' }]);
  await world.staff.ok('deleteStaffInvitation', { as: owner, body: { email } });
  world.signIn('twice', { email });
  expect(await stateOf('twice')).not.toHaveProperty('staff');
  expect(
    await world.staff.outcome('putStaffInvitation', { as: owner, body: { email: 'no address', role: 'owner' } }),
  ).toBe('INVALID_REQUEST');
});

test('STF-01d a role is changed and ended at once; the official user stays owner', async () => {
  const who = await world.newFan();
  await world.addStaff(who, CLUB, 'viewer');
  expect(await world.staff.outcome('getStaffCases', { as: who, query: { state: 'open' } })).toBe('NOT_FOUND');
  await world.staff.ok('putStaffRole', { as: owner, body: { user_id: who, role: 'moderator' } });
  expect(await world.staff.outcome('getStaffCases', { as: who, query: { state: 'open' } })).toBe(200);
  await world.staff.ok('deleteStaffMember', { as: owner, body: { user_id: who } });
  expect(await world.staff.outcome('getStaffDesk', { as: who })).toBe('NOT_FOUND');
  const body = { user_id: official, role: 'viewer' } as const;
  expect(await world.staff.outcome('putStaffRole', { as: owner, body })).toBe('NOT_ALLOWED');
  expect(await world.staff.outcome('deleteStaffMember', { as: owner, body })).toBe('NOT_ALLOWED');
  const stranger = { user_id: `fan-${CLUB}`, role: 'owner' } as const;
  expect(await world.staff.outcome('putStaffRole', { as: owner, body: stranger })).toBe('NOT_FOUND');
});

test('STF-01d the last owner is neither removed nor changed, also by two owners at once', async () => {
  const as = `owner-${LEAGUE}`;
  const second = await world.newFan(LEAGUE);
  await world.db.deleteFrom('official_user').where('tenant', '=', LEAGUE).execute();
  // The suspended owner has no power and does not count.
  for (const body of [{ user_id: as, role: 'viewer' }] as const) {
    expect(await world.staff.outcome('putStaffRole', { as, tenant: LEAGUE, body })).toBe('LAST_OWNER');
    expect(await world.staff.outcome('deleteStaffMember', { as, tenant: LEAGUE, body })).toBe('LAST_OWNER');
  }
  await world.addStaff(second, LEAGUE, 'owner');
  const both = await Promise.all([
    world.staff.outcome('deleteStaffMember', { as, tenant: LEAGUE, body: { user_id: second } }),
    world.staff.outcome('deleteStaffMember', { as: second, tenant: LEAGUE, body: { user_id: as } }),
  ]);
  expect(both.filter((result) => result === 200)).toHaveLength(1);
  const left = await world.db
    .selectFrom('staff')
    .select('user_id')
    .where('tenant', '=', LEAGUE)
    .where('role', '=', 'owner')
    .where('user_id', '!=', `suspended-${LEAGUE}`)
    .execute();
  expect(left).toHaveLength(1);
  await world.db
    .insertInto('official_user')
    .values({ tenant: LEAGUE, user_id: `official-${LEAGUE}` })
    .execute();
});

test('STF-01e a suspended owner has no power until the suspension is over', async () => {
  const as = `suspended-${CLUB}`;
  expect(await world.staff.outcome('getStaffTeam', { as })).toBe('NOT_FOUND');
  expect(await stateOf(as)).not.toHaveProperty('staff');
  await world.db
    .updateTable('suspension')
    .set({ until: new Date(NOON - 1) })
    .where('user_id', '=', as)
    .execute();
  expect(await world.staff.outcome('getStaffTeam', { as })).toBe(200);
});

test('STF-01d a role is in the export and goes with the account', async () => {
  const who = await world.newFan();
  await world.addStaff(who, CLUB, 'editor');
  expect((await world.ok('getExport', { as: who })).staff_roles).toMatchObject([{ tenant_id: CLUB, role: 'editor' }]);
  await deleteAccount(world.db, who, new Date(NOON));
  expect(await teamOf()).not.toContain(`${who} editor`);
});

test('STF-14a staff acts stand in the log with who, what, before and after', async () => {
  const who = await world.newFan();
  await world.addStaff(who, CLUB, 'viewer');
  await world.staff.ok('putStaffRole', { as: owner, body: { user_id: who, role: 'editor' } });
  const { list } = await world.staff.ok('getStaffLog', { as: owner, query: { act: 'staff change' } });
  expect(list[0]).toMatchObject({
    act: 'staff change',
    what: who,
    staff_id: owner,
    before: '{"role":"viewer"}',
    after: '{"role":"editor"}',
  });
});
