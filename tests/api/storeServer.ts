/**
 * The API over HTTP on a real database, in a process that can be killed, or run beside another one.
 * Arguments: a data folder, or the address of a PostgreSQL database and of a replica, if there is one. Says its port.
 *
 * Every token `of.{sub}` is good, and every one the identity provider signed. Every object is stored; its name tells by whom: see `objectNameOf`.
 * /idp and /dev/mailbox are the real identity provider. /constant answers `?bytes=` of JSON, to compare with;
 * /replica what was read there.
 */
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createServer } from '../../server/app.ts';
import { verdictOf } from '../../server/config/embeddedServices.ts';
import { openDatabase } from '../../server/database/database.ts';
import { createDevMailbox } from '../../server/identity/devMailbox.ts';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { openIdentityKeys } from '../../server/identity/identityKeys.ts';
import { createRevocationCheck } from '../../server/identity/sessions.ts';
import { createUserPool } from '../../server/identity/userPool.ts';
import { createTokenVerifier } from '../../server/identity/verifyToken.ts';
import { ownerOfObject, sizeOfPicture } from './storeObjectName.ts';
import { TEST_CLIENT_CONFIG } from './testClientConfig.ts';

const [place = '', readUrl] = process.argv.slice(2);
const { db, replica } = await openDatabase(
  place.startsWith('postgres:') ? { databaseUrl: place, readUrl } : { dataDir: place },
);
const mailbox = createDevMailbox(db, Date.now);
const keys = await openIdentityKeys(db);
const verify = verdictOf(
  createTokenVerifier({
    jwks: keys.jwks,
    issuer: EMBEDDED_POOL.issuer,
    clientId: EMBEDDED_POOL.clientId,
    now: Date.now,
    isRevoked: createRevocationCheck(db, Date.now),
  }),
);
const pool = createUserPool({
  db: db,
  ids: EMBEDDED_POOL,
  keys,
  mailer: mailbox,
  now: Date.now,
  onError: console.error,
});

let constant = '';
/** Answers made in no time: what HTTP itself costs. */
async function answerConstant(request: Request): Promise<Response> {
  const bytes = Number(new URL(request.url).searchParams.get('bytes'));
  if (constant.length !== bytes) constant = JSON.stringify('x'.repeat(bytes - 2));
  return new Response(constant, { headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } });
}

const server = createServer({
  db,
  replica,
  config: TEST_CLIENT_CONFIG,
  objects: {
    stat: async (key) => ({ size: 1000, owner: ownerOfObject(key) }),
    readPicture: async (key) => sizeOfPicture(key),
    remove: async () => {},
    removeBelow: async () => {},
  },
  attributesOf: async (sub) => ({ name: sub, nickname: sub, avatar: null }),
  pushKey: 'push-key',
  isTenant: () => true,
  now: () => new Date(),
  verifyToken: async (token) => (token.startsWith('of.') ? { sub: token.slice(3) } : verify(token)),
  dist: null,
  mounts: {
    '/idp': pool.fetch,
    '/dev/mailbox': mailbox.fetch,
    '/constant': answerConstant,
    '/replica': async () => Response.json(replica?.counts),
  },
  onError: console.error,
});
const http = createHttpServer(getRequestListener((request) => server.fetch(request)));
// A bench that is kept waiting must find its connections open.
http.keepAliveTimeout = 60_000;
http.listen(0, '127.0.0.1', () => console.log((http.address() as AddressInfo).port));
