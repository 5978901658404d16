/** moto as Amazon: a user pool, an identity pool and a bucket, made by its own API. */
import { spawn } from 'node:child_process';
import {
  AdminConfirmSignUpCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  CreateUserPoolClientCommand,
  CreateUserPoolCommand,
  GetUserCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { IDENTITY_REGION, PASSWORD } from '../../../src/contract/limits.ts';
import { freePort } from '../../journeys/support/product.ts';
import { BUCKET, openMotoRelay } from './motoRelay.ts';

/** moto takes any. */
const credentials = { accessKeyId: 'AKIAOPERATOR00000000', secretAccessKey: 'moto-checks-none' };
const START_SECONDS = 120;

export interface MotoCloud {
  readonly endpoint: string;
  /** Settings of a server that uses it. */
  readonly env: Readonly<Record<string, string>>;
  /** Keys in the bucket, sorted. */
  keys(): Promise<string[]>;
  /** What an operator's console shows of an account; null: there is none. */
  attributesOf(email: string): Promise<Readonly<Record<string, string>> | null>;
  /** Confirms an account as the mailed code would. */
  confirm(email: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts `moto_server` on a free port and makes what `server/deploy/aws.yaml` makes, as far as it knows it. */
export async function startMotoCloud(program: string): Promise<MotoCloud> {
  const port = await freePort();
  const moto = `http://127.0.0.1:${port}`;
  const child = spawn(program, ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  await untilAnswering(`${moto}/moto-api/`);
  const shared = { endpoint: moto, region: IDENTITY_REGION, credentials };
  const pool = new CognitoIdentityProviderClient(shared);
  const store = new S3Client({ ...shared, forcePathStyle: true });
  const { UserPoolId, ClientId } = await makePool(pool);
  const CreateBucketConfiguration = { LocationConstraint: IDENTITY_REGION } as const;
  await store.send(new CreateBucketCommand({ Bucket: BUCKET, CreateBucketConfiguration }));
  const identityPoolId = await makeIdentityPool(moto);
  const relay = await openMotoRelay(port, async (AccessToken) => {
    const { Username } = await pool.send(new GetUserCommand({ AccessToken }));
    await pool.send(new AdminDeleteUserCommand({ UserPoolId, Username }));
  });
  const endpoint = relay.url;
  return {
    endpoint,
    env: {
      COGNITO_USER_POOL_ID: UserPoolId,
      COGNITO_CLIENT_ID: ClientId,
      COGNITO_IDENTITY_POOL_ID: identityPoolId,
      COGNITO_ENDPOINT: endpoint,
      COGNITO_IDENTITY_ENDPOINT: endpoint,
      S3_ENDPOINT: endpoint,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    async keys() {
      const { Contents = [] } = await store.send(new ListObjectsV2Command({ Bucket: BUCKET }));
      return Contents.map(({ Key = '' }) => Key).sort();
    },
    async attributesOf(Username) {
      const user = await pool.send(new AdminGetUserCommand({ UserPoolId, Username })).catch((error: Error) => {
        if (error.name === 'UserNotFoundException') return null;
        throw error;
      });
      return user && Object.fromEntries((user.UserAttributes ?? []).map(({ Name = '', Value = '' }) => [Name, Value]));
    },
    async confirm(Username) {
      await pool.send(new AdminConfirmSignUpCommand({ UserPoolId, Username }));
    },
    async stop() {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill();
      await ended;
      await relay.close();
    },
  };
}

async function makePool(pool: CognitoIdentityProviderClient) {
  const attribute = (Name: string) => ({
    Name,
    AttributeDataType: 'String' as const,
    Mutable: true,
    StringAttributeConstraints: { MinLength: '0', MaxLength: '256' },
  });
  const { UserPool } = await pool.send(
    new CreateUserPoolCommand({
      PoolName: 'fans',
      UsernameAttributes: ['email'],
      AutoVerifiedAttributes: ['email'],
      Policies: {
        PasswordPolicy: {
          MinimumLength: PASSWORD.min,
          RequireNumbers: false,
          RequireSymbols: false,
          RequireLowercase: false,
          RequireUppercase: false,
        },
      },
      Schema: ['extended1', 'extended2', 'extended4', 'tenants'].map(attribute),
    }),
  );
  const UserPoolId = UserPool?.Id ?? '';
  const { UserPoolClient } = await pool.send(
    new CreateUserPoolClientCommand({
      UserPoolId,
      ClientName: 'web',
      GenerateSecret: false,
      ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    }),
  );
  return { UserPoolId, ClientId: UserPoolClient?.ClientId ?? '' };
}

/** The SDK of identity pools is no package of the project: its one call is sent as it is. */
async function makeIdentityPool(endpoint: string): Promise<string> {
  const scope = `Credential=${credentials.accessKeyId}/20260101/${IDENTITY_REGION}/cognito-identity/aws4_request`;
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityService.CreateIdentityPool',
      authorization: `AWS4-HMAC-SHA256 ${scope}, SignedHeaders=host, Signature=none`,
    },
    body: JSON.stringify({ IdentityPoolName: 'fans', AllowUnauthenticatedIdentities: false }),
  });
  const { IdentityPoolId } = (await answer.json()) as { IdentityPoolId: string };
  return IdentityPoolId;
}

async function untilAnswering(url: string): Promise<void> {
  const deadline = Date.now() + START_SECONDS * 1000;
  while (Date.now() < deadline) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await new Promise((next) => setTimeout(next, 100));
  }
  throw new Error(`${url} did not answer within ${START_SECONDS} s`);
}
