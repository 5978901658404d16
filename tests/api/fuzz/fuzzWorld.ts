/** The whole server on a port, with fans, an owner, the official user and a little of everything there is. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startServer } from '../../../server/main.ts';
import { createObjectName } from '../../../src/rules/objectKeys.ts';
import { CLUB, LEAGUE } from '../../support/tenants.ts';
import { fetchStorageKeys, openForge, put, type StorageKeys, signedPut } from '../attackSetup.ts';
import { pictureOf } from '../objectsSetup.ts';
import { copyTables } from '../storePostgres.ts';
import type { Known } from './requests.ts';

/** The built client, or where nothing is built pages with its markers. */
function distOf(folder: string): string {
  const built = resolve(import.meta.dirname, '../../../dist');
  if (existsSync(join(built, 'index.html'))) return built;
  const shell = '<!doctype html><head><!--first-images--></head><body><!--first-data--></body>';
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const tenant of [CLUB, LEAGUE]) {
    for (const page of ['index', 'gallery', 'event-list', 'event-detail', 'player-detail', 'mediasite', '404'])
      write(`${tenant}/${page}.html`, shell);
  }
  write('index.html', shell);
  write('404.html', shell);
  write('sw.js', 'worker');
  write('common/tutorial.html', shell);
  return folder;
}

export type FuzzWorld = Awaited<ReturnType<typeof startFuzzWorld>>;

export async function startFuzzWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
  const url = process.env.TEST_DATABASE_URL;
  const databaseUrl = url === undefined ? null : await copyTables(url, `fuzz_${createObjectName().toLowerCase()}`);
  const errors: unknown[] = [];
  const server = await startServer({
    port: 0,
    host: '127.0.0.1',
    dataDir: join(folder, 'data'),
    databaseUrl,
    demoPictures: null,
    dist: distOf(join(folder, 'dist')),
    log: { request: () => {}, info: () => {}, fatal: () => {}, error: (error) => void errors.push(error) },
  });
  const forge = await openForge(server);
  const { db } = server.deps;
  const [fan, owner, official] = (await Promise.all(
    ['fuzz-fan', 'fuzz-owner', 'fuzz-official'].map((name) => forge.addFan(name, CLUB)),
  )) as [string, string, string];
  await addLists(db, official);
  const tokens = (await Promise.all([fan, owner, official].map((sub) => forge.signIn(sub)))).map(
    ({ IdToken }) => IdToken,
  );
  const [, ownerToken = ''] = tokens;
  const storage = await fetchStorageKeys(server.url, ownerToken);
  if (!storage) throw new Error('No storage credentials.');

  /** What requests name, and a seed cannot repeat. */
  const secrets: Record<string, string> = {};
  for (const [i, name] of ['<fan>', '<owner>', '<official>'].entries()) secrets[name] = tokens[i] ?? '';

  const bytes = await pictureOf(40, 30);
  const picture = { size: bytes.byteLength, width: 40, height: 30 };
  let spares = 0;
  /** Something of everything that requests of the last batch may have taken away. */
  async function refresh(): Promise<Known> {
    // Room for the next batch: both count for an hour or longer, and a run is many batches of one owner.
    await db.deleteFrom('identity_limit' as never).execute();
    await db.deleteFrom('unregistered_upload').execute();
    const name = `spare-${spares++}`;
    const sub = await forge.addFan(name, CLUB);
    const { IdToken, AccessToken, RefreshToken } = await forge.signIn(sub);
    const keys = [1, 2, 3].map(() => `ugc/${CLUB}/e/original/${createObjectName()}.jpg`);
    for (const key of keys) await storePhoto(server.url, storage as StorageKeys, key, bytes);
    const [posted = '', ...stored] = keys;
    const call = (method: string, path: string, body: object) => callAs(server.url, ownerToken, method, path, body);
    await call('PUT', '/media/list/items', postOf(posted, picture));
    const targets = { media_url: posted, targetuser: owner };
    const comment = await call('PUT', '/media/public/list/item/comment', { ...targets, comment: 'x', parent_id: null });
    const code = await call('PUT', '/degenerate/url/item', { original_url: posted });
    const { sessionId } = await forge.signIn(fan);
    await addOwnEvent(db, owner);
    const named = [sessionId, 'e', 'own', 't', 's2026', fan, owner, official, sub, '山田 太郎', 'a', 'all'];
    const words = [...named, String(comment.comment_id), posted, ...stored, String(code.degenerate_url), btoa(posted)];
    Object.assign(secrets, { '<access>': AccessToken, '<id>': IdToken, '<refresh>': RefreshToken ?? '' });
    const spare = { mail: `${name}@example.jp`, sub, access: '<access>', id: '<id>', refresh: '<refresh>' };
    return {
      words: [...words, 'https://fcm.googleapis.com/fcm/send/a', CLUB],
      fields: { comment_id: String(comment.comment_id), session_id: sessionId, event_id: 'own', tenant_id: CLUB },
      picture,
      codes: { degenerate_url: String(code.degenerate_url) },
      tokens: ['<fan>', '<owner>', '<official>'],
      spare,
    };
  }
  return {
    url: server.url,
    secrets,
    errors,
    refresh,
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function storePhoto(origin: string, keys: StorageKeys, key: string, bytes: Buffer) {
  for (const one of [key, key.replace('/original/', '/thumbnail/')]) {
    const status = await put(origin, await signedPut(origin, keys, one, bytes));
    if (status !== '200') throw new Error(`The store said ${status}.`);
  }
}

const postOf = (media_url: string, picture: Known['picture']) => ({
  public_list_id: 'event',
  event_id: 'e',
  season_id: null,
  team_id: null,
  media_list: [
    {
      media_url,
      comment: 'x',
      htag: '#a',
      player: '山田 太郎',
      photo_location: 'メイン',
      usepermit: true,
      fileName: 'a.jpg',
      exif: null,
      color: '#336699',
      ...picture,
    },
  ],
});

async function callAs(origin: string, token: string, method: string, path: string, body: object) {
  const response = await fetch(`${origin}/f${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-api-key': 'fan-web',
      'x-api-tenant': CLUB,
      'x-api-authorization': `Bearer ${token}`,
    },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

type Db = Awaited<ReturnType<typeof startServer>>['deps']['db'];
const PERIOD = {
  event_date: '2026-01-01',
  crawl_period_start: '2026-01-01 00:00:00',
  crawl_period_end: '2099-01-01 00:00:00',
};
const NOTHING = { thumbnail: null, post_limit: null, descriptive_photo: null, season_id: null };
/** Without photos, so that its owner can delete it. */
async function addOwnEvent(db: Db, user_id: string) {
  await db
    .insertInto('event')
    .values({
      tenant: CLUB,
      event_id: 'own',
      event_name: 'Own',
      event_type: 'memorial',
      user_id,
      ...PERIOD,
      ...NOTHING,
    })
    .onConflict((c) => c.doNothing())
    .execute();
}

async function addLists(db: Db, official: string) {
  const tenant = CLUB;
  await db
    .insertInto('event')
    .values({ tenant, event_id: 'e', event_name: 'E', event_type: 'official', user_id: null, ...PERIOD, ...NOTHING })
    .execute();
  await db.insertInto('official_user').values({ tenant, user_id: official }).execute();
  await db.insertInto('reserved_name').values({ tenant, name: '公式' }).execute();
  await db
    .insertInto('team')
    .values({ tenant, team_id: 't', team_name: 'T', object_key: null, gender: null })
    .execute();
  await db.insertInto('person').values({ tenant, name: '山田 太郎', team_id: 't', number: '7' }).execute();
  const season = { season_period_start: '2026-01-01 00:00:00', season_period_end: '2026-12-31 23:59:59' };
  await db
    .insertInto('season')
    .values({ tenant, season_id: 's2026', season_name: '2026', ...season })
    .execute();
}
