/** Requests of one network take turns while others ask (HLF-14). */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TURNS } from '../../src/contract/loadLimits.ts';
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

const body = (length: number) => ({
  method: 'POST',
  body: 'x'.repeat(length),
  headers: { 'content-length': `${length}` },
});

test('HLF-14a beyond its requests at once a network waits while others ask; health checks do not', async () => {
  const ask = (path: string, address: string, init: RequestInit = {}) =>
    server.fetch(new Request(`http://localhost${path}`, init), address);
  await ask('/config.json', '203.0.113.9');
  const kinds: readonly RequestInit[] = [{}, body(10), { method: 'HEAD' }];
  const requests = Array.from({ length: TURNS.atOnce + 2 }, (_, i) => ask('/slow', '192.0.2.66', kinds[i % 3]));
  await vi.waitFor(() => expect(running).toBe(TURNS.atOnce));
  expect((await ask('/healthz', '192.0.2.66')).status).toBe(200);
  expect(running).toBe(TURNS.atOnce);
  open();
  for (const answer of requests) expect((await answer).status).toBe(200);
  expect(running).toBe(TURNS.atOnce + 2);
});

test('HLF-14a a body that is long, or whose end nobody knows, holds a place for a moment only', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const other = await startRoutesServer({ mounts: { '/s3': () => ended.then(() => new Response('stored')) } });
  const ask = (path: string, address: string, init: RequestInit = {}) =>
    other.fetch(new Request(`http://localhost${path}`, init), address);
  await ask('/config.json', '203.0.113.9');
  const uploads = Array.from({ length: 3 * TURNS.atOnce }, () => ask('/s3/a', '192.0.2.66', body(10)));
  expect((await ask('/config.json', '192.0.2.66')).status).toBe(200);
  end();
  for (const answer of uploads) expect((await answer).status).toBe(200);
  await other.close();
});
