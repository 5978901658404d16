/**
 * The role matrix (STF-01): every staff call of the contract × every role, fan, visitor, suspended owner and staff of another tenant × two
 * tenants. A call without a row does not compile.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StaffEndpoint } from '../../src/contract/staffEndpoint.ts';
import { type StaffEndpointName, staffEndpoints } from '../../src/contract/staffEndpoints.ts';
import { mayAs, STAFF_ROLES } from '../../src/contract/staffRoles.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { type StaffCall, type StaffWorld, startStaffWorld } from './staffSetup.ts';

let world: StaffWorld;
beforeAll(async () => {
  world = await startStaffWorld();
});
beforeEach(async () => {
  await world.db.deleteFrom('identity_limit').execute();
});
afterAll(() => world.close());

type Input<N extends StaffEndpointName> = Omit<StaffCall<N>, 'as' | 'tenant'>;
type Rows = { readonly [N in StaffEndpointName]: (tenant: string) => Promise<Input<N>> | Input<N> };

let invited = 0;
const newMember = async (tenant: string) => {
  const user_id = await world.newFan(tenant);
  await world.addStaff(user_id, tenant, 'viewer');
  return user_id;
};
let made = 0;
const newSeason = () => ({
  season_id: `s-${++made}`,
  season_name: '2026',
  season_period_start: '2026-01-01 00:00:00',
  season_period_end: '2026-12-31 23:59:59',
});
/** A good input of each call, with fixtures of its own. */
const rows: Rows = {
  getStaffDesk: () => ({}),
  getStaffTeam: () => ({}),
  putStaffInvitation: () => ({ body: { email: `staff-${++invited}@example.jp`, role: 'viewer' } }),
  deleteStaffInvitation: () => ({ body: { email: 'nobody@example.jp' } }),
  putStaffRole: async (tenant) => ({ body: { user_id: await newMember(tenant), role: 'moderator' } }),
  deleteStaffMember: async (tenant) => ({ body: { user_id: await newMember(tenant) } }),
  getStaffSettings: () => ({}),
  putStaffSettings: () => ({ body: { hides_reported: true } }),
  getStaffLog: () => ({ query: {} }),
  getStaffLogFile: () => ({ query: {} }),
  getStaffCases: () => ({ query: { state: 'open' } }),
  getStaffCase: async (tenant) => ({ params: { caseId: String((await world.newCase(tenant)).caseId) } }),
  getStaffCasePicture: async (tenant) => ({ params: { caseId: String((await world.newCase(tenant)).caseId) } }),
  putStaffDecision: async (tenant) => {
    const { caseId } = await world.newCase(tenant);
    return { body: { case_id: caseId, decision: 'hide', reason: '理由', days: null } };
  },
  deleteStaffCasePhoto: async (tenant) => {
    const { caseId, media_url } = await world.newCase(tenant);
    return { body: { case_id: caseId, media_url, reason: '理由' } };
  },
  putStaffDecisions: async (tenant) => {
    const { caseId } = await world.newCase(tenant);
    return { body: { case_ids: [caseId], decision: 'hide', reason: '理由' } };
  },
  putStaffAppealAnswer: async (tenant) => {
    const { caseId } = await world.newAppeal(tenant);
    // Decided by somebody who is not asked here.
    await world.db.updateTable('report_case').set({ decided_by: 'former' }).where('case_id', '=', caseId).execute();
    return { body: { case_id: caseId, outcome: 'kept', reason: '理由' } };
  },
  getStaffPeople: (tenant) => ({ query: { text: `fan-${tenant}` } }),
  putStaffMailSearch: () => ({ body: { email: 'nobody@example.jp' } }),
  getStaffPerson: (tenant) => ({ params: { userId: `fan-${tenant}` } }),
  putStaffPrivateData: (tenant) => ({ body: { user_id: `fan-${tenant}`, reason: '理由' } }),
  putStaffSignOut: (tenant) => ({ body: { user_id: `fan-${tenant}`, reason: '理由' } }),
  putStaffRename: async (tenant) => {
    const user_id = await world.newFan(tenant);
    return { body: { user_id, name: user_id, reason: '理由' } };
  },
  getStaffInbox: () => ({ query: { state: 'open' } }),
  putStaffAnswer: async (tenant) => ({ body: { contact_id: await world.newMessage(tenant), text: 'お返事' } }),
  putStaffInboxState: async (tenant) => ({
    body: { contact_id: await world.newMessage(tenant), is_closed: true },
  }),
  getStaffRecords: () => ({ query: { kind: 'events' } }),
  putStaffRecord: () => ({ body: { kind: 'seasons', revision: null, values: newSeason() } }),
  deleteStaffRecord: async (tenant) => {
    const body = { kind: 'seasons', revision: null, values: newSeason() } as const;
    const { record } = await world.staff.ok('putStaffRecord', { as: `owner-${tenant}`, tenant, body });
    return { body: { kind: 'seasons', key: record?.key ?? '', revision: record?.revision ?? '' } };
  },
  putStaffEventEnd: async (tenant) => {
    const event_id = `ended-${++made}`;
    await world.addEvent(event_id, { tenant, user_id: null, event_type: 'official' });
    return { body: { event_id } };
  },
  putStaffPersonMerge: async (tenant) => {
    const body = { kind: 'persons', revision: null, values: { name: `一つ${++made}` } } as const;
    const { record } = await world.staff.ok('putStaffRecord', { as: `owner-${tenant}`, tenant, body });
    return { body: { from: 'だれでもない', into: record?.key ?? '' } };
  },
  getStaffWords: () => ({}),
  putStaffWord: () => ({ body: { word: `言葉${++made}`, is_hidden: true } }),
  getStaffRecordsFile: () => ({ query: { kind: 'events' } }),
  putStaffRecordsFile: () => ({ body: { kind: 'persons', csv: `name\n選手${++made}`, is_trial: false } }),
  putStaffUndo: async (tenant) => {
    const { caseId } = await world.newCase(tenant);
    const body = { case_id: caseId, decision: 'none', reason: '', days: null } as const;
    await world.staff.ok('putStaffDecision', { as: `owner-${tenant}`, tenant, body });
    return { body: { case_id: caseId } };
  },
};

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

describe.each(names)('%s', (name) => {
  const endpoint: StaffEndpoint = staffEndpoints[name];
  const id = `API-${endpoint.method}-${endpoint.path}`;
  const send = (as: string | undefined, tenant: string, input: object) =>
    world.sendStaff(name, { ...input, as, tenant } as never);

  test.each([
    [CLUB, LEAGUE],
    [LEAGUE, CLUB],
  ])(`${id} STF-01a for its role alone, in %s`, async (tenant, other) => {
    for (const role of ['official', ...STAFF_ROLES] as const) {
      const may = role === 'official' || mayAs(role, endpoint.role);
      const input = await rows[name](tenant);
      const before = await countActs();
      const { status, json } = await send(`${role}-${tenant}`, tenant, input);
      expect([role, status, may ? null : json]).toEqual([role, may ? 200 : 404, may ? null : { code: 'NOT_FOUND' }]);
      if (!may) expect([role, await countActs()]).toEqual([role, before]);
    }
    const strangers = [
      undefined,
      `fan-${tenant}`,
      `suspended-${tenant}`,
      'unknown',
      ...STAFF_ROLES.map((role) => `${role}-${other}`),
      `official-${other}`,
    ];
    for (const who of strangers) {
      const input = await rows[name](tenant);
      const before = await countActs();
      expect([who, await send(who, tenant, input)]).toEqual([who, { status: 404, json: { code: 'NOT_FOUND' } }]);
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
    const who = `moderator-${CLUB}`;
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
  ]);
});

test('STF-01b no call of the matrix made the server fail', () => {
  expect(world.errors).toEqual([]);
});
