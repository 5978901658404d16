/** Each call that changes something, in a club whose twin has the same rows: the twin keeps them as they are. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Endpoint, type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { rows } from './contract/allRows.ts';
import type { Row, World } from './contract/rowTypes.ts';
import { startWorld } from './contract/world.ts';
import { copyTenant, readTenant } from './twinTenant.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const writes = Object.keys(endpoints).filter((name) => (endpoints[name as EndpointName] as Endpoint).method !== 'GET');

test.each(writes as EndpointName[])('TEN-10c %s changes nothing in the twin of the tenant', async (name) => {
  const row = rows[name] as unknown as Row<EndpointName>;
  const input = await row.input(world);
  await world.identityDb.deleteFrom('identity_limit').execute();
  await copyTenant(world.db, CLUB, LEAGUE);
  const before = await readTenant(world.db, LEAGUE);
  expect(before.length).toBeGreaterThan(20);
  expect((await world.call(name, { ...input, as: row.as ?? 'aki' } as never)).status).toBe(200);
  expect(await readTenant(world.db, LEAGUE)).toEqual(before);
});
