import * as v from 'valibot';
import { normaliseEmail } from './accounts.ts';
import {
  checkClient,
  checkPolicy,
  countSignIn,
  deliveryTo,
  input,
  ownWordsOf,
  type PoolParts,
  unlock,
  wrongPassword,
} from './poolParts.ts';
import { matchesPassword } from './srp.ts';
import { CognitoError, type Operations, operation } from './wire.ts';

/** Forgotten and changed passwords (ACC-05, ACC-06). Both end the sign-ins that knew the old password. */
export function createPasswords(parts: PoolParts): Operations {
  const { accounts, codes, sessions, tokens, poolName } = parts;
  return {
    ForgotPassword: operation(
      v.object({ ClientId: input.clientId, Username: input.username }),
      async ({ ClientId, Username }) => {
        checkClient(parts, ClientId);
        const { sub, account } = await accounts.resolve(Username);
        if (account && account.status !== 'CONFIRMED') {
          throw new CognitoError('InvalidParameterException', 'The user has no verified email.');
        }
        await codes.issue(sub, account?.email ?? null, 'reset');
        return deliveryTo(account?.email ?? normaliseEmail(Username));
      },
    ),

    ConfirmForgotPassword: operation(
      v.object({
        ClientId: input.clientId,
        Username: input.username,
        ConfirmationCode: input.code,
        Password: input.password,
      }),
      async ({ ClientId, Username, ConfirmationCode, Password }) => {
        checkClient(parts, ClientId);
        const { sub, account } = await accounts.resolve(Username);
        checkPolicy(parts, Password, ownWordsOf(account));
        await codes.redeem(sub, 'reset', ConfirmationCode);
        await accounts.setPassword(sub, Password);
        await sessions.closeAll(sub);
        await unlock(parts, sub);
        return {};
      },
    ),

    ChangePassword: operation(
      v.object({ AccessToken: input.token, PreviousPassword: input.password, ProposedPassword: input.password }),
      async ({ AccessToken, PreviousPassword, ProposedPassword }) => {
        const { account, sessionId } = await tokens.authenticate(AccessToken);
        // Counted before anything is looked at; the right password is no try, whatever the new one is like.
        await countSignIn(parts, account.sub);
        if (!matchesPassword(poolName, account.sub, PreviousPassword, account)) throw wrongPassword();
        await unlock(parts, account.sub);
        checkPolicy(parts, ProposedPassword, ownWordsOf(account));
        await accounts.setPassword(account.sub, ProposedPassword);
        await sessions.closeAll(account.sub, sessionId);
        return {};
      },
    ),
  };
}
