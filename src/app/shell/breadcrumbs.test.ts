import { expect, test } from 'vitest';
import { tenants } from '../../../tenants/index.ts';
import type { Tenant } from '../../../tenants/schema.ts';
import { createPaths } from '../../navigation/paths.ts';
import { breadcrumbsOf } from './breadcrumbs.ts';

const tenant = tenants[0] as Tenant;
const paths = createPaths(tenant.id, false);

test('FAN-08c another fan’s personal page is no マイページ', () => {
  expect(breadcrumbsOf('my-photo', tenant, paths)).toEqual([{ label: 'マイページ' }]);
  expect(breadcrumbsOf('my-photo', tenant, paths, true)).toEqual([{ label: 'ファンのページ' }]);
});

test('BRC-01a home has no steps, a page its title, an event the list before it', () => {
  expect(breadcrumbsOf('index', tenant, paths)).toEqual([]);
  expect(breadcrumbsOf('gallery', tenant, paths)).toEqual([{ label: '投稿一覧' }]);
  expect(breadcrumbsOf('event-detail', tenant, paths)).toEqual([
    { label: tenant.config.eventLabel, url: paths.eventList },
    { label: '企画詳細' },
  ]);
});
