import { afterEach, expect, test, vi } from 'vitest';
import { createCredentialSource } from './identityPool.ts';
import { createTokenSource, type Tokens } from './identityTokens.ts';

const HOUR = 60 * 60_000;
const START = 1_000_000_000_000;
const config = {
  region: 'test-1',
  userPoolId: 'test-1_pool',
  clientId: 'client',
  identityPoolId: 'test-1:pool',
  ...{ userPoolEndpoint: 'http://idp.test/idp', identityPoolEndpoint: 'http://idp.test/identity' },
};
const json = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/x-amz-json-1.1' } });

afterEach(() => vi.unstubAllGlobals());

/**
 * A device whose clock differs from the server's, and an identity pool that knows the server's only. ID tokens are `token <end>`, good for
 * an hour. `isDeaf`: the pool refuses every token, and so does nobody else.
 */
function setUp({ isDeaf = false, canRenew = true } = {}) {
  const world = { server: START, skew: 0, renewals: 0, poolCalls: 0 };
  const deviceNow = () => world.server + world.skew;
  const issue = (): Tokens => ({
    userId: 'fan',
    session: '1',
    accessToken: 'a',
    refreshToken: 'r',
    idToken: `token ${world.server + HOUR}`,
    expiresAt: deviceNow() + HOUR,
  });
  let kept: Tokens | null = null;
  const tokens = createTokenSource({
    store: {
      load: async () => kept,
      save: async (next) => {
        kept = next;
      },
      clear: async () => {
        kept = null;
      },
    },
    refresh: async () => {
      world.renewals += 1;
      if (!canRenew) throw new TypeError('no line');
      return issue();
    },
    now: deviceNow,
    exclusively: (run) => run(),
  });
  vi.stubGlobal(
    'fetch',
    async (_address: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
      world.poolCalls += 1;
      const { Logins } = JSON.parse(body) as { Logins: Record<string, string> };
      const end = Number(Object.values(Logins)[0]?.split(' ')[1]);
      if (isDeaf || end <= world.server)
        return json(400, { __type: 'NotAuthorizedException', message: 'Token expired' });
      if (headers['x-amz-target']?.endsWith('.GetId')) return json(200, { IdentityId: 'id' });
      const Expiration = (world.server + HOUR) / 1000;
      return json(200, { Credentials: { AccessKeyId: 'A', SecretKey: 'S', SessionToken: String(end), Expiration } });
    },
  );
  const source = createCredentialSource(config, tokens, () => world.server);
  return { world, source, signIn: async () => tokens.save(issue()) };
}

test('SAF-24 T22 a clock that was two hours ahead: the refused token is renewed, once, and nobody signs in', async () => {
  const { world, source, signIn } = setUp();
  world.skew = 2 * HOUR;
  await signIn();
  // Set right since: the device believes for two hours too long that its token is good.
  world.skew = 0;
  world.server += 1.5 * HOUR;
  const found = await Promise.all([source.get('fan'), source.get('fan'), source.get('fan')]);
  expect(new Set(found.map(({ sessionToken }) => sessionToken))).toEqual(new Set([String(world.server + HOUR)]));
  expect(world.renewals).toBe(1);
});

test('SAF-24 T22 a clock that was two hours behind: the token is renewed before anybody refuses it', async () => {
  const { world, source, signIn } = setUp();
  world.skew = -2 * HOUR;
  await signIn();
  world.skew = 0;
  world.server += HOUR / 2;
  await source.get('fan');
  expect(world).toMatchObject({ renewals: 1, poolCalls: 2 });
});

test('SAF-24 a pool that refuses the renewed token as well asks for a login: one renewal, no loop', async () => {
  const { world, source, signIn } = setUp({ isDeaf: true });
  await signIn();
  await expect(source.get('fan')).rejects.toMatchObject({ code: 'CREDENTIAL_MISSING', retry: 'login' });
  expect(world).toMatchObject({ renewals: 1, poolCalls: 2 });
  // The store refused, so a new token is asked for first: its refusal is no reason for yet another.
  await expect(source.get('fan', true)).rejects.toMatchObject({ code: 'CREDENTIAL_MISSING', retry: 'login' });
  expect(world).toMatchObject({ renewals: 2, poolCalls: 3 });
});

test('SAF-24 T19 a refused token that cannot be renewed for want of a line is no logout', async () => {
  const { world, source, signIn } = setUp({ canRenew: false });
  world.skew = 2 * HOUR;
  await signIn();
  world.server += 1.5 * HOUR;
  world.skew = 0;
  await expect(source.get('fan')).rejects.toThrow('no line');
});
