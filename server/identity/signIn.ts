import { timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { Account } from './accounts.ts';
import { checkClient, countSignIn, input, type PoolParts, refuseLocked, unlock, wrongPassword } from './poolParts.ts';
import type { PendingHandshake } from './secretBlock.ts';
import { createChallenge, expectedSignature, isPublicValue } from './srp.ts';
import { CognitoError, type Operations, operation } from './wire.ts';

const SRP_START = v.object({ USERNAME: input.username, SRP_A: v.pipe(v.string(), v.check(isPublicValue)) });
const REFRESH = v.object({ REFRESH_TOKEN: input.token });
/** As the client writes it, e.g. `Sat Nov 7 05:41:29 UTC 2026`. */
const TIMESTAMP = /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{1,2} \d\d:\d\d:\d\d UTC \d{4}$/;
const base64 = v.pipe(v.string(), v.maxLength(8192), v.regex(/^[A-Za-z0-9+/]+=*$/));

const PasswordClaim = v.object({
  USERNAME: input.username,
  PASSWORD_CLAIM_SECRET_BLOCK: base64,
  PASSWORD_CLAIM_SIGNATURE: base64,
  TIMESTAMP: v.pipe(v.string(), v.regex(TIMESTAMP)),
});
type PasswordClaim = v.InferOutput<typeof PasswordClaim>;

/**
 * SRP sign-in and refresh. The client's clock is not judged: a handshake is fresh by its sealed block, so a fan
 * with a wrong clock can still sign in (T22). The flow that sends the password itself is not offered.
 */
export function createSignIn(parts: PoolParts): Operations {
  return {
    InitiateAuth: operation(
      v.object({
        AuthFlow: v.string(),
        ClientId: input.clientId,
        // The client sends DEVICE_KEY: null with a refresh.
        AuthParameters: v.record(v.string(), v.nullable(v.string())),
        ClientMetadata: input.metadata,
      }),
      async ({ AuthFlow, ClientId, AuthParameters }) => {
        checkClient(parts, ClientId);
        if (AuthFlow === 'USER_SRP_AUTH') return startSrp(parts, parse(SRP_START, AuthParameters));
        if (AuthFlow === 'REFRESH_TOKEN_AUTH' || AuthFlow === 'REFRESH_TOKEN') {
          return refresh(parts, parse(REFRESH, AuthParameters).REFRESH_TOKEN);
        }
        throw new CognitoError('InvalidParameterException', 'The flow is not enabled for this client');
      },
    ),
    /** What Amplify 6 refreshes by. No refresh token comes back: ours are not rotated. */
    GetTokensFromRefreshToken: operation(
      v.object({
        ClientId: input.clientId,
        RefreshToken: input.token,
        ClientSecret: v.nullish(v.string()),
        DeviceKey: v.nullish(v.string()),
        ClientMetadata: input.metadata,
      }),
      async ({ ClientId, RefreshToken, ClientSecret }) => {
        checkClient(parts, ClientId);
        if (typeof ClientSecret === 'string')
          throw new CognitoError(
            'NotAuthorizedException',
            'The client is not configured for secret but secret was received',
          );
        return { AuthenticationResult: (await refresh(parts, RefreshToken)).AuthenticationResult };
      },
    ),
    RespondToAuthChallenge: operation(
      v.object({
        ChallengeName: v.literal('PASSWORD_VERIFIER'),
        ClientId: input.clientId,
        ChallengeResponses: PasswordClaim,
        ClientMetadata: input.metadata,
      }),
      async ({ ClientId, ChallengeResponses, ClientMetadata }, headers) => {
        checkClient(parts, ClientId);
        const userAgent = headers.get('user-agent') ?? '';
        return finishSrp(parts, ChallengeResponses, { tenant: ClientMetadata?.tenant_id, userAgent });
      },
    ),
  };
}

function parse<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, value);
  if (!parsed.success) throw new CognitoError('InvalidParameterException', 'Missing or invalid parameter');
  return parsed.output;
}

async function startSrp(parts: PoolParts, { USERNAME, SRP_A }: v.InferOutput<typeof SRP_START>) {
  const { sub, credentials } = await parts.accounts.resolve(USERNAME);
  await refuseLocked(parts, sub);
  const { b, B } = createChallenge(credentials.verifier);
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      USER_ID_FOR_SRP: sub,
      USERNAME: sub,
      SRP_B: B,
      SALT: credentials.salt,
      SECRET_BLOCK: parts.blocks.seal({ sub, A: SRP_A, B, b }),
    },
  };
}

async function finishSrp(
  parts: PoolParts,
  claim: PasswordClaim,
  { tenant, userAgent }: { readonly tenant: string | undefined; readonly userAgent: string },
) {
  const secretBlock = Buffer.from(claim.PASSWORD_CLAIM_SECRET_BLOCK, 'base64');
  const handshake = await parts.blocks.redeem(secretBlock);
  if (!handshake || claim.USERNAME !== handshake.sub) throw wrongPassword();
  await countSignIn(parts, handshake.sub);
  const account = await checkClaim(parts, claim, handshake, secretBlock);
  await unlock(parts, account.sub);
  if (account.status !== 'CONFIRMED') throw new CognitoError('UserNotConfirmedException', 'User is not confirmed.');
  if (tenant !== undefined && parts.hooks.isTenant?.(tenant) === false) {
    throw new CognitoError(
      'UserLambdaValidationException',
      'PostAuthentication failed with error Forbidden / invalid request params.',
    );
  }
  const { session, refreshToken } = await parts.sessions.open(account.sub, userAgent);
  const tokens = await parts.tokens.issue(account, session);
  return { AuthenticationResult: { ...tokens, RefreshToken: refreshToken }, ChallengeParameters: {} };
}

async function checkClaim(
  { accounts, poolName }: PoolParts,
  claim: PasswordClaim,
  { sub, A, B, b }: PendingHandshake,
  secretBlock: Buffer,
): Promise<Account> {
  // A phantom is computed like a real account, so that both take the same time.
  const { account, credentials } = await accounts.resolve(sub);
  const { verifier } = credentials;
  const expected = expectedSignature({ poolName, sub, A, B, b, verifier, secretBlock, timestamp: claim.TIMESTAMP });
  const given = Buffer.from(claim.PASSWORD_CLAIM_SIGNATURE, 'base64');
  if (!account || given.length !== expected.length || !timingSafeEqual(given, expected)) throw wrongPassword();
  return account;
}

async function refresh({ sessions, accounts, tokens }: PoolParts, token: string) {
  const session = await sessions.findByRefreshToken(token);
  const account = session && (await accounts.findBySub(session.sub));
  if (!account) throw new CognitoError('NotAuthorizedException', 'Invalid Refresh Token');
  return { AuthenticationResult: await tokens.issue(account, session), ChallengeParameters: {} };
}
