/** Fans who sign in on a phone the account is not known on, and phones that refresh: some with a wrong password or a token long over. */
import { EMBEDDED_POOL } from '../../../server/identity/embeddedPool.ts';
import { poolNameOf } from '../../../server/identity/userPool.ts';
import { FANS } from '../load/generate.ts';
import type { Crowd } from './crowd.ts';
import { addressOf, emailOf, FAN_PASSWORD, refreshTokenOf, WITH_PASSWORD } from './fans.ts';
import type { FanAnswer, FanCall, Stream } from './openLoop.ts';
import { answerChallenge, PUBLIC_VALUE } from './srpClient.ts';

/** Share that signs in; the others refresh. */
const SIGN_INS = 0.4;
/** Share that mistypes the password, or comes back after months. */
const HONEST_FAILURES = 0.1;

const poolName = poolNameOf(EMBEDDED_POOL);
const { clientId: ClientId } = EMBEDDED_POOL;

const callOf = (fan: number, operation: string, body: object): FanCall => ({
  method: 'POST',
  path: '/idp',
  headers: {
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    'x-forwarded-for': addressOf(fan),
  },
  body: JSON.stringify({ ClientId, ...body }),
});

/** The provider's answer to what was wrong, which is no refusal of an honest fan. */
const isWrong = ({ body }: FanAnswer): boolean => body.includes('NotAuthorizedException');

async function signIn(crowd: Crowd, at: number, fan: number): Promise<void> {
  const isMistyped = crowd.chance() < HONEST_FAILURES;
  const begin = { AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME: emailOf(fan), SRP_A: PUBLIC_VALUE } };
  const begun = await crowd.ask('sign-in', at, callOf(fan, 'InitiateAuth', begin));
  if (begun.status !== 200) return;
  const { ChallengeParameters } = JSON.parse(begun.body.toString());
  const password = isMistyped ? 'stadium-2025' : FAN_PASSWORD;
  const ChallengeResponses = answerChallenge(poolName, password, ChallengeParameters);
  const end = { ChallengeName: 'PASSWORD_VERIFIER', ChallengeResponses };
  const answer = callOf(fan, 'RespondToAuthChallenge', end);
  await crowd.ask('sign-in', performance.now(), answer, isMistyped ? isWrong : undefined);
}

async function refresh(crowd: Crowd, at: number): Promise<void> {
  const fan = crowd.below(FANS);
  const isOver = crowd.chance() < HONEST_FAILURES;
  const REFRESH_TOKEN = isOver ? `${refreshTokenOf(fan)}-over` : refreshTokenOf(fan);
  const body = { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN } };
  await crowd.ask('refresh', at, callOf(fan, 'InitiateAuth', body), isOver ? isWrong : undefined);
}

export const createSignIns =
  (crowd: Crowd) =>
  (perSecond: number): Stream => ({
    perSecond,
    begin(at) {
      const isSignIn = crowd.chance() < SIGN_INS;
      crowd.follow(isSignIn ? signIn(crowd, at, crowd.below(WITH_PASSWORD)) : refresh(crowd, at));
    },
  });
