/**
 * The role matrix (STF-01): every staff call of the contract × every role, fan, visitor, suspended owner and staff of another tenant × two
 * tenants. Rows stand in `staffRows.ts`.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StaffEndpoint } from '../../src/contract/staffCall.ts';
import { type StaffEndpointName, staffEndpoints } from '../../src/contract/staffEndpoints.ts';
import { mayAs, STAFF_ROLES } from '../../src/contract/staffRoles.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { createStaffRows, type StaffRows } from './staffRows.ts';
import { type StaffWorld, startStaffWorld } from './staffSetup.ts';

let world: StaffWorld;
let rows: StaffRows;
beforeAll(async () => {
  world = await startStaffWorld();
  rows = createStaffRows(world);
});
beforeEach(async () => {
  await world.db.deleteFrom('identity_limit').execute();
});
afterAll(() => world.close());

const names = nonEmpty(Object.keys(staffEndpoints) as StaffEndpointName[]);
const countActs = async () =>
  Number(
    (
      await world.db
        .selectFrom('operator_log')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirst()
    )?.n,
  );

/** Writes whose example in `staffRows.ts` changes nothing, which is no act. All others leave a row in the log (STF-14a). */
const UNLOGGED: ReadonlySet<StaffEndpointName> = new Set([
  ...(['deleteStaffInvitation', 'putStaffSettings', 'putStaffNewsTime', 'putStaffNewsWithdrawal'] as const),
  ...(['putStaffFaces', 'putStaffEndedPermissions'] as const),
]);

describe.each(names)('%s', (name) => {
  const endpoint: StaffEndpoint = staffEndpoints[name];
  const id = `API-${endpoint.method}-${endpoint.path}`;
  const send = (as: string | undefined, tenant: string, input: object) =>
    world.sendStaff(name, { ...input, as, tenant } as never);

  test.each([
    [CLUB, LEAGUE],
    [LEAGUE, CLUB],
  ])(`${id} STF-01a for its role alone, in %s`, async (tenant, other) => {
    // Whoever is refused leaves the subject to the next; whoever may has one of their own.
    const refused = await rows[name](tenant);
    for (const role of ['official', ...STAFF_ROLES] as const) {
      const may = role === 'official' || mayAs(role, endpoint.role);
      const input = may ? await rows[name](tenant) : refused;
      const before = await countActs();
      const { status, json } = await send(`${role}-${tenant}`, tenant, input);
      expect([role, status, may ? null : json]).toEqual([role, may ? 200 : 404, may ? null : { code: 'NOT_FOUND' }]);
      const logged = (await countActs()) - before;
      if (!may) expect([role, logged]).toEqual([role, 0]);
      else if (endpoint.method !== 'GET' && !UNLOGGED.has(name)) expect([role, logged > 0]).toEqual([role, true]);
    }
    const strangers = [
      undefined,
      `fan-${tenant}`,
      `suspended-${tenant}`,
      'unknown',
      ...STAFF_ROLES.map((role) => `${role}-${other}`),
      `official-${other}`,
    ];
    const before = await countActs();
    for (const who of strangers) {
      expect([who, await send(who, tenant, refused)]).toEqual([who, { status: 404, json: { code: 'NOT_FOUND' } }]);
      expect([who, await countActs()]).toEqual([who, before]);
    }
  });

  test(`${id} STF-01b nothing tells it from an address that is not there`, async () => {
    const hidden = { status: 404, json: { code: 'NOT_FOUND' } };
    const input = (await rows[name](CLUB)) as object;
    const bad = { params: { caseId: 'x' }, query: { state: 'x' }, body: { x: 1 } } as never;
    expect(await world.sendStaff(name, { ...input, token: 'forged' } as never)).toEqual(hidden);
    expect(await world.sendStaff(name, { ...input, as: `owner-${CLUB}`, tenant: 'nobody' } as never)).toEqual(hidden);
    expect(await send(`fan-${CLUB}`, CLUB, bad)).toEqual(hidden);
    expect((await world.sendStaff(name, { ...input, token: 'old' } as never)).json).toEqual({ code: 'TOKEN_EXPIRED' });
  });

  if (!endpoint.isIrreversible) return;
  test(`${id} STF-04a asks for the password where the sign-in is older than ten minutes`, async () => {
    const input = await rows[name](CLUB);
    const who = `${endpoint.role}-${CLUB}`;
    const now = Date.parse('2026-06-10T03:00:00Z');
    for (const signedInAt of [now - 10 * 60_000 - 1, null]) {
      world.signIn(who, { signedInAt });
      expect((await send(who, CLUB, input)).json).toEqual({ code: 'SIGN_IN_TOO_OLD' });
    }
    world.signIn(who, { signedInAt: now - 10 * 60_000 });
    expect((await send(who, CLUB, input)).status).toBe(200);
  });
});

test('STF-04a what cannot be undone is marked so in the contract', () => {
  expect(names.filter((name) => (staffEndpoints[name] as StaffEndpoint).isIrreversible)).toEqual([
    'deleteStaffCasePhoto',
    'putStaffEventMove',
  ]);
});

test('STF-01b no call of the matrix made the server fail', () => {
  expect(world.errors).toEqual([]);
});
