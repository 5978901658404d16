/**
 * Amazon's part, played by a second server of ours on another port: S3 and Cognito over the wire. Fans' calls go to its
 * object store, user pool and identity pool. What only an operator's credentials may do (list, delete, look into accounts)
 * is answered here, its signature checked.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignatureV4 } from '@smithy/signature-v4';
import * as v from 'valibot';
import { saveProfile } from '../../server/api/users/repository.ts';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { type RunningServer, startServer } from '../../server/main.ts';
import { typeOfKey } from '../../server/objects/keptObjects.ts';
import { Sha256 } from '../api/deploySetup.ts';

export const OPERATOR = { accessKeyId: 'AKIAOPERATOR00000000', secretAccessKey: 'an operator’s secret, for tests' };
const PAGE = 2;

export interface StandInAws {
  readonly url: string;
  readonly server: RunningServer;
  /** Operators' calls that were answered, e.g. 'DELETE', 'AdminGetUser'. */
  readonly calls: string[];
  /** Attributes accounts have besides their own, by sub: Amazon's pool takes any text for an avatar. */
  readonly attributes: Map<string, Readonly<Record<string, string>>>;
  /** Environment of a server that uses it. */
  readonly env: Readonly<Record<string, string>>;
  codeFor(address: string): Promise<string>;
  close(): Promise<void>;
}

export async function startStandInAws(): Promise<StandInAws> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stand-in-'));
  const calls: string[] = [];
  const attributes = new Map<string, Readonly<Record<string, string>>>();
  let running: RunningServer | null = null;
  const server = await startServer({
    ...{ port: 0, host: '127.0.0.1', dataDir, demoPictures: null, dist: null },
    wrap: async (fans) => (request, response) => {
      if (!running || !request.headers.authorization?.includes(`Credential=${OPERATOR.accessKeyId}/`)) {
        return fans(request, response);
      }
      void answerOperator({ server: running, calls, attributes }, request, response).then(
        (isAnswered) => isAnswered || fans(request, response),
      );
    },
  });
  running = server;
  return {
    url: server.url,
    server,
    calls,
    attributes,
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
}

/** False: nothing an operator's rights are needed for. */
async function answerOperator(
  { server, calls, attributes }: Pick<StandInAws, 'server' | 'calls' | 'attributes'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const target = /\.(\w+)$/.exec(String(request.headers['x-amz-target'] ?? ''))?.[1];
  const body = target === undefined ? '' : await readText(request);
  if (!(await isSigned(request, body, target === undefined ? 's3' : 'cognito-idp'))) {
    response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    return true;
  }
  calls.push(target ?? request.method ?? '');
  const url = new URL(request.url ?? '/', server.url);
  const key = url.pathname.split('/').slice(3).join('/');
  if (target !== undefined) {
    const answer = await administer({ server, attributes }, target, JSON.parse(body));
    response.writeHead(answer === null ? 400 : 200, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(answer ?? { __type: 'UserNotFoundException', message: 'User does not exist.' }));
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
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  });
  const iso = (others['x-amz-date'] ?? '').replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5');
  const signed = await signer.sign(
    {
      ...{ method: request.method ?? '', protocol: 'http:', hostname: url.hostname, path: url.pathname, headers, body },
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

async function administer(
  { server: { deps }, attributes: given }: Pick<StandInAws, 'server' | 'attributes'>,
  target: string,
  body: unknown,
): Promise<object | null> {
  const { Username: sub, UserAttributes } = v.parse(Change, body);
  const user = await deps.db.selectFrom('identity_user').selectAll().where('sub', '=', sub).executeTakeFirst();
  if (!user) return null;
  if (target === 'AdminGetUser') {
    const attributes = { sub, email: user.email, name: user.name, nickname: user.nickname, ...given.get(sub) };
    const list = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value: Value ?? '' }));
    return { Username: sub, Enabled: true, UserStatus: user.status, UserAttributes: list };
  }
  // The storage role lets a fan write below the tenants of this attribute; our own store asks for memberships.
  const tenants =
    UserAttributes.find(({ Name }) => Name === 'custom:tenants')
      ?.Value.split('/')
      .filter(Boolean) ?? [];
  await saveProfile(deps.db, { userId: sub, nickname: user.nickname ?? '', avatar: null });
  for (const tenant of tenants) {
    await deps.db
      .insertInto('membership')
      .values({ tenant, user_id: sub, agreed_version: '1' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return {};
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
