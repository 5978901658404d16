/** What the identity provider promises, asked of the whole server by the product's own client and by somebody who forges. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../server/main.ts';
import type { ClientConfig } from '../../src/contract/config.ts';
import { createIdentity } from '../../src/platform/identity/identity.ts';
import { signInBySrp } from '../../src/platform/identity/identitySrp.ts';
import { CLUB } from '../support/tenants.ts';
import { openForge } from './attackSetup.ts';

const PASSWORD = 'Terrace-Row-2026';
const dataDir = mkdtempSync(join(tmpdir(), 'identity-'));
let server: RunningServer;
let identity: ReturnType<typeof createIdentity>;
beforeAll(async () => {
  server = await startServer({ port: 0, host: '127.0.0.1', dataDir, demoPictures: null, dist: null });
  const config = (await (await fetch(`${server.url}/config.json`)).json()) as ClientConfig;
  identity = createIdentity({ ...config.identity, userPoolEndpoint: `${server.url}/idp` }, signInBySrp);
});
afterAll(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Signs up by the mailed code, and in. */
async function openFan(email: string) {
  const form = { email, password: PASSWORD, name: 'みどり', nickname: '', extended1: '', extended2: '' };
  await identity.signUp(form, CLUB);
  const mailbox = await fetch(`${server.url}/dev/mailbox`, { headers: { accept: 'application/json' } });
  const mails = (await mailbox.json()) as { to: string; code: string }[];
  await identity.confirmSignUp(email, mails.find(({ to }) => to === email)?.code ?? '');
  return identity.signIn(email, PASSWORD, CLUB);
}

/** The fan a call is answered for; null: refused. */
async function callerOf(idToken: string): Promise<number> {
  const headers = { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB, 'x-api-authorization': `Bearer ${idToken}` };
  return (await fetch(`${server.url}/f/user/tenant`, { headers })).status;
}

test('ACC-10a an address used again after leaving is another account: no id is given twice', async () => {
  const first = await openFan('again@example.com');
  expect(first.userId).toMatch(/^[0-9a-f-]{36}$/);
  await identity.deleteUser(first.accessToken);
  const second = await openFan('again@example.com');
  expect(second.userId).toMatch(/^[0-9a-f-]{36}$/);
  expect(second.userId).not.toBe(first.userId);
  expect([await callerOf(first.idToken), await callerOf(second.idToken)]).toEqual([401, 200]);
});

test('ACC-03c nobody signs a fan out without a token of that very sign-in', async () => {
  const fan = await openFan('stays@example.com');
  const forge = await openForge(server);
  const payload = JSON.parse(Buffer.from(fan.accessToken.split('.')[1] ?? '', 'base64url').toString());
  const other = await crypto.subtle.generateKey(
    { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const attacker = await forge.signIn(await forge.addFan('ben', CLUB));
  const forged = {
    'id token': fan.idToken,
    'no signature': new UnsecuredJWT(payload).encode(),
    'another key': await new SignJWT(payload).setProtectedHeader({ alg: 'RS256' }).sign(other.privateKey),
    "somebody's own sign-in": await forge.keys.sign({ ...payload, origin_jti: attacker.sessionId }),
  };
  const target = (operation: string) => ({
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
  });
  for (const [kind, AccessToken] of Object.entries(forged))
    for (const operation of ['GlobalSignOut', 'DeleteUser']) {
      const body = JSON.stringify({ AccessToken });
      const answer = await fetch(`${server.url}/idp`, { method: 'POST', headers: target(operation), body });
      const { __type } = (await answer.json()) as { __type?: string };
      expect([kind, operation, answer.status, __type]).toEqual([kind, operation, 400, 'NotAuthorizedException']);
    }
  expect(await callerOf(fan.idToken)).toBe(200);
});

test('ACC-12e a password sent in the clear opens nothing, whichever flow is asked for', async () => {
  await openFan('clear@example.com');
  for (const AuthFlow of [
    'USER_PASSWORD_AUTH',
    'ADMIN_NO_SRP_AUTH',
    'ADMIN_USER_PASSWORD_AUTH',
    'USER_AUTH',
    'CUSTOM_AUTH',
  ]) {
    const AuthParameters = { USERNAME: 'clear@example.com', PASSWORD };
    const answer = await fetch(`${server.url}/idp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
      },
      body: JSON.stringify({ AuthFlow, ClientId: 'fanphotoweb', AuthParameters }),
    });
    const json = await answer.json();
    expect([AuthFlow, answer.status, Object.keys(json)]).toEqual([AuthFlow, 400, expect.arrayContaining(['__type'])]);
    expect(JSON.stringify(json)).not.toContain('Token');
  }
});
