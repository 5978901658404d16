/** Reads of one network take turns while others ask (HLF-14). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { READ_TURNS } from '../../src/contract/loadLimits.ts';
import { type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
let running = 0;
const { promise: opened, resolve: open } = Promise.withResolvers<void>();

beforeAll(async () => {
  const slow = async () => {
    running += 1;
    await opened;
    return new Response('done');
  };
  server = await startRoutesServer({ mounts: { '/slow': slow } });
});
afterAll(() => server.close());

test('HLF-14a beyond its reads at once a network waits while others ask; writes and health checks do not', async () => {
  const ask = (path: string, address: string, method = 'GET') =>
    server.fetch(new Request(`http://localhost${path}`, { method }), address);
  await ask('/config.json', '203.0.113.9');
  const reads = Array.from({ length: READ_TURNS.atOnce + 2 }, () => ask('/slow', '192.0.2.66'));
  const write = ask('/slow', '192.0.2.66', 'POST');
  expect((await ask('/healthz', '192.0.2.66')).status).toBe(200);
  expect(running).toBe(READ_TURNS.atOnce + 1);
  open();
  for (const answer of [...reads, write]) expect((await answer).status).toBe(200);
  expect(running).toBe(READ_TURNS.atOnce + 3);
});
