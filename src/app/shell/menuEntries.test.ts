import { expect, test } from 'vitest';
import { tenants } from '../../../tenants/index.ts';
import type { Tenant } from '../../../tenants/schema.ts';
import { createPaths } from '../../navigation/paths.ts';
import { menuEntries } from './menuEntries.ts';

const plain = tenants.find((tenant) => !tenant.isTeam && tenant.features.tutorial) as Tenant;
const withTeams = tenants.find((tenant) => tenant.isTeam) as Tenant;
const withoutTutorial = tenants.find((tenant) => !tenant.features.tutorial) as Tenant;

const idsOf = (tenant: Tenant, isSignedIn: boolean, isMobile: boolean) =>
  menuEntries({ tenant, paths: createPaths(tenant.id, false), isSignedIn, isMobile, waitingCases: null }).map(
    ({ id }) => id,
  );

test('MNU-01a every entry in order for a signed-in fan on a phone', () => {
  expect(idsOf(withTeams, true, true)).toEqual([
    'member',
    'events',
    'gallery',
    'ranking',
    'about',
    'terms',
    'privacy',
    'company',
    'contact',
    'feedback',
    'oss',
    'leave',
    'logout',
    'maker',
  ]);
});

test('MNU-01b MNU-01c personal page for phones, leaving for those signed in, ranking for team tenants', () => {
  expect(idsOf(withTeams, true, false)).not.toContain('member');
  const anonymous = idsOf(plain, false, true);
  for (const id of ['member', 'leave', 'logout', 'ranking']) expect(anonymous).not.toContain(id);
});

test('STF-01f staff have an entry with the number of cases that wait; it is the first', () => {
  const situation = { tenant: plain, paths: createPaths(plain.id, false), isSignedIn: true, isMobile: true };
  expect(menuEntries({ ...situation, waitingCases: 3 })[0]).toEqual({
    id: 'staff',
    label: 'スタッフ（確認待ち3件）',
    target: { kind: 'page', href: `/${plain.id}/staff/` },
  });
  expect(menuEntries({ ...situation, waitingCases: 0 })[0]?.label).toBe('スタッフ');
  expect(menuEntries({ ...situation, waitingCases: null }).map(({ id }) => id)).not.toContain('staff');
});

test('TEN-05b TEN-05c a tenant without tutorial and feedback form shows neither', () => {
  const ids = idsOf(withoutTutorial, true, true);
  expect(ids).not.toContain('about');
  expect(ids).not.toContain('feedback');
});
