import { createECDH, randomBytes } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import webPush from 'web-push';
import type { PushPayload } from '../../src/contract/entities.ts';
import { deliverPush } from './deliverPush.ts';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/push`;
}

const browser = createECDH('prime256v1');
const device = { p256dh: browser.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
const { publicKey, privateKey } = webPush.generateVAPIDKeys();
const keys = { subject: 'mailto:support@example.jp', publicKey, privateKey };
const payload: PushPayload = {
  for: 'mark',
  tenant: 'club',
  kind: 'follow',
  id: 'n1',
  name: 'aki',
  title: '',
  body: '',
  count: 1,
  media_url: null,
  target: 'aki',
  unread: 1,
};
const NOW = Date.parse('2026-06-10T03:00:00Z');
const push = { payload, until: NOW + 90_000 };
const deliver = async (listener: RequestListener) =>
  deliverPush({ endpoint: await serve(listener), ...device, origin: null }, push, { keys, fetch, now: () => NOW });

test('SOC-08c a push service cannot send the server on to somebody else', async () => {
  const asked: string[] = [];
  const inside = await serve((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(201).end();
  });
  expect(await deliver((_, response) => response.writeHead(201).end())).toEqual({ is: 'sent' });
  for (const status of [301, 302, 307, 308])
    expect(await deliver((_, response) => response.writeHead(status, { location: inside }).end())).toEqual({
      is: 'later',
      waitMs: null,
      why: String(status),
    });
  expect(asked).toEqual([]);
});

test.each([
  [429, '120', { is: 'later', waitMs: 120_000, why: '429' }],
  [429, undefined, { is: 'later', waitMs: null, why: '429' }],
  [503, '999999', { is: 'later', waitMs: 3_600_000, why: '503' }],
  [404, undefined, { is: 'gone' }],
  [410, undefined, { is: 'gone' }],
  [400, undefined, { is: 'later', waitMs: null, why: '400' }],
  [401, undefined, { is: 'later', waitMs: null, why: '401' }],
  [403, '60', { is: 'later', waitMs: 60_000, why: '403' }],
  [413, undefined, { is: 'refused', why: '413' }],
])(
  'SOC-08d a push service that answers %i (Retry-After: %s) keeps or loses the browser',
  async (status, after, told) => {
    const headers = after === undefined ? {} : { 'retry-after': after };
    expect(await deliver((_, response) => response.writeHead(status, headers).end())).toEqual(told);
  },
);

test('SOC-08d a browser whose keys are none is gone; keys of ours that cannot sign take no browser away', async () => {
  const endpoint = 'https://fcm.googleapis.com/fcm/send/x';
  const never: typeof fetch = () => Promise.reject(new Error('not reached'));
  const deliverWith = (p256dh: string, subject: string) =>
    deliverPush({ ...device, p256dh, endpoint, origin: null }, push, {
      keys: { ...keys, subject },
      fetch: never,
      now: () => NOW,
    });
  expect(await deliverWith('AAAA', keys.subject)).toEqual({ is: 'gone' });
  expect(await deliverWith(device.p256dh, 'support@example.jp')).toMatchObject({ is: 'later', waitMs: null });
});

test('KEP-04a Apple’s service is told which push is declarative; none is kept longer than it is worth', async () => {
  const asked: Headers[] = [];
  const toService: typeof fetch = async (_, init) => {
    asked.push(new Headers(init?.headers));
    return new Response(null, { status: 201 });
  };
  const deps = { keys, fetch: toService, now: () => NOW };
  const origin = 'https://photos.example.jp';
  for (const [host, from] of [
    ['web.push.apple.com', origin],
    ['web.push.apple.com', null],
    ['fcm.googleapis.com', origin],
  ] as const)
    expect(await deliverPush({ endpoint: `https://${host}/x`, ...device, origin: from }, push, deps)).toEqual({
      is: 'sent',
    });
  const stream = 'application/octet-stream';
  expect(asked.map((headers) => headers.get('content-type'))).toEqual([
    'application/notification+json',
    stream,
    stream,
  ]);
  expect(asked.map((headers) => headers.get('ttl'))).toEqual(['90', '90', '90']);
});
