/** Other makers' clients with our own endpoints of accounts and pictures: boto3, the AWS CLI, rclone. */
import { spawn, spawnSync } from 'node:child_process';
import { createDiffieHellmanGroup } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { lightPictures } from '../fixtures/pictures.ts';
import { type Product, startProduct } from '../journeys/support/product.ts';
import { type OwnFan, openOwnFan, PEER_PASSWORD } from './support/ownFan.ts';

/** What comes of boto3's calls: 'done', or the refusal as boto3 names it. */
const ACCOUNT_CALLS = {
  'wrong password': 'NotAuthorizedException',
  'sign in by SRP': 'done',
  'password in the clear': 'InvalidParameterException',
  refresh: 'done',
  'get user': 'done',
  'change the nickname': 'done',
  'forgotten password': 'done',
  'wrong code': 'CodeMismatchException',
  'sign up': 'done',
  'confirm with a wrong code': 'CodeMismatchException',
  'look into accounts': 'UnknownOperationException',
  'identity without a login': 'NotAuthorizedException',
  identity: 'done',
  credentials: 'done',
  revoke: 'done',
};
const STORE_CALLS = {
  put: 'done',
  // The very same bytes are no other object.
  'put the same again': 'done',
  'put other bytes under the key': 'PreconditionFailed',
  'put once more, if none is there': 'PreconditionFailed',
  "put into another fan's folder": 'AccessDenied',
  'put what is no picture': 'InvalidRequest',
  head: 'done',
  get: 'done',
  'the same bytes': true,
  'get a range': 'done',
  list: 'NoSuchKey',
  delete: 'AccessDenied',
  copy: 'NotImplemented',
  multipart: 'MethodNotAllowed',
  'put after the sign-out': 'ExpiredToken',
};

const { PEER_PYTHON, PEER_AWS, PEER_RCLONE, PATH = '' } = process.env;
const NEXT_PASSWORD = 'Second-Half-90';
const folder = mkdtempSync(join(tmpdir(), 'peers-'));
let product: Product;
let fan: OwnFan;
let picture: string;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  product = await startProduct({ DEMO: '0' }, { isFresh: true });
  fan = await openOwnFan(product, 'peer@example.jp');
  [picture = ''] = await lightPictures(1);
});
test.afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a client to its end; what it says. */
function run(program: string, args: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    timeout: 120_000,
    env: { PATH, HOME: folder, ...env },
  });
  return { status, said: `${stdout}${stderr}` };
}

async function credentialsOf({ credentials, config }: OwnFan) {
  const { accessKeyId, secretAccessKey, sessionToken } = await credentials();
  return {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
    AWS_DEFAULT_REGION: config.objects.region,
    AWS_EC2_METADATA_DISABLED: 'true',
  };
}

test('SAF-28 SAF-09 boto3 signs in by SRP, stores a picture once in its own folder and nowhere else', async () => {
  test.skip(PEER_PYTHON === undefined, 'no boto3');
  const own = await openOwnFan(product, 'boto@example.jp');
  const child = spawn(PEER_PYTHON ?? '', [join(import.meta.dirname, 'support/boto3_client.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const { region, userPoolId: pool, clientId: client, identityPoolId: identityPool } = own.config.identity;
  const keys = { key: own.photoKey(), freeKey: own.photoKey(), foreignKey: fan.avatarKey() };
  const accounts = { email: own.email, password: PEER_PASSWORD, other: 'boto-new@example.jp' };
  const prime = createDiffieHellmanGroup('modp15').getPrime('hex');
  const jpeg = readFileSync(picture).toString('base64');
  child.stdin.end(
    JSON.stringify({ url: product.url, region, pool, client, identityPool, ...accounts, ...keys, prime, jpeg }),
  );
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  await once(child, 'close');
  expect(JSON.parse(said)).toEqual({ ...ACCOUNT_CALLS, ...STORE_CALLS });
});

test('SAF-09 the AWS CLI copies a picture into the store and out of it, and deletes and lists nothing', async () => {
  test.skip(PEER_AWS === undefined, 'no aws');
  const env = await credentialsOf(fan);
  const key = fan.photoKey();
  const s3 = ['--endpoint-url', `${product.url}/s3`];
  const aws = (...args: string[]) => run(PEER_AWS ?? '', args, env);
  const own = `s3://photos/${key}`;
  const elsewhere = `s3://photos/${fan.avatarKey().replace(fan.sub, '0'.repeat(36))}`;
  const back = join(folder, 'aws.jpg');
  expect(aws('s3', 'cp', picture, own, '--content-type', 'image/jpeg', ...s3)).toMatchObject({ status: 0 });
  expect(aws('s3', 'cp', own, back, ...s3)).toMatchObject({ status: 0 });
  expect(readFileSync(back).equals(readFileSync(picture))).toBe(true);
  expect(aws('s3', 'cp', picture, elsewhere, ...s3).said).toContain('AccessDenied');
  expect(aws('s3', 'ls', 's3://photos/', ...s3).said).toContain('NoSuchKey');
  expect(aws('s3', 'rm', own, ...s3).said).toContain('AccessDenied');
  const client = ['--client-id', fan.config.identity.clientId, '--endpoint-url', `${product.url}/idp`];
  const forgot = aws('cognito-idp', 'forgot-password', '--username', fan.email, ...client);
  expect(JSON.parse(forgot.said)).toMatchObject({ CodeDeliveryDetails: { DeliveryMedium: 'EMAIL' } });
  const code = ['--confirmation-code', await product.codeFor(fan.email), '--password', NEXT_PASSWORD];
  const reset = aws('cognito-idp', 'confirm-forgot-password', '--username', fan.email, ...code, ...client);
  expect(reset).toMatchObject({ status: 0 });
  const pool = ['--identity-pool-id', fan.config.identity.identityPoolId, '--endpoint-url', `${product.url}/identity`];
  expect(aws('cognito-identity', 'get-id', ...pool).said).toContain('NotAuthorizedException');
});

test('SAF-09 rclone copies a picture into the store and out of it, and lists nothing', async () => {
  test.skip(PEER_RCLONE === undefined, 'no rclone');
  const own = await openOwnFan(product, 'rclone@example.jp');
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = await credentialsOf(own);
  const config = join(folder, 'rclone.conf');
  writeFileSync(
    config,
    [
      ...['[fan]', 'type = s3', 'provider = Other', 'force_path_style = true', 'no_check_bucket = true'],
      ...[`endpoint = ${product.url}/s3`, `region = ${fan.config.objects.region}`],
      ...[`access_key_id = ${AWS_ACCESS_KEY_ID}`, `secret_access_key = ${AWS_SECRET_ACCESS_KEY}`],
      `session_token = ${AWS_SESSION_TOKEN}`,
    ].join('\n'),
  );
  const rclone = (...args: string[]) => run(PEER_RCLONE ?? '', [...args, '--config', config, '--retries', '1']);
  const key = own.photoKey();
  const back = join(folder, 'rclone.jpg');
  expect(rclone('copyto', picture, `fan:photos/${key}`)).toMatchObject({ status: 0 });
  expect(rclone('copyto', `fan:photos/${key}`, back)).toMatchObject({ status: 0 });
  expect(readFileSync(back).equals(readFileSync(picture))).toBe(true);
  expect(rclone('copyto', picture, `fan:photos/${fan.avatarKey()}`).said).toContain('AccessDenied');
  expect(rclone('ls', 'fan:photos').said).toContain('directory not found');
  expect(rclone('deletefile', `fan:photos/${key}`).said).toContain('AccessDenied');
});
