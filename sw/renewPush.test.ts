import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { sha256Hex } from '../src/contract/userMark.ts';
import { createPushRecord } from '../src/platform/device/pushRecord.ts';
import { createTokenStore } from '../src/platform/identity/identityTokenStore.ts';
import type { Tokens } from '../src/platform/identity/identityTokens.ts';
import { createClientDatabase } from '../src/platform/storage/clientDatabase.ts';
import { CLUB, LEAGUE } from '../tests/support/tenants.ts';
import { renewPush } from './renewPush.ts';

const ENDPOINT = 'https://web.push.apple.com/new';
const key = new Uint8Array([1, 2, 250]).buffer;
/** Calls the server had: method, path and tenant. */
const asked: string[] = [];
const subscribe = vi.fn(async () => ({ endpoint: ENDPOINT, getKey: () => key }));

const config = {
  ...{ api: '/f', apiKey: 'fan-web' },
  identity: {
    ...{ region: 'ap-northeast-1', userPoolId: 'ap-northeast-1_x', clientId: 'c', identityPoolId: 'ap-northeast-1:x' },
    ...{ userPoolEndpoint: '/idp', identityPoolEndpoint: '/identity' },
  },
  objects: { endpoint: '/s3', region: 'ap-northeast-1', bucket: 'photos', publicBase: '/s3/photos' },
};
const answers: Record<string, unknown> = {
  '/config.json': config,
  '/f/push/key': { public_key: 'AQL6' },
  '/f/user/push/item': { result: 'ok' },
};

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  asked.length = 0;
  subscribe.mockClear();
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('location', new URL('https://a.example/sw.js'));
  vi.stubGlobal('registration', { pushManager: { getSubscription: async () => null, subscribe } });
  vi.stubGlobal('fetch', async (address: string | URL | Request, init?: RequestInit) => {
    const request = new Request(new URL(address instanceof Request ? address.url : address, 'https://a.example'), init);
    const { pathname } = new URL(request.url);
    const tenant = request.headers.get('x-api-tenant');
    if (tenant !== null) asked.push(`${request.method} ${pathname} ${tenant}`);
    return Response.json(answers[pathname], { headers: { date: new Date().toUTCString() } });
  });
});

const signIn = (userId: string, refreshToken: string | null = 'r') =>
  createTokenStore(createClientDatabase()).save({
    ...{ userId, refreshToken, idToken: 'i', accessToken: 'a', expiresAt: Date.now() + 3_600_000 },
  } as Tokens);
const record = () => createPushRecord(createClientDatabase());

test('KEP-04c a subscription that ends while the app is closed is made anew, for each tenant', async () => {
  await signIn('me');
  await record().save('me', CLUB, 'old');
  await record().save('me', LEAGUE, 'old');
  await renewPush();
  expect(asked.filter((call) => call.startsWith('PUT'))).toEqual([
    `PUT /f/user/push/item ${CLUB}`,
    `PUT /f/user/push/item ${LEAGUE}`,
  ]);
  expect(subscribe).toHaveBeenCalledTimes(1);
  const id = await sha256Hex(ENDPOINT);
  expect(await record().load()).toEqual({ userId: 'me', devices: { [CLUB]: id, [LEAGUE]: id } });
});

test('KEP-04c nothing is made anew where nobody asked for pushes, signed out, or for another fan', async () => {
  await signIn('me');
  await renewPush();
  await record().save('me', CLUB, 'old');
  await signIn('other');
  await renewPush();
  await signIn('me', null);
  await renewPush();
  expect([asked, subscribe.mock.calls]).toEqual([[], []]);
});
