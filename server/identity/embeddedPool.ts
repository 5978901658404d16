import { IDENTITY_REGION } from '../../src/contract/limits.ts';

const userPoolId = `${IDENTITY_REGION}_fanphoto`;

/** Ids of the embedded pools, in the shapes Amazon's have: the client cannot tell them apart. */
export const EMBEDDED_POOL = {
  region: IDENTITY_REGION,
  userPoolId,
  clientId: 'fanphotoweb',
  identityPoolId: `${IDENTITY_REGION}:6f1d2c3b-4a59-4e8d-9c7b-0a1b2c3d4e5f`,
  issuer: `https://cognito-idp.${IDENTITY_REGION}.amazonaws.com/${userPoolId}`,
} as const;

/** Ids of a user pool, its one app client, and its identity pool. */
export interface PoolIds {
  readonly region: string;
  readonly userPoolId: string;
  readonly clientId: string;
  readonly identityPoolId: string;
  readonly issuer: string;
}
