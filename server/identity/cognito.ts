/** Identity on Amazon Cognito: what the server asks of the pool and tells it. Fans' devices talk to the pool themselves. */
import {
  AdminGetUserCommand,
  AdminUpdateUserAttributesCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import type { AccountAttributes } from '../api/handlers.ts';
import type { CognitoSettings } from '../config/settings.ts';
import { callService, serviceFailure } from './awsFailure.ts';
import type { PoolIds } from './embeddedPool.ts';
import type { MovedAccounts } from './movedAccounts.ts';

/** Tenants a fan has joined, as the storage role's policy reads them: `/one/two/` (`server/deploy/aws.yaml`). */
export const TENANTS_ATTRIBUTE = 'custom:tenants';

export const tenantsText = (tenants: readonly string[]): string =>
  tenants.length === 0 ? '' : `/${tenants.toSorted().join('/')}/`;

/** Fans by their ids in the product. */
export interface CognitoPool {
  /** null: no such account (any more). */
  attributesOf(userId: string): Promise<AccountAttributes | null>;
  /** From the next token on, the fan may store photos below these tenants. */
  saveTenants(userId: string, tenants: readonly string[]): Promise<void>;
}

/** The pool's ids, with its issuer, which bears Amazon's name wherever its endpoint is. */
export const cognitoIds = (settings: CognitoSettings, identityPoolId: string): PoolIds => ({
  region: settings.region,
  userPoolId: settings.userPoolId,
  clientId: settings.clientId,
  identityPoolId,
  issuer: `https://cognito-idp.${settings.region}.amazonaws.com/${settings.userPoolId}`,
});

/** Where the pool's public keys are. */
export const cognitoKeysUrl = ({ region, userPoolId, endpoint }: CognitoSettings): string =>
  `${endpoint ?? `https://cognito-idp.${region}.amazonaws.com`}/${userPoolId}/.well-known/jwks.json`;

/** Needs cognito-idp:AdminGetUser and AdminUpdateUserAttributes; credentials come from Amazon's usual chain. */
export function createCognitoPool(
  { region, userPoolId, endpoint }: CognitoSettings,
  moved: Pick<MovedAccounts, 'subOf'>,
): CognitoPool {
  const client = new CognitoIdentityProviderClient({ region, ...(endpoint === null ? {} : { endpoint }) });
  const service = `user pool ${userPoolId}`;
  return {
    async attributesOf(userId) {
      const Username = await moved.subOf(userId);
      try {
        const user = await client.send(new AdminGetUserCommand({ UserPoolId: userPoolId, Username }));
        const attribute = (name: string) => user.UserAttributes?.find(({ Name }) => Name === name)?.Value ?? '';
        return {
          name: attribute('name'),
          nickname: attribute('nickname'),
          avatar: attribute('custom:extended4') || null,
        };
      } catch (error) {
        if (error instanceof Error && error.name === 'UserNotFoundException') return null;
        throw serviceFailure(service, error);
      }
    },
    async saveTenants(userId, tenants) {
      const Username = await moved.subOf(userId);
      const UserAttributes = [{ Name: TENANTS_ATTRIBUTE, Value: tenantsText(tenants) }];
      const command = new AdminUpdateUserAttributesCommand({ UserPoolId: userPoolId, Username, UserAttributes });
      await callService(service, () => client.send(command));
    },
  };
}
