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
/** Tokens and bodies of those that change something. */
const written: { readonly authorization: string | null; readonly body: unknown }[] = [];
const renewals: unknown[] = [];
const NEW_TOKEN = `h.${Buffer.from(JSON.stringify({ sub: 'me', auth_time: 1 })).toString('base64url')}.s`;
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
  written.length = 0;
  renewals.length = 0;
  subscribe.mockClear();
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('location', new URL('https://a.example/sw.js'));
  vi.stubGlobal('registration', { pushManager: { getSubscription: async () => null, subscribe } });
  vi.stubGlobal('fetch', async (address: string | URL | Request, init?: RequestInit) => {
    const request = new Request(new URL(address instanceof Request ? address.url : address, 'https://a.example'), init);
    const { pathname } = new URL(request.url);
    const tenant = request.headers.get('x-api-tenant');
    if (tenant !== null) asked.push(`${request.method} ${pathname} ${tenant}`);
    if (request.method === 'PUT')
      written.push({ authorization: request.headers.get('x-api-authorization'), body: await request.json() });
    if (pathname.startsWith('/idp')) {
      renewals.push(await request.json());
      return Response.json({ AuthenticationResult: { IdToken: NEW_TOKEN, AccessToken: 'a', ExpiresIn: 3600 } });
    }
    return Response.json(answers[pathname], { headers: { date: new Date().toUTCString() } });
  });
});

const signIn = (userId: string, refreshToken: string | null = 'r', lastsMs = 3_600_000) =>
  createTokenStore(createClientDatabase()).save({
    ...{ userId, refreshToken, idToken: 'i', accessToken: 'a', expiresAt: Date.now() + lastsMs },
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
  const body = { endpoint: ENDPOINT, p256dh: 'AQL6', auth: 'AQL6' };
  expect(written).toEqual([1, 2].map(() => ({ authorization: 'Bearer i', body })));
  expect(subscribe).toHaveBeenCalledTimes(1);
  const id = await sha256Hex(ENDPOINT);
  expect(await record().load()).toEqual({ userId: 'me', devices: { [CLUB]: id, [LEAGUE]: id } });
});

test('KEP-04c after a night the token is renewed first', async () => {
  await signIn('me', 'r', -1);
  await record().save('me', CLUB, 'old');
  await renewPush();
  expect(renewals).toEqual([expect.objectContaining({ AuthParameters: { REFRESH_TOKEN: 'r' } })]);
  expect(written.map(({ authorization }) => authorization)).toEqual([`Bearer ${NEW_TOKEN}`]);
});

test('KEP-04c nothing is made anew where nobody asked for pushes, signed out, or for another fan', async () => {
  await signIn('me');
  await renewPush();
  await createTokenStore(createClientDatabase()).clear();
  await record().save('me', CLUB, 'old');
  await renewPush();
  await signIn('other');
  await renewPush();
  await signIn('me', null);
  await renewPush();
  expect([asked, subscribe.mock.calls]).toEqual([[], []]);
});
