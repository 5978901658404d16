/** What the server asks of a Cognito pool, and what it makes of the answers: a pool that answers as it is told, on a port of its own. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { callService, ServiceFailure, serviceFailure } from './awsFailure.ts';
import { cognitoIds, cognitoKeysUrl, createCognitoPool, tenantsText } from './cognito.ts';
import { openNewPool } from './newPool.ts';

interface Asked {
  readonly operation: string;
  readonly body: Record<string, unknown>;
}
let pool: Server;
let asked: Asked[];
/** What the pool answers next, by operation. */
let answers: Record<string, { status?: number; body: object }>;
let settings: Parameters<typeof createCognitoPool>[0];

beforeAll(async () => {
  pool = createServer(async (request, response) => {
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    asked.push({ operation, body: JSON.parse(await text(request)) });
    const { status = 200, body } = answers[operation] ?? { status: 400, body: { __type: 'UnknownOperationException' } };
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(pool, 'listening');
  const endpoint = `http://127.0.0.1:${(pool.address() as AddressInfo).port}`;
  settings = {
    region: 'ap-northeast-1',
    userPoolId: 'ap-northeast-1_pool',
    clientId: 'web',
    identityPoolId: null,
    endpoint,
    identityEndpoint: null,
  };
});
beforeEach(() => {
  [asked, answers] = [[], {}];
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIATEST');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  return () => vi.unstubAllEnvs();
});
afterAll(() => pool.close());

/** Fans who moved have another id there. */
const moved = { subOf: async (userId: string) => `there-${userId}` };
const refused = (__type: string, status = 400) => ({ status, body: { __type, message: 'refused' } });
const attributes = (given: Record<string, string>) => Object.entries(given).map(([Name, Value]) => ({ Name, Value }));

test('HLF-08c a fan’s names are asked for by the id the pool knows; what the pool does not tell is empty', async () => {
  answers.AdminGetUser = {
    body: { UserAttributes: attributes({ name: '川崎', nickname: 'かわ', 'custom:extended4': 'avatar/a/x.jpg' }) },
  };
  const { attributesOf } = createCognitoPool(settings, moved);
  expect(await attributesOf('aki')).toEqual({ name: '川崎', nickname: 'かわ', avatar: 'avatar/a/x.jpg' });
  expect(asked).toEqual([
    { operation: 'AdminGetUser', body: { UserPoolId: 'ap-northeast-1_pool', Username: 'there-aki' } },
  ]);
  for (const body of [{}, { UserAttributes: attributes({ email: 'a@example.jp' }) }]) {
    answers.AdminGetUser = { body };
    expect(await attributesOf('aki')).toEqual({ name: '', nickname: '', avatar: null });
  }
});

test('HLF-06 only an account the pool does not have is gone; any other failure is told, not taken for it', async () => {
  const { attributesOf } = createCognitoPool(settings, moved);
  answers.AdminGetUser = refused('UserNotFoundException');
  expect(await attributesOf('aki')).toBeNull();
  answers.AdminGetUser = refused('NotAuthorizedException');
  const denied = attributesOf('aki');
  await expect(denied).rejects.toThrow('The user pool ap-northeast-1_pool cannot be used: NotAuthorizedException.');
  await expect(denied).rejects.toMatchObject({ isPassing: false });
});

test('TEN-10c the tenants a fan may store below are written to the pool in order, none as an empty text', async () => {
  answers.AdminUpdateUserAttributes = { body: {} };
  await createCognitoPool(settings, moved).saveTenants('aki', ['two', 'one']);
  const UserAttributes = [{ Name: 'custom:tenants', Value: '/one/two/' }];
  expect(asked).toEqual([
    {
      operation: 'AdminUpdateUserAttributes',
      body: { UserPoolId: 'ap-northeast-1_pool', Username: 'there-aki', UserAttributes },
    },
  ]);
  expect([tenantsText([]), tenantsText(['a'])]).toEqual(['', '/a/']);
  answers.AdminUpdateUserAttributes = refused('NotAuthorizedException');
  await expect(createCognitoPool(settings, moved).saveTenants('aki', [])).rejects.toThrow(
    'The user pool ap-northeast-1_pool cannot be used: NotAuthorizedException.',
  );
});

test('ACC-12e tokens are judged by the issuer Amazon names, with its keys or those of the endpoint given', () => {
  expect(cognitoIds(settings, 'identities')).toEqual({
    region: 'ap-northeast-1',
    userPoolId: 'ap-northeast-1_pool',
    clientId: 'web',
    identityPoolId: 'identities',
    issuer: 'https://cognito-idp.ap-northeast-1.amazonaws.com/ap-northeast-1_pool',
  });
  const path = '/ap-northeast-1_pool/.well-known/jwks.json';
  expect(cognitoKeysUrl(settings)).toBe(`${settings.endpoint}${path}`);
  expect(cognitoKeysUrl({ ...settings, endpoint: null })).toBe(
    `https://cognito-idp.ap-northeast-1.amazonaws.com${path}`,
  );
});

test('HLF-08b a pool where fans could write the id of another, or whose tokens lack it, is named as unsafe', async () => {
  const problemsWith = async (UserPoolClient?: object) => {
    answers.DescribeUserPoolClient = { body: { UserPoolClient } };
    return (await openNewPool(settings).problems()).map((sentence) => sentence.replace(/ custom:user_id.*/, ''));
  };
  const [unread, written] = ['Its app client does not read', 'Its app client may write'];
  const id = 'custom:user_id';
  expect(await problemsWith({ ReadAttributes: ['email', id], WriteAttributes: ['email'] })).toEqual([]);
  expect(asked[0]?.body).toEqual({ UserPoolId: 'ap-northeast-1_pool', ClientId: 'web' });
  expect(await problemsWith({ ReadAttributes: [id], WriteAttributes: [id] })).toEqual([written]);
  // Without a list a client writes everything.
  expect(await problemsWith({ ReadAttributes: [id] })).toEqual([written]);
  expect(await problemsWith({ WriteAttributes: [] })).toEqual([unread]);
  expect(await problemsWith()).toEqual([unread, written]);
});

test('HLF-08b an account is made there with all the fan said, its address confirmed, and no mail', async () => {
  const account = {
    user_id: 'aki',
    email: 'aki@example.jp',
    name: '川崎',
    nickname: null,
    extended1: 'a',
    extended2: '',
    avatar: 'avatar/aki/x.jpg',
    tenants: ['one'],
  };
  const { add } = openNewPool(settings);
  answers.AdminCreateUser = { body: { User: { Attributes: attributes({ email: 'x', sub: 'new-sub' }) } } };
  expect(await add(account)).toBe('new-sub');
  expect(asked[0]?.body).toEqual({
    UserPoolId: 'ap-northeast-1_pool',
    Username: 'aki@example.jp',
    MessageAction: 'SUPPRESS',
    // What a fan did not say is left out: a pool takes no empty text for a name.
    UserAttributes: attributes({
      email: 'aki@example.jp',
      email_verified: 'true',
      name: '川崎',
      'custom:extended1': 'a',
      'custom:extended4': 'avatar/aki/x.jpg',
      'custom:tenants': '/one/',
      'custom:user_id': 'aki',
    }),
  });
  answers.AdminCreateUser = { body: {} };
  expect(await add(account)).toBeNull();
  answers.AdminCreateUser = refused('UsernameExistsException');
  expect(await add(account)).toBeNull();
  answers.AdminCreateUser = refused('InvalidParameterException');
  await expect(add(account)).rejects.toMatchObject({ name: 'InvalidParameterException' });
});

test('HLF-08b an account that is there is told with the id it moved with, and whether it has a password', async () => {
  const { find } = openNewPool(settings);
  const user = (status: string, given: Record<string, string>) => ({
    body: { Username: 'x', UserStatus: status, UserAttributes: attributes(given) },
  });
  answers.AdminGetUser = user('CONFIRMED', { sub: 's', 'custom:user_id': 'aki' });
  expect(await find('aki@example.jp')).toEqual({ sub: 's', userId: 'aki', isConfirmed: true });
  expect(asked[0]?.body).toEqual({ UserPoolId: 'ap-northeast-1_pool', Username: 'aki@example.jp' });
  answers.AdminGetUser = user('FORCE_CHANGE_PASSWORD', { sub: 's' });
  expect(await find('aki@example.jp')).toEqual({ sub: 's', userId: null, isConfirmed: false });
  answers.AdminGetUser = refused('UserNotFoundException');
  expect(await find('aki@example.jp')).toBeNull();
  answers.AdminGetUser = refused('NotAuthorizedException');
  await expect(find('aki@example.jp')).rejects.toMatchObject({ name: 'NotAuthorizedException' });
});

test('HLF-08c who moved has a password nobody knows, another one for each, for good', async () => {
  answers.AdminSetUserPassword = { body: {} };
  const { confirm } = openNewPool(settings);
  await confirm('one');
  await confirm('two');
  const [one, two] = asked.map(({ body }) => body);
  expect(one).toEqual({
    UserPoolId: 'ap-northeast-1_pool',
    Username: 'one',
    Permanent: true,
    Password: expect.stringMatching(/^aA1!.{40}$/),
  });
  expect(two?.Password).not.toBe(one?.Password);
});

test('SAF-18d a service that is away or busy passes by, one that refuses us does not; the reason is named', async () => {
  const failed = Object.assign(new Error('no'), { name: 'AccessDenied', $metadata: { httpStatusCode: 403 } });
  const thrown = callService('bucket photos', () => Promise.reject(failed));
  await expect(thrown).rejects.toThrow('The bucket photos cannot be used: AccessDenied.');
  await expect(thrown).rejects.toBeInstanceOf(ServiceFailure);
  await expect(thrown).rejects.toMatchObject({ isPassing: false, cause: failed });
  expect(await callService('bucket', async () => 7)).toBe(7);
  const passing = (cause: unknown) => serviceFailure('bucket', cause).isPassing;
  const answered = (httpStatusCode: number, throttling?: boolean) => ({
    $metadata: { httpStatusCode },
    $retryable: { throttling },
  });
  expect([undefined, null, 'gone', new Error('network')].map(passing)).toEqual([true, true, true, true]);
  expect([400, 404, 499, 429, 500, 503].map((status) => passing(answered(status)))).toEqual([
    ...[false, false, false],
    ...[true, true, true],
  ]);
  expect(passing(answered(400, true))).toBe(true);
  const messageOf = (cause: unknown) => serviceFailure('bucket', cause).message;
  expect(messageOf(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))).toBe(
    'The bucket cannot be used: Error ECONNREFUSED.',
  );
  expect(messageOf(Object.assign(new Error('x'), { name: 'Gone', code: 'Gone' }))).toBe(
    'The bucket cannot be used: Gone.',
  );
  expect(messageOf(Object.assign(new Error('x'), { code: 7 }))).toBe('The bucket cannot be used: Error.');
  expect(messageOf('nothing')).toBe('The bucket cannot be used: nothing.');
});
