/** The desk of a club and of a league with the same people: what is done or known in the one is neither done nor told in the other. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StaffEndpoint } from '../../src/contract/staffCall.ts';
import { type StaffEndpointName, staffEndpoints } from '../../src/contract/staffEndpoints.ts';
import { STAFF_MAX } from '../../src/contract/staffLimits.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { NOON } from './routesServer.ts';
import { createStaffRows, type StaffRows } from './staffRows.ts';
import { type StaffWorld, startStaffWorld } from './staffSetup.ts';
import { copyTenant, readTenant } from './twinTenant.ts';

const names = Object.keys(staffEndpoints) as StaffEndpointName[];
const isRead = (name: StaffEndpointName) => (staffEndpoints[name] as StaffEndpoint).method === 'GET';

describe('acts', () => {
  let world: StaffWorld;
  let rows: StaffRows;
  beforeAll(async () => {
    world = await startStaffWorld();
    rows = createStaffRows(world);
  });
  afterAll(() => world.close());

  test.each(nonEmpty(names.filter((name) => !isRead(name))))(
    'TEN-10c %s changes nothing in the twin of the tenant',
    async (name) => {
      // What there is to take back.
      const body = { email: 'nobody@example.jp', role: 'viewer' } as const;
      await world.staff.ok('putStaffInvitation', { as: `owner-${CLUB}`, body });
      const input = await rows[name](CLUB);
      await world.db.deleteFrom('identity_limit').execute();
      await copyTenant(world.db, CLUB, LEAGUE);
      const before = await readTenant(world.db, LEAGUE);
      expect(before.length).toBeGreaterThan(20);
      expect(await world.staff.outcome(name, { ...input, as: `owner-${CLUB}` } as never)).toBe(200);
      expect(await readTenant(world.db, LEAGUE)).toEqual(before);
    },
  );
});

describe('answers', () => {
  let world: StaffWorld;
  /** A member of both, whom the league knows little of. */
  let fan: string;
  beforeAll(async () => {
    world = await startStaffWorld();
    fan = await world.newFan(LEAGUE);
    await world.join(fan, CLUB);
    await world.newCase(LEAGUE);
    await report(LEAGUE);
  });
  afterAll(() => world.close());

  const report = (tenant: string) =>
    world.ok('putFanReport', { as: `fan-${tenant}`, tenant, body: { user_id: fan, reason: 'spam', text: '' } });
  const caseOf = (tenant: string, subject: string) =>
    world.db
      .selectFrom('report_case')
      .select('case_id')
      .where('tenant', '=', tenant)
      .where('subject', '=', subject)
      .executeTakeFirstOrThrow();

  /** What the desk of a tenant says of everything and of the fan. */
  async function askAll(tenant: string) {
    const { case_id } = await caseOf(tenant, fan);
    const asked: readonly (readonly [StaffEndpointName, object])[] = [
      ['getStaffDesk', {}],
      ['getStaffTeam', {}],
      ['getStaffSettings', {}],
      ['getStaffLog', { query: {} }],
      ['getStaffLogFile', { query: {} }],
      ...(['open', 'appealed', 'decided'] as const).map((state) => ['getStaffCases', { query: { state } }] as const),
      ['getStaffCase', { params: { caseId: String(case_id) } }],
      ['getStaffPeople', { query: { text: fan } }],
      ['getStaffPerson', { params: { userId: fan } }],
      ...(['open', 'done'] as const).map((state) => ['getStaffInbox', { query: { state } }] as const),
    ];
    const answers = new Map<string, unknown>();
    for (const [name, input] of asked)
      answers.set(
        `${name} ${JSON.stringify(input)}`,
        await world.staff.ok(name, { ...input, as: `owner-${tenant}`, tenant } as never),
      );
    return answers;
  }

  /** So many invitations that nobody has used. */
  async function invite(tenant: string, count: number): Promise<void> {
    const by = { tenant, role: 'viewer', invited_at: new Date(NOON), invited_by: 'test' } as const;
    const emails = Array.from({ length: count }, (_, i) => `x${i}@example.jp`);
    await world.db
      .insertInto('staff_invitation')
      .values(emails.map((email) => ({ ...by, email })))
      .execute();
  }

  /** Everything the desk shows, of the same people, in the club. */
  async function fillClub(): Promise<void> {
    const official = `official-${CLUB}`;
    const staff = (name: 'putStaffDecision' | 'putStaffAnswer' | 'putStaffSettings', body: object) =>
      world.staff.ok(name, { as: official, body } as never);
    await staff('putStaffSettings', { hides_reported: false });
    await world.newPhoto(CLUB, fan);
    await world.newMessage();
    await staff('putStaffAnswer', { contact_id: await world.newMessage(), text: 'お返事' });
    await report(CLUB);
    const decided = { ...(await caseOf(CLUB, fan)), decision: 'suspend', reason: '理由', days: null };
    await staff('putStaffDecision', decided);
    const { media_url } = await world.newPhoto(CLUB);
    await world.ok('putPhotoReport', { as: fan, body: { media_url, reason: 'spam', text: '' } });
    await world.newAppeal();
    const by = { tenant: CLUB, added_at: new Date(NOON), added_by: 'test' };
    await world.db
      .insertInto('staff')
      .values([
        { ...by, user_id: fan, role: 'viewer' },
        { ...by, user_id: `viewer-${LEAGUE}`, role: 'owner' },
      ])
      .execute();
    await world.db
      .insertInto('official_user')
      .values({ tenant: CLUB, user_id: `editor-${LEAGUE}` })
      .execute();
    await world.db
      .insertInto('suspension')
      .values(
        [`official-${LEAGUE}`, `moderator-${LEAGUE}`].map((user_id) => ({
          ...{ tenant: CLUB, user_id, reason: 'x', until: null, at: new Date(NOON) },
        })),
      )
      .execute();
    await invite(CLUB, STAFF_MAX);
  }

  test('TEN-10c the desk tells nothing of the same people in another tenant', async () => {
    const before = await askAll(LEAGUE);
    await fillClub();
    expect(await askAll(LEAGUE)).toEqual(before);
    // All of it could have been seen.
    const club = await askAll(CLUB);
    for (const [asked, answer] of club) expect([asked, answer]).not.toEqual([asked, before.get(asked)]);
  });

  test('STF-01d TEN-10c owners suspended elsewhere count; a full desk elsewhere leaves room', async () => {
    const owner = { as: `owner-${LEAGUE}`, tenant: LEAGUE } as const;
    const { members } = await world.staff.ok('getStaffTeam', owner);
    await invite(LEAGUE, STAFF_MAX - 1 - members.filter(({ is_official }) => !is_official).length);
    for (const [email, outcome] of [
      ['last@example.jp', 200],
      ['late@example.jp', 'NOT_ALLOWED'],
    ] as const)
      expect(await world.staff.outcome('putStaffInvitation', { ...owner, body: { email, role: 'viewer' } })).toBe(
        outcome,
      );
    // The official user, the one other owner, is suspended in the club alone.
    expect(await world.staff.outcome('deleteStaffMember', { ...owner, body: { user_id: `owner-${LEAGUE}` } })).toBe(
      200,
    );
  });
});
