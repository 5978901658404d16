/**
 * Amazon's part, played by a second server of ours on another port: S3 and Cognito over the wire. Fans' calls go to its
 * object store, user pool and identity pool. What only an operator's credentials may do (list, delete, look into accounts)
 * is answered here, its signature checked.
 */

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignatureV4 } from '@smithy/signature-v4';
import * as v from 'valibot';
import { saveProfile } from '../../server/api/users/repository.ts';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { openIdentityKeys } from '../../server/identity/identityKeys.ts';
import { USER_ID_ATTRIBUTE } from '../../server/identity/movedAccounts.ts';
import { addUser } from '../../server/identity/userDirectory.ts';
import { type RunningServer, startServer } from '../../server/main.ts';
import { typeOfKey } from '../../server/objects/keptObjects.ts';
import { NodeSha256 } from '../../server/objects/signature.ts';

export const OPERATOR = { accessKeyId: 'AKIAOPERATOR00000000', secretAccessKey: 'an operator’s secret, for tests' };
const PAGE = 2;

export interface StandInAws {
  readonly url: string;
  readonly server: RunningServer;
  /** Operators' calls that were answered, e.g. 'DELETE', 'AdminGetUser'. */
  readonly calls: string[];
  /** Attributes accounts have besides their own, by sub: Amazon's pool takes any text for an avatar. */
  readonly attributes: Map<string, Readonly<Record<string, string>>>;
  /** Accounts an operator may still make; then the pool refuses. */
  admits: number;
  /** What the app client may do. */
  readonly client: { ReadAttributes: string[]; WriteAttributes: string[] };
  /** Environment of a server that uses it. */
  readonly env: Readonly<Record<string, string>>;
  codeFor(address: string): Promise<string>;
  close(): Promise<void>;
}

export async function startStandInAws(): Promise<StandInAws> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stand-in-'));
  const calls: string[] = [];
  let running: RunningServer | null = null;
  const server = await startServer({
    port: 0,
    host: '127.0.0.1',
    dataDir,
    demoPictures: null,
    dist: null,
    wrap: async (ours) => (request, response) => {
      const fans: typeof ours = (asked, answer) => ours(readAnything(asked), answer);
      if (running && isSignIn(request)) return void answerSignIn(aws, request, response);
      if (!running || !request.headers.authorization?.includes(`Credential=${OPERATOR.accessKeyId}/`)) {
        return fans(request, response);
      }
      void answerOperator(aws, request, response).then((isAnswered) => isAnswered || fans(request, response));
    },
  });
  running = server;
  const aws: StandInAws = {
    url: server.url,
    server,
    calls,
    attributes: new Map(),
    admits: Number.POSITIVE_INFINITY,
    client: { ReadAttributes: ['email', USER_ID_ATTRIBUTE], WriteAttributes: ['email'] },
    env: {
      S3_ENDPOINT: `${server.url}/s3`,
      S3_BUCKET: 'photos',
      S3_ACCESS_KEY_ID: OPERATOR.accessKeyId,
      S3_SECRET_ACCESS_KEY: OPERATOR.secretAccessKey,
      COGNITO_USER_POOL_ID: EMBEDDED_POOL.userPoolId,
      COGNITO_CLIENT_ID: EMBEDDED_POOL.clientId,
      COGNITO_IDENTITY_POOL_ID: EMBEDDED_POOL.identityPoolId,
      COGNITO_ENDPOINT: `${server.url}/idp`,
      COGNITO_IDENTITY_ENDPOINT: `${server.url}/identity`,
    },
    async codeFor(address) {
      const answer = await fetch(`${server.url}/dev/mailbox`, { headers: { accept: 'application/json' } });
      const mails = (await answer.json()) as { to: string; code: string }[];
      return mails.find(({ to }) => to === address)?.code ?? '';
    },
    async close() {
      await server.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return aws;
}

const targetOf = ({ headers }: IncomingMessage) => /\.(\w+)$/.exec(String(headers['x-amz-target'] ?? ''))?.[1];
const isSignIn = (request: IncomingMessage) =>
  ['InitiateAuth', 'RespondToAuthChallenge'].includes(targetOf(request) ?? '') && !('x-stand-in' in request.headers);

/** Our own pool's answer, with what Amazon's says besides in tokens of accounts that have moved there. */
async function answerSignIn(
  { server, attributes }: StandInAws,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { 'content-type': type = '', 'x-amz-target': target } = request.headers;
  const headers = { 'content-type': type, 'x-amz-target': String(target), 'x-stand-in': '1' };
  const answer = await fetch(`${server.url}/idp`, { method: 'POST', headers, body: await readText(request) });
  const json = (await answer.json()) as { AuthenticationResult?: { IdToken: string } };
  if (json.AuthenticationResult) {
    const payload = json.AuthenticationResult.IdToken.split('.')[1] ?? '';
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { sub: string };
    const userId = attributes.get(claims.sub)?.[USER_ID_ATTRIBUTE];
    if (userId !== undefined) {
      const keys = await openIdentityKeys(server.deps.db);
      json.AuthenticationResult.IdToken = await keys.sign({ ...claims, [USER_ID_ATTRIBUTE]: userId });
    }
  }
  response.writeHead(answer.status, { 'content-type': type, date: answer.headers.get('date') ?? '' });
  response.end(JSON.stringify(json));
}

/** A bucket knows no photos that are hidden and no avatars that nobody bears: whoever reads has all that is stored. */
function readAnything(request: IncomingMessage): IncomingMessage {
  if (request.method === 'GET' || request.method === 'HEAD') request.url = request.url?.replace(/^\/s3\//, '/hidden/');
  return request;
}

/** False: nothing an operator's rights are needed for. */
async function answerOperator(aws: StandInAws, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const { server, calls } = aws;
  const target = targetOf(request);
  const body = target === undefined ? '' : await readText(request);
  if (!(await isSigned(request, body, target === undefined ? 's3' : 'cognito-idp'))) {
    response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    return true;
  }
  calls.push(target ?? request.method ?? '');
  const url = new URL(request.url ?? '/', server.url);
  const key = url.pathname.split('/').slice(3).join('/');
  if (target !== undefined) {
    const answer = await administer(aws, target, JSON.parse(body));
    response.writeHead(typeof answer === 'string' ? 400 : 200, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(typeof answer === 'string' ? { __type: answer, message: answer } : answer));
    return true;
  }
  if (request.method === 'DELETE') {
    await server.kept.remove([key]);
    response.writeHead(204).end();
    return true;
  }
  if (request.method === 'PUT') {
    // A bucket keeps what it is told of an object: a wrong type would stay.
    const isTyped = request.headers['content-type'] === typeOfKey(key);
    const bytes = await readBody(request);
    // As the policy of `deploy/aws.yaml`: whoever writes says that nothing may be overwritten.
    const isTaken = request.headers['if-none-match'] !== '*' || (await server.kept.read(key, 0, 1)) !== null;
    if (isTyped && !isTaken) await server.kept.put(key, bytes, 'operator');
    response.writeHead(isTaken ? 412 : isTyped ? 200 : 400, { 'content-type': 'application/xml' });
    response.end(isTaken ? '<Error><Code>PreconditionFailed</Code></Error>' : '');
    return true;
  }
  if (url.searchParams.get('list-type') !== '2') return false;
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.end(await listXml(server, url.searchParams));
  return true;
}

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
const readText = async (request: IncomingMessage): Promise<string> => (await readBody(request)).toString('utf8');

/** Signs the request once more and compares. */
export async function isSigned(request: IncomingMessage, body: string, service: string): Promise<boolean> {
  const { authorization = '', ...others } = request.headers as Record<string, string>;
  const names = (/SignedHeaders=([^,]+)/.exec(authorization)?.[1] ?? '').split(';');
  const headers = Object.fromEntries(names.map((name) => [name, others[name] ?? '']));
  const url = new URL(request.url ?? '/', `http://${others.host}`);
  const signer = new SignatureV4({
    service,
    region: EMBEDDED_POOL.region,
    credentials: OPERATOR,
    sha256: NodeSha256,
    uriEscapePath: false,
    applyChecksum: false,
  });
  const iso = (others['x-amz-date'] ?? '').replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5');
  const signed = await signer.sign(
    {
      method: request.method ?? '',
      protocol: 'http:',
      hostname: url.hostname,
      path: url.pathname,
      headers,
      body,
      query: Object.fromEntries(url.searchParams),
    },
    { signingDate: new Date(iso) },
  );
  return signed.headers.authorization === authorization;
}

const Change = v.object({
  Username: v.optional(v.string(), ''),
  UserAttributes: v.optional(v.array(v.object({ Name: v.string(), Value: v.string() })), []),
});

/** The answer, or the name of the refusal. */
async function administer(aws: StandInAws, target: string, body: unknown): Promise<object | string> {
  const { server, attributes: given, client } = aws;
  const { db } = server.deps;
  if (target === 'DescribeUserPoolClient') return { UserPoolClient: client };
  const { Username, UserAttributes } = v.parse(Change, body);
  const named = await db.selectFrom('identity_user').selectAll().where('email', '=', Username).executeTakeFirst();
  const user =
    named ?? (await db.selectFrom('identity_user').selectAll().where('sub', '=', Username).executeTakeFirst());
  if (target === 'AdminCreateUser') return user ? 'UsernameExistsException' : createUser(aws, Username, UserAttributes);
  if (!user) return 'UserNotFoundException';
  const { sub } = user;
  if (target === 'AdminGetUser') {
    const { status = user.status, ...more } = given.get(sub) ?? {};
    const attributes = { sub, email: user.email, name: user.name, nickname: user.nickname, ...more };
    const list = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value: Value ?? '' }));
    return { Username: sub, Enabled: true, UserStatus: status, UserAttributes: list };
  }
  if (target === 'AdminSetUserPassword') {
    given.set(sub, { ...given.get(sub), status: 'CONFIRMED' });
    return {};
  }
  // The storage role lets a fan write below the tenants of this attribute; our own store asks for memberships.
  const tenants =
    UserAttributes.find(({ Name }) => Name === 'custom:tenants')
      ?.Value.split('/')
      .filter(Boolean) ?? [];
  await saveProfile(db, { userId: sub, nickname: user.nickname ?? '', avatar: null });
  for (const tenant of tenants) {
    await db
      .insertInto('membership')
      .values({ tenant, user_id: sub, agreed_version: '1' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return {};
}

/** As Amazon makes one: an id of its own, and no way in until a password was set. */
async function createUser(
  aws: StandInAws,
  email: string,
  given: readonly { readonly Name: string; readonly Value: string }[],
): Promise<object | string> {
  if (aws.admits < 1) return 'NotAuthorizedException';
  aws.admits -= 1;
  const { name = '', nickname = '', ...attributes } = Object.fromEntries(given.map(({ Name, Value }) => [Name, Value]));
  const password = randomUUID();
  const sub = await addUser(aws.server.deps.db, EMBEDDED_POOL, { email, password, name, nickname });
  aws.attributes.set(sub, { ...attributes, status: 'FORCE_CHANGE_PASSWORD' });
  return { User: { Username: sub, Attributes: [{ Name: 'sub', Value: sub }, ...given] } };
}

async function listXml({ kept }: RunningServer, asked: URLSearchParams): Promise<string> {
  const [prefix, token, after] = ['prefix', 'continuation-token', 'start-after'].map((name) => asked.get(name));
  const all = [];
  for await (const object of kept.list(prefix ?? '')) if (object.key > (after ?? '')) all.push(object);
  const sorted = all.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const start = Number(token ?? 0);
  const contents = sorted.slice(start, start + PAGE).map(({ key, storedAt }) => {
    const date = new Date(storedAt).toISOString();
    return `<Contents><Key>${key}</Key><LastModified>${date}</LastModified><Size>1</Size></Contents>`;
  });
  const more = start + PAGE < sorted.length;
  const next = more ? `<NextContinuationToken>${start + PAGE}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><Name>photos</Name><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
}
