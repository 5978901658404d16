/** An hour with ten thousand reports, three thousand of them from one network. The desk goes on. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALL_LIMITS } from '../../src/contract/limits.ts';
import { CASES_LISTED, DECIDED_TOGETHER_MAX } from '../../src/contract/staffLimits.ts';
import { type StaffWorld, startStaffWorld } from '../api/staffSetup.ts';
import { CLUB } from '../support/tenants.ts';

const REPORTS = 10_000;
/** Of one fan, below what a fan may report. */
const EACH = 25;
const STORM = CALL_LIMITS.reports.network.count;
const STORM_ADDRESS = '203.0.113.1';
const AT_ONCE = 20;

let world: StaffWorld;
const fans: string[] = [];
beforeAll(async () => {
  world = await startStaffWorld();
  for (let i = 0; i < REPORTS / EACH; i++) fans.push(await world.newFan());
}, 120_000);
afterAll(() => world.close());

const as = `moderator-${CLUB}`;

async function report(by: string, path: 'photo' | 'fan', about: object, address: string): Promise<number> {
  const headers = {
    'x-api-key': 'fan-web',
    'x-api-tenant': CLUB,
    'x-api-authorization': `Bearer of.${by}`,
    'content-type': 'application/json',
  };
  const body = JSON.stringify({ reason: 'spam', text: 'しつこい', ...about });
  return (await world.send('PUT', `/f/report/${path}`, headers, body, address)).status;
}

test('STF-21e of ten thousand reports in an hour each counts once, and the desk goes on', {
  timeout: 300_000,
}, async () => {
  const { media_url } = await world.newPhoto();
  const of = (at: number) => fans[at % fans.length] ?? '';
  // The first fans are behind one address; every other fan has a network of their own.
  const isOfStorm = (fan: number) => fan * EACH < STORM;
  const jobs = fans.flatMap((by, fan) => {
    const address = isOfStorm(fan) ? STORM_ADDRESS : `10.1.${fan >> 8}.${fan & 255}`;
    return Array.from(
      { length: EACH },
      (_, nth) => () =>
        nth === 0 && isOfStorm(fan)
          ? report(by, 'photo', { media_url }, address)
          : report(by, 'fan', { user_id: of(fan + nth + 1) }, address),
    );
  });
  expect(jobs).toHaveLength(REPORTS);
  const refused: number[] = [];
  for (let start = 0; start < jobs.length; start += AT_ONCE) {
    const codes = await Promise.all(jobs.slice(start, start + AT_ONCE).map((job) => job()));
    refused.push(...codes.filter((code) => code !== 200));
    if (start % 2_000 !== 0) continue;
    const { cases } = await world.staff.ok('getStaffDesk', { as });
    const { list } = await world.staff.ok('getStaffCases', { as, query: { state: 'open' } });
    expect(list).toHaveLength(Math.min(cases.open, CASES_LISTED.cases));
  }
  expect(refused).toEqual([]);
  const { n } = await world.db
    .selectFrom('report_case')
    .select((eb) => eb.fn.sum<number>('reports').as('n'))
    .executeTakeFirstOrThrow();
  expect(Number(n)).toBe(REPORTS);
  // A crowd behind one address hides nothing, and the network has reported all that it may.
  expect(await world.isShown(media_url)).toBe(true);
  const next = fans[0] ?? '';
  expect(await report(next, 'fan', { user_id: of(fans.length - 1) }, STORM_ADDRESS)).toBe(429);
  expect(await report(next, 'fan', { user_id: of(fans.length - 1) }, '198.51.100.7')).toBe(200);

  const { list } = await world.staff.ok('getStaffCases', { as, query: { state: 'open' } });
  const [first] = list;
  const { reporters } = await world.staff.ok('getStaffCase', { as, params: { caseId: String(first?.case_id) } });
  expect(reporters.length).toBeLessThanOrEqual(CASES_LISTED.reports);
  const case_ids = list.slice(0, DECIDED_TOGETHER_MAX).map(({ case_id }) => case_id);
  const decided = await world.staff.ok('putStaffDecisions', {
    as,
    body: { case_ids, decision: 'none', reason: '問題なし' },
  });
  expect(decided.list.map(({ outcome }) => outcome)).toEqual(case_ids.map(() => 'ok'));
  const left = await world.staff.ok('getStaffCases', { as, query: { state: 'open' } });
  expect(left.list).toHaveLength(CASES_LISTED.cases);
  expect(left.list.filter(({ case_id }) => case_ids.includes(case_id))).toEqual([]);
  expect(world.errors).toEqual([]);
});
