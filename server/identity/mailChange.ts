import * as v from 'valibot';
import { IDENTITY_LIMITS } from '../../src/contract/limits.ts';
import type { Account } from './accounts.ts';
import { tooOften } from './guesses.ts';
import { deliveryTo, expiredCode, type PoolParts, poolInput, wrongCode } from './poolParts.ts';
import type { TokenService } from './tokenService.ts';
import { type Call, CognitoError, type Operations, operation } from './wire.ts';

/** Changes one account may ask for: codes go to addresses that may be somebody else's. */
const ASKS = { count: 10, windowMs: 3_600_000 };
/** Whoever holds a phone that was left open must not take the account along: the password was given just now. */
const FRESH_MS = 10 * 60_000;
const attribute = v.literal('email');
type SignedIn = Awaited<ReturnType<TokenService['authenticate']>>;
const taken = () => new CognitoError('AliasExistsException', 'An account with the email already exists.');

/** Sends a code to the wanted address, within the bounds of mails. Throws LimitExceededException. */
async function sendCode(parts: PoolParts, account: Account, email: string, call: Call) {
  const { accounts, codes, guesses, limit, mail } = parts;
  const wanted = accounts.keyOf(email);
  const guesser = guesses.guesserOf(call, account);
  await guesses.consume('mails', guesser);
  if (!(await guesses.takeMail(accounts.keyOf(account.email), guesser, 'email'))) throw tooOften();
  // Counted for the address as well: many accounts together do not flood it.
  if (!(await limit.take(`mail:wanted:${wanted}`, IDENTITY_LIMITS.mails.strangers))) throw tooOften();
  const isGuarded = await guesses.isGuarded(wanted);
  const asked = { subject: wanted, owner: account.sub, kind: 'email', bound: email } as const;
  await mail.send(email, 'email', await codes.issue({ ...asked, isGuarded, guesser }));
  const { CodeDeliveryDetails } = deliveryTo(email);
  return CodeDeliveryDetails;
}

/**
 * Change of the mail address (ACC-11), as a pool does it that verifies before it updates: the old address stays good until the
 * code that was sent to the new one comes back.
 */
export function createMailChange(parts: PoolParts) {
  const { accounts, limit, tokens, now } = parts;

  /**
   * Sends a code to the new address. Throws NotAuthorizedException after a sign-in of long ago, InvalidParameterException for no
   * address. Whether the address is taken is told to who has its code only (SAF-06).
   */
  async function askForMail(
    { account, signedInAt }: Pick<SignedIn, 'account' | 'signedInAt'>,
    given: string,
    call: Call,
  ) {
    if (now() - signedInAt > FRESH_MS) throw new CognitoError('NotAuthorizedException', 'A fresh sign-in is needed.');
    const parsed = v.safeParse(poolInput.email, given);
    if (!parsed.success) throw new CognitoError('InvalidParameterException', 'email: The value is not valid');
    const email = parsed.output;
    if (email === account.email) {
      await accounts.update(account.sub, { pending_email: null });
      return [];
    }
    if (!(await limit.take(`mail-change:${account.sub}`, ASKS))) throw tooOften();
    await accounts.update(account.sub, { pending_email: email });
    return [await sendCode(parts, account, email, call)];
  }

  const operations: Operations = {
    GetUserAttributeVerificationCode: operation(
      v.object({ AccessToken: poolInput.token, AttributeName: attribute }),
      async ({ AccessToken }, call) => {
        const { account } = await tokens.authenticate(AccessToken);
        if (account.pending_email === null) {
          throw new CognitoError('InvalidParameterException', 'The email is verified already.');
        }
        return { CodeDeliveryDetails: await sendCode(parts, account, account.pending_email, call) };
      },
    ),

    VerifyUserAttribute: operation(
      v.object({ AccessToken: poolInput.token, AttributeName: attribute, Code: poolInput.code }),
      async ({ AccessToken, Code }, call) => {
        const { account } = await tokens.authenticate(AccessToken);
        await changeMail(parts, account, Code, call);
        return {};
      },
    ),
  };
  return { askForMail, operations };
}

/** Makes the wanted address the account's, if this is the code that was sent to it. Throws as VerifyUserAttribute does. */
async function changeMail(
  { accounts, codes, guesses }: PoolParts,
  account: Account,
  given: string,
  call: Call,
): Promise<void> {
  const email = account.pending_email;
  if (email === null) throw expiredCode();
  const guesser = guesses.guesserOf(call, account);
  await guesses.consume('codes', guesser);
  // Counted for the address that is wanted: many accounts guess at it no more often than one.
  const subject = accounts.keyOf(email);
  const own = { network: `account ${account.sub}`, known: null };
  const { isGuarded } = await guesses.takeCode(subject, own);
  // The code proves the address it was sent to and no other, whatever is asked for meanwhile.
  const code = await codes.match(given, { subject, kind: 'email', bound: email, isGuarded });
  if (!code || code.owner !== account.sub) throw wrongCode(given, isGuarded);
  await guesses.codeWasRight(subject, own);
  await guesses.refund('codes', guesser);
  if (!code.isGood || !(await codes.use(code))) throw expiredCode();
  await guesses.mailCameBack(accounts.keyOf(account.email), 'email', code.network);
  if (!(await accounts.changeEmail(account.sub, email))) throw taken();
}
