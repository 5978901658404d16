/** The one log of operators and staff: filters, pages and its file. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { csvOf } from '../../server/api/staff/csv.ts';
import { logAct } from '../../server/operations/operatorLog.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { createAdmin } from './adminSetup.ts';
import { DAY, NOON } from './routesServer.ts';
import { type StaffWorld, startStaffWorld } from './staffSetup.ts';

let world: StaffWorld;
beforeAll(async () => {
  world = await startStaffWorld();
});
afterAll(() => world.close());

const as = `owner-${CLUB}`;
const read = async (query: Record<string, string> = {}) =>
  (await world.staff.ok('getStaffLog', { as, query })).list.map(({ act, what }) => `${act} ${what}`.trim());

test('STF-14b the command line and the desk write one log, each tenant its own; filters are ANDed', async () => {
  const { media_url } = await world.newPhoto();
  await createAdmin(world).done('photo', 'hide', media_url, '--reason', '権利者');
  world.setNow(NOON + 2 * DAY);
  await world.staff.ok('putStaffInvitation', { as, body: { email: 'a@example.jp', role: 'viewer' } });
  await world.staff.ok('putStaffInvitation', {
    as: `owner-${LEAGUE}`,
    tenant: LEAGUE,
    body: { email: 'b@example.jp', role: 'viewer' },
  });
  expect(await read()).toEqual(['staff invite a@example.jp', `photo hide ${media_url}`]);
  expect(await read({ act: 'photo' })).toEqual([`photo hide ${media_url}`]);
  expect(await read({ act: 'pho' })).toEqual([]);
  expect(await read({ who: 'tester' })).toEqual([`photo hide ${media_url}`]);
  expect(await read({ who: as })).toEqual(['staff invite a@example.jp']);
  expect(await read({ since: '2026-06-12' })).toEqual(['staff invite a@example.jp']);
  expect(await read({ until: '2026-06-10' })).toEqual([`photo hide ${media_url}`]);
  expect(await read({ until: '2026-06-10', who: as })).toEqual([]);
  expect(await world.staff.outcome('getStaffLog', { as, query: { since: '2026-02-31' } })).toBe('INVALID_REQUEST');
});

test('STF-14b older acts come by pages, none twice', async () => {
  await world.db.transaction().execute(async (trx) => {
    for (let i = 0; i < 60; i++)
      await logAct(trx, {
        ...{ at: new Date(NOON + i), tenant: CLUB, act: 'words hide', what: `w${i}`, reason: null },
        ...{ operator: 'tester', outcome: '' },
      });
  });
  const first = await world.staff.ok('getStaffLog', { as, query: { act: 'words hide' } });
  const second = await world.staff.ok('getStaffLog', {
    as,
    query: { act: 'words hide', before: String(first.next) },
  });
  expect([first.list.length, second.list.length, second.next]).toEqual([50, 10, null]);
  expect(new Set([...first.list, ...second.list].map(({ id }) => id)).size).toBe(60);
  // Fifty acts are one whole page, behind which is nothing.
  const before = String(first.list.at(9)?.id);
  const last = await world.staff.ok('getStaffLog', { as, query: { act: 'words hide', before } });
  expect([last.list.length, last.next]).toEqual([50, null]);
});

test('STF-14b the log only grows', async () => {
  await expect(sql`update operator_log set staff_id = 'x'`.execute(world.db)).rejects.toThrow('only grows');
  await expect(sql`delete from operator_log`.execute(world.db)).rejects.toThrow('only grows');
});

test('STF-14c no cell of the file is a formula, whatever a fan or a reason says', async () => {
  const email = '=hyperlink@example.jp';
  await world.staff.ok('putStaffInvitation', { as, body: { email, role: 'viewer' } });
  const { csv } = await world.staff.ok('getStaffLogFile', { as, query: { act: 'staff' } });
  expect(csv).toContain(`"'${email}"`);
  expect(csv.startsWith('\ufeff"at","who",')).toBe(true);
  const dangerous = nonEmpty(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =1', '＝1', '＋1']);
  for (const cell of dangerous) expect([cell, csvOf([[cell]])]).toEqual([cell, `\ufeff"'${cell}"\r\n`]);
  expect(csvOf([['a"b', 'c,d', '写真']])).toBe('\ufeff"a""b","c,d","写真"\r\n');
});
