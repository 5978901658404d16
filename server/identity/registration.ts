import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { normaliseEmail } from './accounts.ts';
import { AttributeList, readAttributes } from './attributes.ts';
import { checkClient, checkPolicy, deliveryTo, input, type PoolParts, profileOf } from './poolParts.ts';
import { createVerifier } from './srp.ts';
import { CognitoError, type Operations, operation } from './wire.ts';

const SignUp = v.object({
  ClientId: input.clientId,
  Username: input.email,
  Password: input.password,
  UserAttributes: AttributeList,
});
const invalid = (message: string) => new CognitoError('InvalidParameterException', message);

/** Sign-up, confirmation by a mailed code, and a new code (ACC-04). */
export function createRegistration(parts: PoolParts): Operations {
  const { accounts, codes, hooks } = parts;
  return {
    SignUp: operation(SignUp, async (request) => {
      checkClient(parts, request.ClientId);
      checkPolicy(parts, request.Password, [request.Username, ...request.UserAttributes.map(({ Value }) => Value)]);
      const account = await newAccount(parts, request);
      if (!(await accounts.add(account))) throw new CognitoError('UsernameExistsException', 'User already exists');
      await codes.issue(account.sub, account.email, 'confirm');
      return { UserConfirmed: false, UserSub: account.sub, ...deliveryTo(account.email) };
    }),

    ConfirmSignUp: operation(
      v.object({ ClientId: input.clientId, Username: input.username, ConfirmationCode: input.code }),
      async ({ ClientId, Username, ConfirmationCode }) => {
        checkClient(parts, ClientId);
        const { sub, account } = await accounts.resolve(Username);
        if (account?.status === 'CONFIRMED') {
          throw new CognitoError('NotAuthorizedException', 'User cannot be confirmed. Current status is CONFIRMED');
        }
        await codes.redeem(sub, 'confirm', ConfirmationCode);
        if (!account) return {};
        // Told before it is confirmed: an account that can sign in is always known to the product.
        await hooks.onProfile?.(profileOf(account));
        await accounts.update(sub, { status: 'CONFIRMED' });
        return {};
      },
    ),

    ResendConfirmationCode: operation(
      v.object({ ClientId: input.clientId, Username: input.username }),
      async ({ ClientId, Username }) => {
        checkClient(parts, ClientId);
        const { sub, account } = await accounts.resolve(Username);
        if (account?.status === 'CONFIRMED') throw invalid('User is already confirmed.');
        await codes.issue(sub, account?.email ?? null, 'confirm');
        return deliveryTo(account?.email ?? normaliseEmail(Username));
      },
    ),
  };
}

async function newAccount({ poolName, hooks, now }: PoolParts, request: v.InferOutput<typeof SignUp>) {
  const { name, ...others } = readAttributes(request.UserAttributes.filter(({ Name }) => Name !== 'email'));
  const email = request.UserAttributes.find(({ Name }) => Name === 'email')?.Value ?? request.Username;
  if (normaliseEmail(email) !== request.Username) throw invalid('The email attribute differs from the username.');
  if (name === undefined) throw invalid('Attributes did not conform to the schema: name: The attribute is required');
  for (const [taken, isPublic] of [[name, false] as const, [others.nickname, true] as const]) {
    if (taken && (await hooks.mayUseName?.(taken, null, isPublic)) === false) throw invalid('The name is reserved.');
  }
  if (others.extended4) throw invalid('The avatar comes after the account.');
  const sub = randomUUID();
  return {
    nickname: null,
    extended1: null,
    extended2: null,
    extended4: null,
    ...others,
    ...createVerifier(poolName, sub, request.Password),
    sub,
    name,
    email: request.Username,
    status: 'UNCONFIRMED' as const,
    created_at: new Date(now()),
  };
}
