/** A member of a tenant on a running server, who signs puts and deletes as the client's SDK does. */
import { randomUUID } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import { saveProfile } from '../../server/api/users/repository.ts';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { openIdentityKeys } from '../../server/identity/identityKeys.ts';
import { createIdentityPool } from '../../server/identity/identityPool.ts';
import { createSessions } from '../../server/identity/sessions.ts';
import { addUser } from '../../server/identity/userDirectory.ts';
import type { RunningServer } from '../../server/main.ts';
import { NodeSha256 } from '../../server/objects/signature.ts';
import { type Credentials, fetchCredentials } from './objectsSetup.ts';

export interface SignedHead {
  readonly headers: Record<string, string>;
  readonly path: string;
}

export interface Writer {
  readonly sub: string;
  readonly credentials: Credentials;
  /** Headers of one request for an object; `origin` of the server it goes to. */
  sign(
    method: 'PUT' | 'DELETE',
    key: string,
    bytes: Uint8Array,
    origin: string,
    more?: Record<string, string>,
  ): Promise<SignedHead>;
}

/** Adds a fan to the server's data. Credentials come from the keys the server itself uses. */
export async function openWriter({ deps }: Pick<RunningServer, 'deps'>, tenant: string): Promise<Writer> {
  const account = { email: `${randomUUID()}@example.jp`, password: 'Stadium-2026', name: 'みどり' };
  const sub = await addUser(deps.db, EMBEDDED_POOL, account);
  await saveProfile(deps.db, { userId: sub, nickname: 'みどり', avatar: null });
  await deps.db.insertInto('membership').values({ tenant, user_id: sub, agreed_version: '1' }).execute();
  // Credentials are good as long as the sign-in they were given for.
  const { session } = await createSessions(deps.db, Date.now).open(sub, '');
  const pool = createIdentityPool({
    ids: EMBEDDED_POOL,
    keys: await openIdentityKeys(deps.db),
    verifyToken: async () => ({
      sub,
      email: '',
      isEmailVerified: false,
      signedInAt: null,
      name: null,
      nickname: null,
      originJti: session.id,
      expiresAt: 0,
    }),
    now: Date.now,
    onError: () => {},
  });
  const credentials = await fetchCredentials(pool, sub);
  const signer = new SignatureV4({
    service: 's3',
    region: EMBEDDED_POOL.region,
    credentials,
    sha256: NodeSha256,
    uriEscapePath: false,
  });
  return {
    sub,
    credentials,
    async sign(method, key, bytes, origin, more = {}) {
      const { host, hostname, protocol } = new URL(origin);
      const path = `/s3/photos/${key}`;
      const headers = {
        host,
        'content-length': String(bytes.byteLength),
        'if-none-match': '*',
        'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
        ...more,
      };
      const signed = await signer.sign({ method, protocol, hostname, path, query: {}, headers });
      return { headers: signed.headers, path };
    },
  };
}
