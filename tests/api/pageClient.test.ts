/** The client's own adapters (API, session, identity, credentials, object store, registry) against the real server. */
import { FetchHttpHandler } from '@smithy/fetch-http-handler';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ClientConfig } from '../../src/contract/config.ts';
import { AppError } from '../../src/contract/errors.ts';
import { createIdentity } from '../../src/platform/identity/identity.ts';
import { isAlreadyConfirmed } from '../../src/platform/identity/identityCall.ts';
import { refreshTokens } from '../../src/platform/identity/identityRefresh.ts';
import { createTokenSource, type Tokens } from '../../src/platform/identity/identityTokens.ts';
import { createSender } from '../../src/platform/upload/sender.ts';
import { createObjectName, originalKey } from '../../src/rules/objectKeys.ts';
import { CLUB } from '../support/tenants.ts';
import { openDeviceOf, PASSWORD, signIn, startDeviceSite } from './pageDevice.ts';

/** Node's own handler does not take the browser's Blobs. */
const requestHandler = new FetchHttpHandler();
let site: Awaited<ReturnType<typeof startDeviceSite>>;
let config: ClientConfig;

beforeAll(async () => {
  site = await startDeviceSite();
  config = site.config;
});
afterAll(() => site?.close());

function openDevice() {
  const device = openDeviceOf(config);
  const { tokens, clock } = device;
  const sender = createSender({ config, tokens, clock, preparer: null, hasProgress: false, requestHandler });
  return { ...device, sender };
}
const codeFor = (email: string) => site.codeFor(email);

async function openFan(email: string) {
  const device = openDevice();
  const form = { email, password: PASSWORD, name: 'みどり', nickname: 'みどり', extended1: '', extended2: '' };
  await device.session.signUp(form);
  await device.session.confirm(email, await codeFor(email));
  expect(await device.session.login(email, PASSWORD)).toEqual({ next: 'rule-agreement' });
  await device.session.agreeToRules();
  return device;
}

const codeOf = async (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );
const signal = new AbortController().signal;

test('ACC-04b ACC-08b sign-up, code, sign-in, rules, sign-in again', async () => {
  const device = await openFan('flow@example.com');
  expect(device.session.getState()).toMatchObject({ status: 'signedIn', user: { name: 'みどり' } });
  expect(await device.session.login('flow@example.com', PASSWORD)).toEqual({ next: 'close' });
  await device.session.renew();
  expect(device.session.getState()).not.toHaveProperty('user.agreement');
  await device.session.setUsepermit(true);
  expect(await device.api.getUsepermit()).toEqual({ usepermit: true });
  await device.session.logout();
  expect(device.session.getState()).toEqual({ status: 'anonymous' });
  expect(await codeOf(device.api.getUserTenants())).toBe('UNAUTHENTICATED');
});

test('ACC-12e the end of a sign-in that the browser sent twice, an answer lost, is no wrong password', async () => {
  const device = await openFan('lost-answer@example.com');
  const sent: string[] = [];
  const { fetch } = globalThis;
  // Chromium repeats a call by itself, POST too, when a connection it used before ends without an answer.
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const operation = new Headers(init?.headers).get('x-amz-target')?.split('.')[1] ?? '';
    const isLost = operation === 'RespondToAuthChallenge' && !sent.includes(operation);
    if (isLost) await fetch(url, init);
    sent.push(operation);
    return fetch(url, init);
  });
  try {
    expect(await device.session.login('lost-answer@example.com', PASSWORD)).toEqual({ next: 'close' });
    const steps = sent.filter((operation) => /Auth/.test(operation));
    expect(steps).toEqual(['InitiateAuth', 'RespondToAuthChallenge', 'InitiateAuth', 'RespondToAuthChallenge']);
    // A wrong password is tried once: each try counts.
    expect(await codeOf(device.session.login('lost-answer@example.com', 'Wrong-12345'))).toBe('NotAuthorizedException');
    expect(sent.filter((operation) => operation === 'InitiateAuth')).toHaveLength(3);
  } finally {
    vi.unstubAllGlobals();
  }
});

test('ACC-12a refusals of the identity provider carry their exception names', async () => {
  const device = await openFan('refusals@example.com');
  const form = {
    email: 'refusals@example.com',
    password: PASSWORD,
    name: 'a',
    nickname: 'a',
    extended1: '',
    extended2: '',
  };
  expect(await codeOf(device.session.signUp(form))).toBe('UsernameExistsException');
  expect(await codeOf(device.session.signUp({ ...form, email: 'weak@example.com', password: 'short' }))).toBe(
    'InvalidPasswordException',
  );
  expect(await codeOf(device.session.login('refusals@example.com', 'Wrong-12345'))).toBe('NotAuthorizedException');
  const code = await codeFor('refusals@example.com');
  const again = await device.session.confirm('refusals@example.com', code).catch((error: unknown) => error);
  expect(isAlreadyConfirmed(again)).toBe(true);
});

test('ACC-07 an expired token is renewed without asking; T19 no answer is no logout', async () => {
  const device = await openFan('renew@example.com');
  const before = (await device.tokens.peek()) as Tokens;
  await device.store.save({ ...before, expiresAt: Date.now() - 1 });
  const renewed = await device.tokens.get();
  expect(renewed?.session).toBe(before.session);
  expect(renewed?.expiresAt).toBeGreaterThan(Date.now());
  const offline = createTokenSource({
    store: { ...device.store, load: async () => ({ ...before, expiresAt: 0 }) },
    refresh: (old) => refreshTokens({ ...config.identity, userPoolEndpoint: 'http://127.0.0.1:9/idp' }, old),
    exclusively: (run) => run(),
  });
  expect(await codeOf(offline.get())).toBe('NETWORK');
  expect((await offline.get({ allowExpired: true }))?.userId).toBe(before.userId);
});

test('ACC-07 a revoked login shows as expired and keeps its fan', async () => {
  const device = await openFan('revoked@example.com');
  const kept = (await device.tokens.peek()) as Tokens;
  await createIdentity(config.identity, signIn).revoke(kept.refreshToken ?? '');
  expect(await codeOf(device.api.getUserTenants())).toBe('NotAuthorizedException');
  expect(device.session.getState()).toMatchObject({ status: 'expired', user: { id: kept.userId } });
  expect(await device.sender.owner.current()).toBeNull();
});

async function picture(): Promise<ArrayBuffer> {
  const jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#284' } })
    .jpeg()
    .toBuffer();
  return new Uint8Array(jpeg).buffer;
}
/** A fan's own avatar: needs no event. */
const newKey = (userId: string) =>
  originalKey({ dir: 'avatar', tenant: CLUB, owner: userId, name: createObjectName() });

test('T21 SAF-44d a picture is stored once with a proven size; nobody is shown an avatar nobody bears', async () => {
  const device = await openFan('store@example.com');
  const userId = (await device.tokens.peek())?.userId ?? '';
  const bytes = await picture();
  const key = newKey(userId);
  const { objects } = device.sender;
  expect(await objects.head(key, { userId, signal })).toBeNull();
  expect(await objects.put(key, bytes, { userId, signal })).toMatchObject({ size: bytes.byteLength });
  expect(await codeOf(objects.put(key, bytes, { userId, signal }))).toBe('PreconditionFailed');
  expect(await objects.head(key, { userId, signal })).toEqual({ size: bytes.byteLength });
  const published = await fetch(`${site.server.url}${config.objects.publicBase}/${key}`);
  expect(published.status).toBe(404);
});

test('T01 an empty picture is refused before it is sent; QUE-05d nobody stores in another’s name', async () => {
  const device = await openFan('names@example.com');
  const userId = (await device.tokens.peek())?.userId ?? '';
  const { objects } = device.sender;
  expect(await codeOf(objects.put(newKey(userId), new ArrayBuffer(0), { userId, signal }))).toBe('BYTES_LOST');
  expect(await codeOf(objects.put(newKey(userId), await picture(), { userId: 'somebody', signal }))).toBe(
    'CREDENTIAL_MISSING',
  );
});

test('T22 a device two hours off stores its pictures', async () => {
  const device = await openFan('clock@example.com');
  const userId = (await device.tokens.peek())?.userId ?? '';
  // The offset is wrong by two hours, as if no answer of our API had been seen yet on a device with such a clock.
  const now = Date.now();
  device.clock.observe({ serverDate: now + 2 * 3_600_000, sentAt: now, receivedAt: now });
  const bytes = await picture();
  const key = newKey(userId);
  expect(await device.sender.objects.put(key, bytes, { userId, signal })).toMatchObject({ size: bytes.byteLength });
  expect(Math.abs(device.clock.get())).toBeLessThan(5000);
});

test('ERR-04 T23 no store is temporary, our own abort is an abort', async () => {
  const device = await openFan('nostore@example.com');
  const userId = (await device.tokens.peek())?.userId ?? '';
  const { tokens, clock } = device;
  const gone = { ...config, objects: { ...config.objects, endpoint: 'http://127.0.0.1:9/s3' } };
  const sender = createSender({ config: gone, tokens, clock, preparer: null, hasProgress: false, requestHandler });
  expect(await codeOf(sender.objects.put(newKey(userId), await picture(), { userId, signal }))).toBe('NETWORK');
  expect(await codeOf(device.sender.objects.head(newKey(userId), { userId, signal: AbortSignal.abort() }))).toBe(
    'ABORTED',
  );
});

test('SAF-24 an id token pool and API refuse is renewed once; the picture goes, the fan stays signed in', async () => {
  const device = await openFan('refused@example.jp');
  const fan = (await device.tokens.get()) ?? expect.unreachable('not signed in');
  const refused = { ...fan, idToken: `${fan.idToken.slice(0, -8)}AAAAAAAA`, expiresAt: Date.now() + 3 * 3_600_000 };
  await device.store.save(refused);
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#223344' } })
    .jpeg()
    .toBuffer();
  const key = newKey(fan.userId);
  const options = { userId: fan.userId, signal: new AbortController().signal };
  const put = await device.sender.objects.put(key, new Uint8Array(picture).buffer, options);
  expect(put.size).toBe(picture.byteLength);
  await device.store.save(refused);
  expect(await device.api.getOwnAttributes()).toMatchObject({ Name: 'みどり' });
  expect(device.session.getState().status).toBe('signedIn');
});

test('T25 a photo nobody registered is not found, in the owner’s name only', async () => {
  const device = await openFan('registry@example.com');
  const userId = (await device.tokens.peek())?.userId ?? '';
  const job = {
    id: 'j',
    version: 1,
    userId,
    tenant: CLUB,
    event: { id: 'ev1', name: '', seasonId: null },
    teamId: null,
    photos: [],
  };
  const asked = (owner: string) =>
    device.sender.registry.findRegistered(
      { ...job, userId: owner } as never,
      originalKey({ dir: 'ugc', tenant: CLUB, owner: 'ev1', name: createObjectName() }),
    );
  expect(await asked(userId)).toBeNull();
  expect(await codeOf(asked('somebody'))).toBe('UNAUTHENTICATED');
});
