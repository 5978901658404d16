/** Copies of the product's server as an operator starts them: one PostgreSQL, one folder of photos, fans who are signed in. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import sharp from 'sharp';
import { parseDatabaseAddress } from '../../server/database/databaseHosts.ts';
import type { Database } from '../../server/database/schema.ts';
import { createServerDialect } from '../../server/database/serverDialect.ts';
import { SERVER_LIMITS, type ServerLimits, ServerPool } from '../../server/database/serverPool.ts';
import { createEmbeddedObjectStore } from '../../server/objects/embeddedObjectStore.ts';
import { type BodyOf, type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { PREVIEW_SIDE, THUMBNAIL_SIDE } from '../../src/contract/limits.ts';
import { previewKey, thumbnailKey } from '../../src/contract/pictureKeys.ts';
import type { FanCall } from '../bench/halftime/openLoop.ts';
import { signIn } from '../bench/load/signIn.ts';
import { CLUB } from '../support/tenants.ts';
import { type ServerProcess, startProcess } from './deployProcess.ts';
import { addEvent, EVENT } from './storeEvent.ts';
import { newKey, postOf } from './storeProcess.ts';

const SIZE = { width: 2000, height: 1500 };
const flat = (side: number) =>
  sharp({ create: { ...SIZE, channels: 3, background: '#336699' } })
    .resize(side, side, { fit: 'inside' })
    .jpeg()
    .toBuffer();

const openStore = (dir: string) =>
  createEmbeddedObjectStore({
    dir,
    bucket: 'photos',
    region: 'ap-northeast-1',
    maxBytes: 10_000_000,
    now: Date.now,
    onError: console.error,
    secretFor: () => '',
    openSession: () => null,
    mayWrite: () => true,
    isEnded: async () => false,
    uploads: { reserve: async () => '', release: async () => {} },
  });

async function addFans(db: Kysely<Database>, fans: readonly string[]): Promise<void> {
  const profiles = fans.map((fan) => ({ user_id: fan, nickname: fan, search: fan, avatar: null, left_at: null }));
  await db.insertInto('profile').values(profiles).execute();
  const memberships = fans.map((fan) => ({ tenant: CLUB, user_id: fan, agreed_version: '1' }));
  await db.insertInto('membership').values(memberships).execute();
}

export type Copies = Awaited<ReturnType<typeof openCopies>>;

/**
 * @param databaseUrl with the tables of this release
 * @param fans ids that `objectNameOf` takes
 * @param limits of our own look at the tables
 */
export async function openCopies(databaseUrl: string, fans: readonly string[], limits: ServerLimits = SERVER_LIMITS) {
  const dataDir = mkdtempSync(join(tmpdir(), 'copies-'));
  // As the server opens it, but nothing is added up here: that is the copies' own work.
  const db = new Kysely<Database>({
    dialect: createServerDialect(new ServerPool(parseDatabaseAddress(databaseUrl), limits)),
  });
  await addEvent(db);
  await addFans(db, fans);
  const tokens = await signIn(db, fans);
  const store = await openStore(join(dataDir, 'objects'));
  const [original, preview, thumbnail] = await Promise.all([SIZE.width, PREVIEW_SIDE, THUMBNAIL_SIDE].map(flat));
  const started: ServerProcess[] = [];
  return {
    db,
    /** Of all copies: their own store. */
    dataDir,
    /** One more of them. @param root of this checkout unless told */
    start(env: Readonly<Record<string, string>> = {}, root?: string): ServerProcess {
      const place = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: '0' };
      const server = startProcess({ ...place, ...env }, root);
      started.push(server);
      return server;
    },
    /** Stores a photo's small pictures. Answers the post of it. */
    async newPost(fan: string): Promise<{ readonly media_url: string; readonly body: BodyOf<'putMediaList'> }> {
      const media_url = newKey(fan, EVENT);
      await store.put(previewKey(media_url), preview as Buffer, fan);
      await store.put(thumbnailKey(media_url), thumbnail as Buffer, fan);
      const body = postOf(EVENT, [media_url]);
      const size = { ...SIZE, size: original?.byteLength ?? 0, original: 'later' as const };
      return { media_url, body: { ...body, media_list: body.media_list.map((photo) => ({ ...photo, ...size })) } };
    },
    storeOriginal: (fan: string, media_url: string) => store.put(media_url, original as Buffer, fan),
    callOf<N extends EndpointName>(name: N, fan: string, body: BodyOf<N>): FanCall {
      const { method, path } = endpoints[name];
      return { ...this.readOf(fan, path), method, body: JSON.stringify(body) };
    },
    readOf(fan: string | null, path: string): FanCall {
      const token = fan === null ? {} : { 'x-api-authorization': `Bearer ${tokens.get(fan)}` };
      const headers = { 'content-type': 'application/json', 'x-api-key': 'fan-web', 'x-api-tenant': CLUB, ...token };
      return { method: 'GET', path: `/f${path}`, headers };
    },
    async close() {
      await Promise.all(started.filter(({ child }) => isRunning(child)).map((server) => server.end('SIGKILL')));
      await db.destroy();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const isRunning = ({ exitCode, signalCode }: ServerProcess['child']) => exitCode === null && signalCode === null;
