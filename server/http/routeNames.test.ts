import { expect, test } from 'vitest';
import { type Endpoint, endpoints } from '../../src/contract/endpoints.ts';
import { staffEndpoints } from '../../src/contract/staffEndpoints.ts';
import { nonEmpty } from '../../tests/nonEmpty.ts';
import { routeName } from './routeNames.ts';

const all = nonEmpty(Object.values<Endpoint>({ ...endpoints, ...staffEndpoints }));

test('each call of fans and of the desk has a name of its own in log and metrics', () => {
  const named = all.map(({ method, path }) => [
    `/f${path}`,
    routeName(method, `/f${path.replace(/\{\w+\}/g, 'x')}`, null),
  ]);
  expect(named.filter(([path, name]) => path !== name)).toEqual([]);
});

test('what is no call has one name for all', () => {
  expect(routeName('GET', '/f/made/up', null)).toBe('/f/*');
  expect(routeName('PATCH', '/f/media/list/items', null)).toBe('/f/*');
});
