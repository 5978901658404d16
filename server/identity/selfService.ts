import * as v from 'valibot';
import { AVATAR_CHANGES } from '../../src/contract/abuseLimits.ts';
import { type Account, srpNameOf } from './accounts.ts';
import { AttributeList, attributesOf, readAttributes } from './attributes.ts';
import { createMailChange } from './mailChange.ts';
import { checkClient, type PoolParts, poolInput, profileOf } from './poolParts.ts';
import { CognitoError, type Operations, operation } from './wire.ts';

const Signed = v.object({ AccessToken: poolInput.token });

/** What a signed-in fan does with the own account: attributes, leaving, signing out (ACC-03, ACC-10, ACC-11). */
export function createSelfService(parts: PoolParts): Operations {
  const { accounts, sessions, tokens, hooks } = parts;
  const { askForMail, operations: mailOperations } = createMailChange(parts);
  return {
    GetUser: operation(Signed, async ({ AccessToken }) => userAnswer((await tokens.authenticate(AccessToken)).account)),

    UpdateUserAttributes: operation(
      v.object({ AccessToken: poolInput.token, UserAttributes: AttributeList }),
      async ({ AccessToken, UserAttributes }, call) => {
        const { account, signedInAt } = await tokens.authenticate(AccessToken);
        const email = UserAttributes.find(({ Name }) => Name === 'email')?.Value;
        const change = readAttributes(UserAttributes.filter(({ Name }) => Name !== 'email'));
        await saveProfile(parts, account, change);
        return {
          CodeDeliveryDetailsList: email === undefined ? [] : await askForMail({ account, signedInAt }, email, call),
        };
      },
    ),

    ...mailOperations,

    DeleteUser: operation(Signed, async ({ AccessToken }) => {
      const { account } = await tokens.authenticate(AccessToken);
      await hooks.onLeave?.(account.sub);
      await accounts.remove(account);
      return {};
    }),

    GlobalSignOut: operation(Signed, async ({ AccessToken }) => {
      const { account } = await tokens.authenticate(AccessToken);
      await sessions.closeAll(account.sub);
      return {};
    }),

    RevokeToken: operation(
      v.object({ ClientId: poolInput.clientId, Token: poolInput.token }),
      async ({ ClientId, Token }) => {
        checkClient(parts, ClientId);
        await sessions.closeByRefreshToken(Token);
        return {};
      },
    ),
  };
}

function userAnswer(account: Account) {
  const verified = String(account.status === 'CONFIRMED');
  const attributes = { sub: account.sub, email_verified: verified, ...attributesOf(account) };
  return {
    Username: srpNameOf(account),
    UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
  };
}

/**
 * Throws InvalidParameterException for a name that is reserved and for an avatar that is not the fan's own,
 * TooManyRequestsException for too many avatars, UserLambdaValidationException where an operator keeps the fan from changing what others see.
 */
async function saveProfile(
  { accounts, hooks, limit }: PoolParts,
  account: Account,
  change: ReturnType<typeof readAttributes>,
): Promise<void> {
  const { name, nickname, extended4 } = change;
  const isSeen =
    (nickname !== undefined && nickname !== account.nickname) ||
    (extended4 !== undefined && (extended4 || null) !== account.extended4);
  if (isSeen && (await hooks.mayChangeProfile?.(account.sub)) === false)
    throw new CognitoError(
      'UserLambdaValidationException',
      'CustomMessage failed with error The account is suspended.',
    );
  const isNewAvatar = extended4 && extended4 !== account.extended4;
  if (isNewAvatar && !(await limit.take(`avatars:fan:${account.sub}`, AVATAR_CHANGES)))
    throw new CognitoError('TooManyRequestsException', 'Too many avatars.');
  if (
    isNewAvatar &&
    !(isOwnAvatar(extended4, account.sub) && (await hooks.mayUseAvatar?.(extended4, account.sub)) !== false)
  ) {
    throw new CognitoError('InvalidParameterException', 'The avatar is not a picture of this account.');
  }
  // The form sends all its fields: a name that stays is not taken.
  const names = [[name, account.name, false] as const, [nickname, account.nickname, true] as const];
  for (const [taken, held, isPublic] of names) {
    if (taken && taken !== held && (await hooks.mayUseName?.(taken, account.sub, isPublic)) === false) {
      throw new CognitoError('InvalidParameterException', 'The name is reserved.');
    }
  }
  await accounts.update(account.sub, change);
  if (Object.keys(change).length > 0) await hooks.onProfile?.(profileOf({ ...account, ...change }));
}

/** Avatars stand under their owner's id (§7); a fan cannot show another one's picture as the own. */
function isOwnAvatar(key: string, sub: string): boolean {
  const [dir, , owner] = key.split('/');
  return dir === 'avatar' && owner === sub;
}
