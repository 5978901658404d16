/** A user pool at Amazon that accounts are moved to, as the operator's command sees it (HLF-08). */
import { randomBytes } from 'node:crypto';
import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  type AttributeType,
  CognitoIdentityProviderClient,
  DescribeUserPoolClientCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { CognitoSettings } from '../config/settings.ts';
import { TENANTS_ATTRIBUTE, tenantsText } from './cognito.ts';
import { USER_ID_ATTRIBUTE } from './movedAccounts.ts';

/** An account to be made. */
export interface AccountToMove {
  readonly user_id: string;
  readonly email: string;
  readonly name: string;
  readonly nickname: string | null;
  readonly extended1: string | null;
  readonly extended2: string | null;
  /** Object key. */
  readonly avatar: string | null;
  readonly tenants: readonly string[];
}

/** An account that is there. */
export interface PoolAccount {
  readonly sub: string;
  /** The product's id of a fan who moved; null: the account was made there. */
  readonly userId: string | null;
  /** Has a password, so that another can be asked for by mail. */
  readonly isConfirmed: boolean;
}

export interface NewPool {
  /** Why fans' ids would not be safe there, in sentences; none: they are. */
  problems(): Promise<string[]>;
  /** null: nobody has this address. */
  find(email: string): Promise<PoolAccount | null>;
  /** Makes it with its address confirmed; no mail goes out. Tells its sub; null: somebody has the address by now. */
  add(account: AccountToMove): Promise<string | null>;
  /** Gives it a password nobody knows: the fan asks for a code by mail and chooses another (パスワードを忘れた方). */
  confirm(sub: string): Promise<void>;
}

/** A pool takes so many calls a second as it says itself: what it refuses is sent again, slower. */
const CALM = { retryMode: 'adaptive', maxAttempts: 12 } as const;

/** Needs cognito-idp:AdminCreateUser, AdminGetUser, AdminSetUserPassword and DescribeUserPoolClient; credentials come from Amazon's usual chain. */
export function openNewPool({ region, userPoolId, clientId, endpoint }: CognitoSettings): NewPool {
  const client = new CognitoIdentityProviderClient({ region, ...CALM, ...(endpoint === null ? {} : { endpoint }) });
  return {
    async problems() {
      const command = new DescribeUserPoolClientCommand({ UserPoolId: userPoolId, ClientId: clientId });
      const { ReadAttributes = [], WriteAttributes } = (await client.send(command)).UserPoolClient ?? {};
      const isSafe = WriteAttributes !== undefined && !WriteAttributes.includes(USER_ID_ATTRIBUTE);
      return [
        ...(ReadAttributes.includes(USER_ID_ATTRIBUTE) ? [] : [`Its app client does not read ${USER_ID_ATTRIBUTE}.`]),
        ...(isSafe ? [] : [`Its app client may write ${USER_ID_ATTRIBUTE}: a fan could take another's place.`]),
      ];
    },
    find: (email) => find(client, userPoolId, email),
    async add(account) {
      try {
        const { User } = await client.send(
          new AdminCreateUserCommand({
            UserPoolId: userPoolId,
            Username: account.email,
            MessageAction: 'SUPPRESS',
            UserAttributes: attributesOf(account),
          }),
        );
        return attributeOf(User?.Attributes, 'sub') || null;
      } catch (error) {
        if (error instanceof Error && error.name === 'UsernameExistsException') return null;
        throw error;
      }
    },
    async confirm(Username) {
      // Long, and with all kinds of characters a pool may ask for.
      const Password = `aA1!${randomBytes(30).toString('base64url')}`;
      await client.send(
        new AdminSetUserPasswordCommand({ UserPoolId: userPoolId, Username, Password, Permanent: true }),
      );
    },
  };
}

async function find(
  client: CognitoIdentityProviderClient,
  UserPoolId: string,
  Username: string,
): Promise<PoolAccount | null> {
  try {
    const found = await client.send(new AdminGetUserCommand({ UserPoolId, Username }));
    return {
      sub: attributeOf(found.UserAttributes, 'sub'),
      userId: attributeOf(found.UserAttributes, USER_ID_ATTRIBUTE) || null,
      isConfirmed: found.UserStatus !== 'FORCE_CHANGE_PASSWORD',
    };
  } catch (error) {
    if (error instanceof Error && error.name === 'UserNotFoundException') return null;
    throw error;
  }
}

const attributeOf = (attributes: readonly AttributeType[] = [], name: string): string =>
  attributes.find(({ Name }) => Name === name)?.Value ?? '';

function attributesOf(account: AccountToMove): { readonly Name: string; readonly Value: string }[] {
  const attributes = {
    email: account.email,
    email_verified: 'true',
    name: account.name,
    nickname: account.nickname,
    'custom:extended1': account.extended1,
    'custom:extended2': account.extended2,
    'custom:extended4': account.avatar,
    [TENANTS_ATTRIBUTE]: tenantsText(account.tenants),
    [USER_ID_ATTRIBUTE]: account.user_id,
  };
  return Object.entries(attributes).flatMap(([Name, Value]) => (Value ? [{ Name, Value }] : []));
}
