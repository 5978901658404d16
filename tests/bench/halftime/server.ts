/**
 * One server copy behind the bench's proxy: the product's API and accounts on PostgreSQL, of whichever checkout.
 * Arguments: root of the checkout, address of the database. Says its port.
 *
 * HALFTIME_PATIENT_MS, which a test on a busy machine sets: how long a call may wait, for a connection and for its turn. The bench
 * measures the product's own limits.
 *
 * Object bytes are left out: every object is there, and its name tells by whom it was stored (`objectNameOf`).
 */
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { PREVIEW_SIDE } from '../../../src/contract/limits.ts';
import { ownerOfObject, sizeOfPicture } from '../../api/storeObjectName.ts';
import { TEST_CLIENT_CONFIG } from '../../api/testClientConfig.ts';

const [root = '', databaseUrl = ''] = process.argv.slice(2);
const from = <T>(path: string) => import(pathToFileURL(join(root, 'server', path)).href) as Promise<T>;

const { createServer } = await from<typeof import('../../../server/app.ts')>('app.ts');
const { verdictOf } =
  await from<typeof import('../../../server/config/embeddedServices.ts')>('config/embeddedServices.ts');
const { openDatabase } = await from<typeof import('../../../server/database/database.ts')>('database/database.ts');
const { clientAddress } = await from<typeof import('../../../server/http/clientAddress.ts')>('http/clientAddress.ts');
const { EMBEDDED_POOL } =
  await from<typeof import('../../../server/identity/embeddedPool.ts')>('identity/embeddedPool.ts');
const { openIdentityKeys } =
  await from<typeof import('../../../server/identity/identityKeys.ts')>('identity/identityKeys.ts');
const { createRevocationCheck } =
  await from<typeof import('../../../server/identity/sessions.ts')>('identity/sessions.ts');
const { createUserPool } = await from<typeof import('../../../server/identity/userPool.ts')>('identity/userPool.ts');
const { createTokenVerifier } =
  await from<typeof import('../../../server/identity/verifyToken.ts')>('identity/verifyToken.ts');

/** The checkout's own limits, but for how long a call may wait; null: as the product has them. */
async function readPatience() {
  const waitMs = Number(process.env.HALFTIME_PATIENT_MS ?? 0);
  if (waitMs === 0) return null;
  const [{ SERVER_LIMITS }, { ADMISSION }, { createAdmission }] = await Promise.all([
    from<typeof import('../../../server/database/serverPool.ts')>('database/serverPool.ts'),
    from<typeof import('../../../src/contract/loadLimits.ts')>('../src/contract/loadLimits.ts'),
    from<typeof import('../../../server/http/admission.ts')>('http/admission.ts'),
  ]);
  const patienceMs = { newPost: waitMs, fansRead: waitMs, visitorsRead: waitMs };
  const admission = createAdmission({ now: () => performance.now(), ...ADMISSION, patienceMs });
  return { limits: { ...SERVER_LIMITS, connectMs: waitMs }, admission };
}

const patience = await readPatience();
const { db } = await openDatabase({ databaseUrl, ...(patience && { limits: patience.limits }) });
const keys = await openIdentityKeys(db);
const isRevoked = createRevocationCheck(db, Date.now);
const verify = verdictOf(
  createTokenVerifier({
    jwks: keys.jwks,
    issuer: EMBEDDED_POOL.issuer,
    clientId: EMBEDDED_POOL.clientId,
    now: Date.now,
    isRevoked,
  }),
);
const mailer = { send: async () => {} };
const pool = createUserPool({ db, ids: EMBEDDED_POOL, keys, mailer, now: Date.now, onError: console.error });

const server = createServer({
  db,
  config: TEST_CLIENT_CONFIG,
  objects: {
    stat: async (key) => ({ size: 1000, owner: ownerOfObject(key) }),
    readPicture: async (key) =>
      key.includes('/preview/') ? { width: PREVIEW_SIDE, height: (PREVIEW_SIDE * 3) / 4 } : sizeOfPicture(key),
    remove: async () => {},
    removeBelow: async () => {},
  },
  attributesOf: async (sub) => ({ name: sub, nickname: sub, avatar: null }),
  pushKey: 'push-key',
  isTenant: () => true,
  now: () => new Date(),
  verifyToken: verify,
  dist: null,
  ...(patience && { admission: patience.admission }),
  mounts: { '/idp': pool.fetch },
  onError: console.error,
});
// As the product does it behind a proxy (TRUST_PROXY=1).
const listener = getRequestListener((request, env) =>
  server.fetch(request, 'incoming' in env ? clientAddress(env.incoming as never, true) : null),
);
const http = createHttpServer(listener);
http.keepAliveTimeout = 60_000;
http.listen(0, '127.0.0.1', () => console.log((http.address() as AddressInfo).port));
// So that a profile of the process is written (`node --cpu-prof`).
process.on('SIGTERM', () => process.exit(0));
