/** Fans of the whole server with real tokens, and requests no well-behaved client would send. */
import { connect } from 'node:net';
import { SignatureV4 } from '@smithy/signature-v4';
import { saveProfile } from '../../server/api/users/repository.ts';
import { createAccounts } from '../../server/identity/accounts.ts';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { openIdentityKeys } from '../../server/identity/identityKeys.ts';
import { createSessions } from '../../server/identity/sessions.ts';
import { createTokenService } from '../../server/identity/tokenService.ts';
import { addUser } from '../../server/identity/userDirectory.ts';
import { poolNameOf } from '../../server/identity/userPool.ts';
import type { RunningServer } from '../../server/main.ts';
import { NodeSha256 } from '../../server/objects/signature.ts';

export type Tokens = Awaited<ReturnType<ReturnType<typeof createTokenService>['issue']>>;

/** Makes accounts and their sign-ins with the keys of the running server. */
export async function openForge({ deps }: RunningServer) {
  const db = deps.db;
  const ids = EMBEDDED_POOL;
  const keys = await openIdentityKeys(db);
  const accounts = createAccounts(db, poolNameOf(ids), Buffer.alloc(0));
  const sessions = createSessions(db, Date.now);
  const tokens = createTokenService({ ids, keys, accounts, sessions, now: Date.now });

  async function signIn(sub: string, userAgent = 'Test browser') {
    const account = await accounts.findBySub(sub);
    if (!account) throw new Error('No such account.');
    const { session } = await sessions.open(sub, userAgent);
    return { sessionId: session.id, ...(await tokens.issue(account, session)) };
  }
  /** A member of the tenant. */
  async function addFan(name: string, tenant: string) {
    const sub = await addUser(db, ids, { email: `${name}@example.jp`, password: 'Stadium-2026', name, nickname: name });
    await saveProfile(deps.db, { userId: sub, nickname: name, avatar: null });
    await deps.db.insertInto('membership').values({ tenant, user_id: sub, agreed_version: '1' }).execute();
    return sub;
  }
  return { keys, accounts, signIn, addFan };
}

interface Answer {
  readonly IdentityId?: string;
  readonly Credentials?: { AccessKeyId: string; SecretKey: string; SessionToken: string };
}

/** Storage credentials as the client gets them, over the wire. Null: refused. */
export async function fetchStorageKeys(origin: string, idToken: string) {
  const login = `cognito-idp.${EMBEDDED_POOL.region}.amazonaws.com/${EMBEDDED_POOL.userPoolId}`;
  const ask = async (operation: string, body: object) => {
    const response = await fetch(`${origin}/identity`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityService.${operation}`,
      },
      body: JSON.stringify({ ...body, Logins: { [login]: idToken } }),
    });
    return { status: response.status, json: (await response.json()) as Answer };
  };
  const id = await ask('GetId', { IdentityPoolId: EMBEDDED_POOL.identityPoolId });
  if (id.status !== 200) return null;
  const { json } = await ask('GetCredentialsForIdentity', { IdentityId: id.json.IdentityId });
  const given = json.Credentials;
  if (!given) return null;
  return { accessKeyId: given.AccessKeyId, secretAccessKey: given.SecretKey, sessionToken: given.SessionToken };
}
export type StorageKeys = NonNullable<Awaited<ReturnType<typeof fetchStorageKeys>>>;

/** An operation of the identity provider, over the wire. */
export const callIdentity = (origin: string, operation: string, body: object): Promise<Response> =>
  fetch(`${origin}/idp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(body),
  });

/** A signed put, as it leaves the client. */
export async function signedPut(origin: string, keys: StorageKeys, key: string, bytes: Uint8Array) {
  const { host, hostname, protocol } = new URL(origin);
  const signer = new SignatureV4({
    service: 's3',
    region: EMBEDDED_POOL.region,
    credentials: keys,
    sha256: NodeSha256,
    uriEscapePath: false,
  });
  const headers = {
    host,
    'content-length': String(bytes.byteLength),
    'if-none-match': '*',
    'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
  };
  const signed = await signer.sign({
    method: 'PUT',
    protocol,
    hostname,
    path: `/s3/photos/${key}`,
    query: {},
    headers,
  });
  return { path: `/s3/photos/${key}`, headers: signed.headers as Record<string, string>, bytes };
}

/** Sends a put as it is. Tells the status and, if refused, the code. */
export async function put(origin: string, { path, headers, bytes }: Awaited<ReturnType<typeof signedPut>>) {
  const { host: _, 'content-length': __, ...given } = headers;
  const response = await fetch(`${origin}${path}`, { method: 'PUT', headers: given, body: Buffer.from(bytes) });
  const answer = await response.text();
  return response.status === 200 ? '200' : `${response.status} ${/<Code>(\w+)</.exec(answer)?.[1] ?? answer}`;
}

/** Bytes on a connection of their own; what came back until it ended, or was cut. */
export function sendBytes(origin: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => {});
  socket.write(bytes, 'latin1');
  return new Promise((done) => socket.once('close', () => done(Buffer.concat(chunks).toString('utf8'))));
}
