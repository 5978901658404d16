import { timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { Subject } from './accounts.ts';
import { ownSignUp } from './devices.ts';
import type { Guesser } from './guesses.ts';
import { checkClient, type PoolParts, poolInput, wrongPassword } from './poolParts.ts';
import type { PendingHandshake } from './secretBlock.ts';
import { createChallenge, expectedSignature, isPublicValue } from './srp.ts';
import { type Call, CognitoError, type Operations, operation } from './wire.ts';

const SRP_START = v.object({ USERNAME: poolInput.username, SRP_A: v.pipe(v.string(), v.check(isPublicValue)) });
const REFRESH = v.object({ REFRESH_TOKEN: poolInput.token });
/** As the client writes it, e.g. `Sat Nov 7 05:41:29 UTC 2026`. */
const TIMESTAMP = /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{1,2} \d\d:\d\d:\d\d UTC \d{4}$/;
const base64 = v.pipe(v.string(), v.maxLength(8192), v.regex(/^[A-Za-z0-9+/]+=*$/));

const PasswordClaim = v.object({
  USERNAME: poolInput.username,
  PASSWORD_CLAIM_SECRET_BLOCK: base64,
  PASSWORD_CLAIM_SIGNATURE: base64,
  TIMESTAMP: v.pipe(v.string(), v.regex(TIMESTAMP)),
});
type PasswordClaim = v.InferOutput<typeof PasswordClaim>;

const INITIATE = v.object({
  AuthFlow: v.string(),
  ClientId: poolInput.clientId,
  // The client sends DEVICE_KEY: null with a refresh.
  AuthParameters: v.record(v.string(), v.nullable(v.string())),
  ClientMetadata: poolInput.metadata,
});
const RENEW = v.object({
  ClientId: poolInput.clientId,
  RefreshToken: poolInput.token,
  ClientSecret: v.nullish(v.string()),
  DeviceKey: v.nullish(v.string()),
  ClientMetadata: poolInput.metadata,
});
const ANSWER = v.object({
  ChallengeName: v.literal('PASSWORD_VERIFIER'),
  ClientId: poolInput.clientId,
  ChallengeResponses: PasswordClaim,
  ClientMetadata: poolInput.metadata,
});

/**
 * SRP sign-in and refresh. The client's clock is not judged: a handshake is fresh by its sealed block, so a fan
 * with a wrong clock can still sign in (T22). The flow that sends the password itself is not offered.
 */
export function createSignIn(parts: PoolParts): Operations {
  return {
    InitiateAuth: operation(INITIATE, async ({ AuthFlow, ClientId, AuthParameters }, call) => {
      checkClient(parts, ClientId);
      if (AuthFlow === 'USER_SRP_AUTH') return startSrp(parts, parse(SRP_START, AuthParameters), call);
      if (AuthFlow === 'REFRESH_TOKEN_AUTH' || AuthFlow === 'REFRESH_TOKEN') {
        return refresh(parts, parse(REFRESH, AuthParameters).REFRESH_TOKEN, call);
      }
      throw new CognitoError('InvalidParameterException', 'The flow is not enabled for this client');
    }),
    /** What Amplify 6 refreshes by. No refresh token comes back: ours are not rotated. */
    GetTokensFromRefreshToken: operation(RENEW, async ({ ClientId, RefreshToken, ClientSecret }, call) => {
      checkClient(parts, ClientId);
      if (typeof ClientSecret === 'string')
        throw new CognitoError(
          'NotAuthorizedException',
          'The client is not configured for secret but secret was received',
        );
      return { AuthenticationResult: (await refresh(parts, RefreshToken, call)).AuthenticationResult };
    }),
    RespondToAuthChallenge: operation(ANSWER, async ({ ClientId, ChallengeResponses, ClientMetadata }, call) => {
      checkClient(parts, ClientId);
      return finishSrp(parts, ChallengeResponses, { tenant: ClientMetadata?.tenant_id, call });
    }),
  };
}

function parse<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, value);
  if (!parsed.success) throw new CognitoError('InvalidParameterException', 'Missing or invalid parameter');
  return parsed.output;
}

async function startSrp(parts: PoolParts, { USERNAME, SRP_A }: v.InferOutput<typeof SRP_START>, call: Call) {
  const { accounts, blocks, guesses } = parts;
  const { key, id, account, credentials } = await accounts.resolve(USERNAME, ownSignUp(call));
  const guesser = guesses.guesserOf(call, account);
  // Begun sign-ins cost arithmetic; one that ends well gives its place back, so that only the others count (SAF-30).
  await guesses.consume('sign-in', guesser);
  await guesses.refuseLocked(key, guesser);
  const { name, salt, verifier } = credentials;
  const { b, B } = createChallenge(verifier);
  const network = guesser.known ? null : guesser.network;
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      USER_ID_FOR_SRP: name,
      USERNAME: name,
      SRP_B: B,
      SALT: salt,
      SECRET_BLOCK: blocks.seal({ id, subject: key, name, network, A: SRP_A, B, b }),
    },
  };
}

async function finishSrp(
  parts: PoolParts,
  claim: PasswordClaim,
  { tenant, call }: { readonly tenant: string | undefined; readonly call: Call },
) {
  const { accounts, blocks, devices, guesses, hooks, sessions } = parts;
  const secretBlock = Buffer.from(claim.PASSWORD_CLAIM_SECRET_BLOCK, 'base64');
  const handshake = await blocks.redeem(secretBlock);
  if (handshake === null || handshake === 'over' || claim.USERNAME !== handshake.name) {
    await guesses.consume('sign-in', guesses.guesserOf(call, null));
    throw handshake === 'over' ? handshakeOver() : wrongPassword();
  }
  const known = await accounts.credentialsOf(handshake.id);
  const guesser = guesses.guesserOf(call, known.account);
  await guesses.takePassword(handshake.subject, guesser);
  checkClaim(parts, claim, { handshake, known, secretBlock });
  await guesses.passwordWasRight(handshake.subject, guesser);
  const { account } = known;
  // Who has not confirmed an address proves nothing of a fan: only the own place comes back.
  if (account) await guesses.markSucceeded(begunBy(handshake), account.sub);
  else await guesses.refund('sign-in', begunBy(handshake));
  if (!account) throw new CognitoError('UserNotConfirmedException', 'User is not confirmed.');
  await guesses.takeGood('signIns', account.sub);
  if (tenant !== undefined && hooks.isTenant?.(tenant) === false) {
    throw new CognitoError(
      'UserLambdaValidationException',
      'PostAuthentication failed with error Forbidden / invalid request params.',
    );
  }
  const { session, refreshToken } = await sessions.open(account.sub, call.headers.get('user-agent') ?? '');
  const tokens = await parts.tokens.issue(account, session);
  devices.remember(call, account);
  return { AuthenticationResult: { ...tokens, RefreshToken: refreshToken }, ChallengeParameters: {} };
}

/**
 * Nothing is known of the password: the client begins anew (`identitySrp.ts`). A browser repeats a call by itself when its connection
 * broke, and the answer to the first may be lost.
 */
const handshakeOver = () =>
  new CognitoError('NotAuthorizedException', 'Invalid session for the user, session is expired.');

/** Whose place the sign-in took: the fan may be in another network by now. */
const begunBy = ({ network, id }: PendingHandshake): Guesser =>
  network === null ? { network: '', known: { device: '', sub: id } } : { network, known: null };

interface Claimed {
  readonly handshake: PendingHandshake;
  readonly known: Pick<Subject, 'account' | 'signUp' | 'credentials'>;
  readonly secretBlock: Buffer;
}

/** Throws NotAuthorizedException. A phantom is computed like a real account, so that both take the same time. */
function checkClaim({ poolName }: PoolParts, claim: PasswordClaim, { handshake, known, secretBlock }: Claimed): void {
  const { name, A, B, b } = handshake;
  const { verifier } = known.credentials;
  const expected = expectedSignature({ poolName, name, A, B, b, verifier, secretBlock, timestamp: claim.TIMESTAMP });
  const given = Buffer.from(claim.PASSWORD_CLAIM_SIGNATURE, 'base64');
  const isRight = given.length === expected.length && timingSafeEqual(given, expected);
  if (!isRight || !(known.account ?? known.signUp)) throw wrongPassword();
}

/**
 * A good token counts for its account only: a stadium's fans refresh behind one address. Tokens cannot be guessed, and those of fans who
 * come back after a month are no password tried: they have a bound of their own.
 */
async function refresh({ sessions, accounts, guesses, tokens }: PoolParts, token: string, call: Call) {
  const session = await sessions.findByRefreshToken(token);
  const account = session && (await accounts.findBySub(session.sub));
  if (!account) {
    await guesses.consume('refresh', guesses.guesserOf(call, null));
    throw new CognitoError('NotAuthorizedException', 'Invalid Refresh Token');
  }
  await guesses.takeGood('refreshes', account.sub);
  return { AuthenticationResult: await tokens.issue(account, session), ChallengeParameters: {} };
}
