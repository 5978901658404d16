import * as v from 'valibot';
import type { Account } from './accounts.ts';
import { deliveryTo, input, type PoolParts } from './poolParts.ts';
import type { Tokens } from './tokens.ts';
import { CognitoError, type Operations, operation } from './wire.ts';

/** Changes one account may ask for: nobody finds out who has an account by asking for many addresses. */
const ASKS = { count: 10, windowMs: 3_600_000 };
/** Whoever holds a phone that was left open must not take the account along: the password was given just now. */
const FRESH_MS = 10 * 60_000;
const attribute = v.literal('email');
type SignedIn = Awaited<ReturnType<Tokens['authenticate']>>;
const taken = () => new CognitoError('AliasExistsException', 'An account with the email already exists.');

/**
 * Change of the mail address (ACC-11), as a pool does it that verifies before it updates: the old address stays good until the
 * code that was sent to the new one comes back.
 */
export function createMailChange(parts: PoolParts) {
  const { accounts, codes, limit, tokens, now } = parts;

  async function send(account: Account, email: string) {
    await codes.issue(account.sub, email, 'email', email);
    const { CodeDeliveryDetails } = deliveryTo(email);
    return CodeDeliveryDetails;
  }

  /**
   * Sends a code to the new address. Throws NotAuthorizedException after a sign-in of long ago, InvalidParameterException for no
   * address, AliasExistsException for a taken one.
   */
  async function askForMail({ account, signedInAt }: Pick<SignedIn, 'account' | 'signedInAt'>, given: string) {
    if (now() - signedInAt > FRESH_MS) throw new CognitoError('NotAuthorizedException', 'A fresh sign-in is needed.');
    const parsed = v.safeParse(input.email, given);
    if (!parsed.success) throw new CognitoError('InvalidParameterException', 'email: The value is not valid');
    const email = parsed.output;
    if (email === account.email) {
      await accounts.update(account.sub, { pending_email: null });
      return [];
    }
    if (!(await limit.take(`mail-change:${account.sub}`, ASKS))) {
      throw new CognitoError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
    }
    if (await accounts.find(email)) throw taken();
    await accounts.update(account.sub, { pending_email: email });
    return [await send(account, email)];
  }

  const operations: Operations = {
    GetUserAttributeVerificationCode: operation(
      v.object({ AccessToken: input.token, AttributeName: attribute }),
      async ({ AccessToken }) => {
        const { account } = await tokens.authenticate(AccessToken);
        if (account.pending_email === null) {
          throw new CognitoError('InvalidParameterException', 'The email is verified already.');
        }
        return { CodeDeliveryDetails: await send(account, account.pending_email) };
      },
    ),

    VerifyUserAttribute: operation(
      v.object({ AccessToken: input.token, AttributeName: attribute, Code: input.code }),
      async ({ AccessToken, Code }) => {
        const { account } = await tokens.authenticate(AccessToken);
        const email = account.pending_email;
        if (email === null) throw new CognitoError('ExpiredCodeException', 'Invalid code provided.');
        // The code proves the address it was sent to and no other, whatever is asked for meanwhile.
        await codes.redeem(account.sub, 'email', Code, email);
        if (!(await accounts.changeEmail(account.sub, email))) throw taken();
        return {};
      },
    ),
  };
  return { askForMail, operations };
}
