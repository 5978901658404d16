import * as v from 'valibot';
import { isEmailAddress } from '../../src/contract/emailAddress.ts';
import { text } from '../../src/contract/entities.ts';
import { CODE_DIGITS } from '../../src/contract/limits.ts';
import { type PasswordProblem, passwordProblem } from '../../src/rules/password.ts';
import { type Account, type Accounts, normaliseEmail } from './accounts.ts';
import type { AttemptLimit } from './attemptLimit.ts';
import type { Codes } from './codes.ts';
import { isCommonPassword } from './commonPasswords.ts';
import type { Devices } from './devices.ts';
import type { PoolIds } from './embeddedPool.ts';
import type { Guesses } from './guesses.ts';
import type { MailDelivery } from './mailDelivery.ts';
import type { SecretBlocks } from './secretBlock.ts';
import type { Sessions } from './sessions.ts';
import type { SignUps } from './signUps.ts';
import type { TokenService } from './tokenService.ts';
import { CognitoError } from './wire.ts';

/** What the rest of the product hears of and says to accounts. */
export interface PoolHooks {
  /** After an account was confirmed or its attributes changed. */
  readonly onProfile?: (profile: UserProfile) => Promise<void>;
  /**
   * Before an account goes. If it rejects, the account stays and the fan can try again (ACC-10). Who takes away what there is of the fan
   * takes the account along in the same transaction (`removeAccount`): no call of the fan comes between.
   */
  readonly onLeave?: (sub: string) => Promise<void>;
  /** False refuses a name, such as a reserved one. `sub` null: at sign-up. `isPublic`: others see it. */
  readonly mayUseName?: (name: string, sub: string | null, isPublic: boolean) => Promise<boolean>;
  /** False refuses an avatar that is none, or not this account's. */
  readonly mayUseAvatar?: (key: string, sub: string) => Promise<boolean>;
  /** False refuses another nickname or avatar: an operator suspended the fan. */
  readonly mayChangeProfile?: (sub: string) => Promise<boolean>;
  /** False refuses a sign-in whose validation data names an unknown tenant (§7). */
  readonly isTenant?: (tenant: string) => boolean;
  /** False refuses a new password, such as one known from elsewhere. */
  readonly mayUsePassword?: (password: string) => boolean;
}

/** An account as other parts of the server see it. `avatar` is an object key. */
export interface UserProfile {
  readonly sub: string;
  readonly email: string;
  readonly name: string;
  readonly nickname: string;
  readonly avatar: string | null;
}

/** What the operations of the pool are made of. */
export interface PoolParts {
  readonly ids: PoolIds;
  readonly poolName: string;
  readonly accounts: Accounts;
  readonly signUps: SignUps;
  readonly codes: Codes;
  readonly mail: MailDelivery;
  readonly guesses: Guesses;
  readonly limit: AttemptLimit;
  readonly devices: Devices;
  readonly sessions: Sessions;
  readonly tokens: TokenService;
  readonly blocks: SecretBlocks;
  readonly hooks: PoolHooks;
  readonly now: () => number;
}

export const profileOf = (account: Account): UserProfile => ({
  sub: account.sub,
  email: account.email,
  name: account.name,
  nickname: account.nickname ?? '',
  avatar: account.extended4,
});

export const wrongPassword = () => new CognitoError('NotAuthorizedException', 'Incorrect username or password.');
export const expiredCode = () =>
  new CognitoError('ExpiredCodeException', 'Invalid code provided, please request a code again.');
/** `isGuarded`: codes of the usual length are good no longer (`guesses.ts`), and the way on is to ask for another. */
export const wrongCode = (given: string, isGuarded: boolean) =>
  isGuarded && given.length < CODE_DIGITS.guarded
    ? expiredCode()
    : new CognitoError('CodeMismatchException', 'Invalid verification code provided, please try again.');

/** Throws ResourceNotFoundException unless the call names the pool's app client. */
export function checkClient({ ids }: PoolParts, clientId: string): void {
  if (clientId !== ids.clientId)
    throw new CognitoError('ResourceNotFoundException', 'User pool client does not exist.');
}

const REASONS: Readonly<Record<PasswordProblem, string>> = {
  short: 'Password not long enough',
  long: 'Password too long',
  edge: 'Password must not begin or end with a space',
  guessable: 'Password is among the first that are guessed',
};

/**
 * Password policy (`passwordProblem`, `isCommonPassword`, `mayUsePassword`). `own`: address and names of the account. Throws
 * InvalidPasswordException.
 */
export async function checkPolicy(
  { hooks }: Pick<PoolParts, 'hooks'>,
  password: string,
  own: readonly string[],
): Promise<void> {
  const isRefused = async () => (await isCommonPassword(password)) || hooks.mayUsePassword?.(password) === false;
  const problem = passwordProblem(password, own) ?? ((await isRefused()) ? 'guessable' : null);
  if (problem !== null) {
    throw new CognitoError('InvalidPasswordException', `Password did not conform with policy: ${REASONS[problem]}`);
  }
}

/** What of an account must not be its password. */
export const ownWordsOf = ({ email, name, nickname }: Pick<Account, 'email' | 'name' | 'nickname'>): string[] => [
  email,
  name,
  nickname ?? '',
];

export const deliveryTo = (email: string) => ({
  CodeDeliveryDetails: {
    AttributeName: 'email',
    DeliveryMedium: 'EMAIL',
    Destination: email.replace(/^(.).*@(.).*$/, '$1***@$2***'),
  },
});

/** Shapes the operations share. Every text is bounded. */
export const poolInput = {
  clientId: v.pipe(v.string(), v.maxLength(128)),
  /** No control characters: a database takes no NUL. */
  username: v.pipe(text(254), v.nonEmpty()),
  email: v.pipe(v.string(), v.maxLength(1024), v.transform(normaliseEmail), v.check(isEmailAddress)),
  password: v.pipe(v.string(), v.maxLength(1024)),
  /** Full-width digits, as a Japanese keyboard may type them, count as digits. */
  code: v.pipe(
    v.string(),
    v.maxLength(64),
    v.transform((code) => code.normalize('NFKC').trim()),
    v.regex(/^\S{1,64}$/),
  ),
  token: v.pipe(v.string(), v.maxLength(8192)),
  metadata: v.nullish(v.record(v.string(), v.pipe(v.string(), v.maxLength(1024)))),
} as const;
