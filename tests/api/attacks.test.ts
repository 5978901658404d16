/** The whole server on a real port, and people who mean no good. */
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Log } from '../../server/http/log.ts';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { type RunningServer, startServer } from '../../server/main.ts';
import { MAX_BODY_BYTES } from '../../src/contract/limits.ts';
import { createObjectName, originalKey } from '../../src/rules/objectKeys.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { fetchStorageKeys, openForge, put, sendBytes, signedPut } from './attackSetup.ts';
import { COMING_DAY } from './contract/draft.ts';
import { jpegOf } from './objectsSetup.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'attacks-'));
const errors: unknown[] = [];
let server: RunningServer;
let forge: Awaited<ReturnType<typeof openForge>>;
let aki = '';
let ben = '';
beforeAll(async () => {
  writeFileSync(join(dataDir, 'secret.txt'), 'top secret');
  const log: Log = { request: () => {}, info: () => {}, fatal: () => {}, error: (error) => void errors.push(error) };
  server = await startServer({ port: 0, host: '127.0.0.1', dataDir, demoPictures: null, dist: null, log });
  forge = await openForge(server);
  aki = await forge.addFan('aki', CLUB);
  ben = await forge.addFan('ben', CLUB);
  for (const tenant of [CLUB, LEAGUE]) {
    const event = { event_id: 'e', event_name: 'E', event_type: 'official', event_date: '2026-01-01' } as const;
    const period = { crawl_period_start: '2026-01-01 00:00:00', crawl_period_end: '2099-01-01 00:00:00' };
    const nothing = { thumbnail: null, post_limit: null, descriptive_photo: null, season_id: null, user_id: null };
    await server.deps.db
      .insertInto('event')
      .values({ tenant, ...event, ...period, ...nothing })
      .execute();
  }
});
afterAll(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const own = { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB };
async function call(path: string, token: string | null, method = 'GET', body?: unknown) {
  const response = await fetch(`${server.url}/f${path}`, {
    method,
    headers: {
      ...own,
      ...(token === null ? {} : { 'x-api-authorization': `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    json: (await response.json()) as { code?: string; list?: { session_id: string }[] },
  };
}

describe('tokens', () => {
  test('ROL-02 ACC-12e forged tokens open neither the calls nor the photo store', async () => {
    const { IdToken, AccessToken } = await forge.signIn(aki);
    const payload = JSON.parse(Buffer.from(IdToken.split('.')[1] ?? '', 'base64url').toString());
    const n = String(forge.keys.jwks.keys[0]?.n);
    const resigned = (claims: object) => forge.keys.sign({ ...payload, ...claims });
    const foreign = await crypto.subtle.generateKey(
      { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
      false,
      ['sign'],
    );
    const [head, , signature] = IdToken.split('.');
    const bens = Buffer.from(JSON.stringify({ ...payload, sub: ben })).toString('base64url');
    const forged = {
      'access token': AccessToken,
      'no algorithm': new UnsecuredJWT(payload).encode(),
      'public key as secret': await new SignJWT(payload)
        .setProtectedHeader({ alg: 'HS256', kid: String(forge.keys.jwks.keys[0]?.kid) })
        .sign(createHmac('sha256', n).digest()),
      'other key': await new SignJWT(payload).setProtectedHeader({ alg: 'RS256' }).sign(foreign.privateKey),
      'other issuer': await resigned({ iss: 'https://cognito-idp.ap-northeast-1.amazonaws.com/other' }),
      'other audience': await resigned({ aud: 'other' }),
      'no audience': await resigned({ aud: undefined }),
      'other use': await resigned({ token_use: 'access' }),
      'no expiry': await resigned({ exp: undefined }),
      'not yet valid': await resigned({ nbf: payload.exp }),
      "somebody else's session": await resigned({ sub: ben }),
      'changed payload': `${head}.${bens}.${signature}`,
      'cut signature': `${head}.${bens}.`,
      'twice the token': `${IdToken}.${IdToken}`,
    };
    for (const [kind, token] of Object.entries(forged)) {
      expect([kind, await call('/user/tenant', token)]).toEqual([
        kind,
        { status: 401, json: { code: 'UNAUTHENTICATED' } },
      ]);
      expect([kind, await fetchStorageKeys(server.url, token)]).toEqual([kind, null]);
    }
    const expired = await resigned({ iat: payload.iat - 7200, exp: payload.iat - 3600 });
    expect(await call('/user/tenant', expired)).toEqual({ status: 401, json: { code: 'TOKEN_EXPIRED' } });
    expect(await fetchStorageKeys(server.url, expired)).toBeNull();
    expect((await call('/user/tenant', IdToken)).status).toBe(200);
  });

  test('API-DELETE-/user/session/item ACC-03c one device is signed out from another, at once', async () => {
    const phone = await forge.signIn(ben, 'Phone');
    const tablet = await forge.signIn(ben, `Tablet ${'x'.repeat(1000)}`);
    const listed = await call('/user/session/items', phone.IdToken);
    expect(listed.json.list).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ session_id: phone.sessionId, user_agent: 'Phone', is_current: true }),
        expect.objectContaining({ session_id: tablet.sessionId, is_current: false }),
      ]),
    );
    const end = (token: string, session_id: string) => call('/user/session/item', token, 'DELETE', { session_id });
    const akis = await forge.signIn(aki);
    expect(await end(akis.IdToken, tablet.sessionId)).toEqual({ status: 404, json: { code: 'NOT_FOUND' } });
    expect((await call('/user/tenant', tablet.IdToken)).status).toBe(200);
    expect((await end(phone.IdToken, tablet.sessionId)).status).toBe(200);
    expect(await call('/user/tenant', tablet.IdToken)).toEqual({ status: 401, json: { code: 'UNAUTHENTICATED' } });
    expect(await fetchStorageKeys(server.url, tablet.IdToken)).toBeNull();
    expect((await call('/user/tenant', phone.IdToken)).status).toBe(200);
  });
});

describe('identity provider', () => {
  async function ask(operation: string, body: object, headers: Record<string, string> = {}) {
    return fetch(`${server.url}/idp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
        ...headers,
      },
      body: JSON.stringify({ ClientId: EMBEDDED_POOL.clientId, ...body }),
    });
  }

  test('SAF-05a the mark of a known device reaches the browser, and its owner where strangers are refused', async () => {
    await forge.addFan('cho', CLUB);
    const Username = 'cho@example.jp';
    const mails = async () => {
      const answer = await fetch(`${server.url}/dev/mailbox`, { headers: { accept: 'application/json' } });
      return ((await answer.json()) as { to: string; code: string }[]).filter(({ to }) => to === Username);
    };
    expect((await ask('ForgotPassword', { Username })).status).toBe(200);
    await expect.poll(async () => (await mails()).length).toBe(1);
    const given = { Username, ConfirmationCode: (await mails())[0]?.code, Password: 'Second-Half-90' };
    const reset = await ask('ConfirmForgotPassword', given);
    expect(reset.status).toBe(200);
    const [line = '', ...others] = reset.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(line).toMatch(/^fan-device=\S+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/);
    const cookie = line.split(';')[0] ?? '';
    for (let n = 0; n < 6; n += 1) await ask('ConfirmForgotPassword', { ...given, ConfirmationCode: '1' });
    const refused = await ask('ConfirmForgotPassword', { ...given, ConfirmationCode: '1' });
    expect(refused.headers.get('x-amzn-errortype')).toBe('LimitExceededException');
    const known = await ask('ConfirmForgotPassword', { ...given, ConfirmationCode: '1' }, { cookie });
    expect(known.headers.get('x-amzn-errortype')).toBe('CodeMismatchException');
  });
});

describe('photo store', () => {
  const keyOf = (tenant: string, owner: string, dir: 'ugc' | 'avatar' = 'ugc') =>
    originalKey({ dir, tenant, owner, name: createObjectName() });

  test('PST-11a TEN-10c a signature is good for one key, and only below what is the fan’s', async () => {
    const { IdToken } = await forge.signIn(aki);
    const keys = await fetchStorageKeys(server.url, IdToken);
    if (!keys) throw new Error('no keys');
    const bytes = jpegOf(500);
    const sign = (key: string) => signedPut(server.url, keys, key, bytes);
    const key = keyOf(CLUB, 'e');
    const good = await sign(key);
    expect(await put(server.url, good)).toBe('200');
    // Replayed: to its own key, to another one, under another method's clothes.
    expect(await put(server.url, good)).toBe('412 PreconditionFailed');
    const other = keyOf(CLUB, 'e');
    expect(await put(server.url, { ...good, path: `/s3/photos/${other}` })).toBe('403 SignatureDoesNotMatch');
    const changed = await sign(other);
    expect(await put(server.url, { ...changed, headers: { ...changed.headers, 'content-type': 'text/html' } })).toBe(
      '403 AccessDenied',
    );
    expect(
      await put(server.url, { ...changed, headers: { ...changed.headers, 'x-amz-acl': 'public-read-write' } }),
    ).toBe('403 AccessDenied');
    for (const forbidden of [
      keyOf(LEAGUE, 'e'),
      keyOf(CLUB, 'no-event'),
      keyOf(CLUB, ben, 'avatar'),
      keyOf(LEAGUE, aki, 'avatar'),
    ]) {
      expect([forbidden, await put(server.url, await sign(forbidden))]).toEqual([forbidden, '403 AccessDenied']);
    }
    expect(await put(server.url, await sign(keyOf(CLUB, aki, 'avatar')))).toBe('200');
  });

  test('PST-11a keys that leave their folder are refused, signed or not', async () => {
    const { IdToken } = await forge.signIn(aki);
    const keys = await fetchStorageKeys(server.url, IdToken);
    if (!keys) throw new Error('no keys');
    const name = `${createObjectName()}.jpg`;
    for (const key of [
      `ugc/${CLUB}/../${LEAGUE}/e/original/${name}`,
      `ugc/${CLUB}/e/original/..%2f${name}`,
      `ugc/${CLUB}/e/original/%2e%2e/${name}`,
      `ugc//e/original/${name}`,
      `ugc/__proto__/e/original/${name}`,
      `../secret.jpg`,
      `ugc/${CLUB}/e/original/${name}%00.html`,
    ]) {
      const sent = await signedPut(server.url, keys, key, jpegOf(100));
      expect([key, (await put(server.url, sent)).slice(0, 3)]).toEqual([key, expect.stringMatching(/^40[034]$/)]);
    }
  });
});

describe('raw requests', () => {
  const get = (path: string, headers = '') =>
    sendBytes(server.url, `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}connection: close\r\n\r\n`);

  test('no path leads out of the folders', async () => {
    for (const path of [
      '/../../secret.txt',
      '/s3/photos/../../secret.txt',
      '/s3/photos/%2e%2e/%2e%2e/secret.txt',
      '/s3/photos/..%5c..%5csecret.txt',
      '/%2e%2e%2f%2e%2e%2fpackage.json',
      `/${CLUB}/..%2f..%2fpackage.json`,
      '/f/..%2f..%2fpackage.json',
      '/f/memorial/event/item/..%2f..%2fetc%2fpasswd',
      '/f/user/attributes/%00',
      '/f/user/attributes/%ff%fe',
      '//evil.example/f/team/items',
    ]) {
      const answer = await get(path, `x-api-key: fan-web\r\nx-api-tenant: ${CLUB}\r\n`);
      expect([path, answer.slice(0, 12)]).toEqual([path, expect.stringMatching(/^HTTP\/1\.1 (400|404)$/)]);
      expect(answer).not.toContain('top secret');
      expect(answer).not.toContain('"dependencies"');
    }
  });

  test('TEN-10c no tenant is made of a header, and no header of a text', async () => {
    for (const tenant of ['__proto__', 'constructor', `../${CLUB}`, `${CLUB}, ${LEAGUE}`, `${CLUB}%00`, '']) {
      const answer = await get('/f/team/items', `x-api-key: fan-web\r\nx-api-tenant: ${tenant}\r\n`);
      expect([tenant, answer.slice(0, 12)]).toEqual([tenant, 'HTTP/1.1 404']);
    }
    const twice = await get(
      '/f/team/items',
      `x-api-key: fan-web\r\nx-api-tenant: ${CLUB}\r\nx-api-tenant: ${LEAGUE}\r\n`,
    );
    expect(twice.slice(0, 12)).toBe('HTTP/1.1 404');
    for (const path of [`/${CLUB}?q=%0d%0aset-cookie:%20a=b`, '/f/team/items?x=%0d%0aset-cookie:%20a=b']) {
      const answer = await get(path, `x-api-key: fan-web\r\nx-api-tenant: ${CLUB}\r\n`);
      expect(answer).not.toMatch(/^set-cookie/im);
    }
    const folded = await get('/f/team/items', 'x-api-key: fan-web\r\nx-evil: a\rset-cookie: b\r\n');
    expect(folded.slice(0, 12)).toBe('HTTP/1.1 400');
  });

  test('requests that say two lengths, or none of a big body, are refused', async () => {
    const line = `PUT /f/search/word/item HTTP/1.1\r\nhost: localhost\r\nx-api-key: fan-web\r\nx-api-tenant: ${CLUB}\r\n`;
    const json = 'content-type: application/json\r\n';
    const word = '{"word":"goal","tagtype":"text"}';
    const good = `${word.length.toString(16)}\r\n${word}\r\n0\r\n\r\n`;
    const smuggled = await sendBytes(
      server.url,
      `${line}${json}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n${good}GET /f/x HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`,
    );
    // Refused for its lengths: what it says would do, and what follows is not read as a request.
    expect(smuggled.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
    const alone = await sendBytes(
      server.url,
      `${line}${json}connection: close\r\ntransfer-encoding: chunked\r\n\r\n${good}`,
    );
    expect(alone.slice(0, 12)).toBe('HTTP/1.1 200');
    const big = 'x'.repeat(MAX_BODY_BYTES + 1);
    const chunked = `${big.length.toString(16)}\r\n${big}\r\n0\r\n\r\n`;
    const answer = await sendBytes(
      server.url,
      `${line}${json}transfer-encoding: chunked\r\nconnection: close\r\n\r\n${chunked}`,
    );
    expect(answer.slice(0, 12)).toBe('HTTP/1.1 413');
    const headers = await get('/f/team/items', `x-long: ${'x'.repeat(70_000)}\r\n`);
    expect(headers.slice(0, 12)).toBe('HTTP/1.1 431');
  });

  test('odd texts are stored as texts or refused, and come back whole', async () => {
    const { IdToken } = await forge.signIn(aki);
    const create = (event_name: string) =>
      call('/memorial/event/item', IdToken, 'PUT', {
        event_id: null,
        event_name,
        ...COMING_DAY,
        public_message: '',
        thumbnail: null,
        post_limit: null,
        category: 'その他',
        subCategory: 'イベント',
        descriptive_title: '',
        descriptive_photo: null,
        descriptive_text: '',
        photo_location: [],
        premium_user_ids: [],
        __proto__: { x: 1 },
      });
    for (const [given, kept] of [
      ['半分\ud83d', '半分\ufffd'],
      ['\u202e逆\u202c', '逆'],
      ['שלום\u200f', 'שלום\u200f'],
      ["'); drop table event; --", "'); drop table event; --"],
      ['👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦'],
    ] as const) {
      const made = await create(given);
      expect([given, made.status]).toEqual([given, 200]);
      const { event_id } = made.json as unknown as { event_id: string };
      const read = await call(`/memorial/event/item/${event_id}`, null);
      expect(read.json).toMatchObject({ event_name: kept });
    }
    for (const refused of ['\u0000', 'a\u0000b', '\u0007', '\u200b\u2060']) {
      expect([refused, (await create(refused)).status]).toEqual([refused, 400]);
    }
  });

  test('SAF-17 nothing of all this was a failure of the server', () => {
    expect(errors).toEqual([]);
  });
});
