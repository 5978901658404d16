/** What a copy answers while it has more to do than it can (HLF-16). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ApiFailure } from '../../server/api/handlers.ts';
import type { AdmittedKind, Asking } from '../../server/http/admission.ts';
import { CLUB } from '../support/tenants.ts';
import { type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
let refused: readonly AdmittedKind[] = [];
let admitted: AdmittedKind[] = [];
/** Calls that the server said it refused. */
let counted = 0;

beforeAll(async () => {
  const admission = {
    requireRoom: ({ kind }: Asking) => {
      if (refused.includes(kind)) throw new ApiFailure('OVERLOADED');
    },
    run: async <T>({ kind, network }: Asking, work: () => Promise<T>) => {
      expect(network).toBe('192.0.2.1');
      admitted.push(kind);
      return work();
    },
  };
  const onBusy = () => {
    counted += 1;
  };
  server = await startRoutesServer({ admission, onBusy, mounts: { '/idp': async () => new Response('signed in') } });
});
beforeEach(() => {
  counted = 0;
  admitted = [];
});
afterAll(() => server.close());

const ask = (method: string, path: string, as?: string) =>
  server.fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: {
        'x-api-key': 'fan-web',
        'x-api-tenant': CLUB,
        ...(as === undefined ? {} : { 'x-api-authorization': `Bearer of.${as}` }),
        ...(method === 'PUT' ? { 'content-type': 'application/json' } : {}),
      },
      ...(method === 'PUT' ? { body: '{}' } : {}),
    }),
    '192.0.2.1',
  );
const statusesOf = async (...answers: Promise<Response>[]) => (await Promise.all(answers)).map(({ status }) => status);

test('HLF-16a what is refused is told when to come again; nothing but posts and reads is refused', async () => {
  refused = ['newPost', 'fansRead', 'visitorsRead'];
  const post = await ask('PUT', '/f/media/list/items', 'fan');
  expect([post.status, post.headers.get('cache-control'), await post.json()]).toEqual([
    503,
    'no-store',
    { code: 'OVERLOADED' },
  ]);
  const seconds = Number(post.headers.get('retry-after'));
  expect([seconds >= 5, seconds <= 15]).toEqual([true, true]);
  expect(post.headers.get('access-control-expose-headers')).toContain('Retry-After');
  const others = [
    ask('GET', '/f/user/usepermit?timestamp=1', 'fan'),
    ask('GET', '/f/team/items?timestamp=1'),
    ask('GET', '/healthz'),
    ask('POST', '/idp'),
    ask('PUT', '/f/reaction/item', 'fan'),
  ];
  expect(await statusesOf(...others)).toEqual([503, 503, 200, 200, 400]);
  expect(counted).toBe(3);
  expect(admitted).toEqual([]);
});

test('HLF-16a what is refused is not looked at, its token neither', async () => {
  refused = ['fansRead'];
  expect((await ask('GET', '/f/user/usepermit?timestamp=1', 'nobody here')).status).toBe(503);
});

test('HLF-16a a copy that refuses posts alone still answers reads, each in its room', async () => {
  refused = ['newPost'];
  const answers = [
    ask('PUT', '/f/media/list/items', 'fan'),
    ask('GET', '/f/user/usepermit?timestamp=1', 'fan'),
    ask('GET', '/f/team/items?timestamp=1'),
    ask('PUT', '/f/reaction/item', 'fan'),
  ];
  expect(await statusesOf(...answers)).toEqual([503, 200, 200, 400]);
  expect(admitted.toSorted()).toEqual(['fansRead', 'visitorsRead']);
});
