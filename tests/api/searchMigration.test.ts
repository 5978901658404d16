import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { hidePhoto } from '../../server/api/access/hiding.ts';
import { insertPhotos } from '../../server/api/photos/photoWrites.ts';
import { readPhotoPage } from '../../server/api/photos/repository.ts';
import { type DatabasePlace, openDatabase } from '../../server/database/database.ts';
import { lockDataFolder } from '../../server/database/dataFolderLock.ts';
import { initialiseDatabase } from '../../server/database/durablePglite.ts';
import { migrations } from '../../server/database/migrations/index.ts';
import { searchKeys } from '../../server/database/migrations/searchKeys.ts';
import { createPgliteDialect } from '../../server/database/pgliteDialect.ts';
import { CLUB } from '../support/tenants.ts';
import { expectExactCounts } from './countsCheck.ts';
import { type RoutesServer, startRoutesServer } from './routesServer.ts';
import { createTestDatabase } from './storePostgres.ts';

const folder = mkdtempSync(join(tmpdir(), 'migration-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function placeOf(): Promise<DatabasePlace> {
  const url = process.env.TEST_DATABASE_URL;
  return url === undefined ? { dataDir: folder } : { databaseUrl: await createTestDatabase(url, 'search_migration') };
}

/** A database as it was before words were indexed. */
async function makeOld(place: DatabasePlace): Promise<void> {
  const release = 'dataDir' in place ? lockDataFolder(place.dataDir) : () => {};
  // Not a copy of the build's, which has all tables.
  if ('dataDir' in place) await initialiseDatabase(join(place.dataDir, 'postgres'));
  const dialect =
    'dataDir' in place
      ? createPgliteDialect({ folder: join(place.dataDir, 'postgres') })
      : new PostgresDialect({ pool: new pg.Pool({ connectionString: place.databaseUrl }) });
  const db = new Kysely<unknown>({ dialect });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error } = await migrator.migrateTo('004_moderation');
  if (error) throw error;
  await sql`insert into photo(tenant, media_url, user_id, public_list_id, event_id, comment, htag, player, usepermit,
      file_name, width, height, color, size, search, created_at, hidden_at)
    select ${CLUB}, ${`ugc/${CLUB}/e/original/`} || n, 'aki', 'event', 'e', '勝利 ' || n, '{#Goal}', '{山田 太郎}', true,
      'a.jpg', 4, 3, '#000000', 1, '', to_timestamp(n), case when n = 7 then now() end
    from generate_series(1, 1203) n`.execute(db);
  await sql`insert into favorite(tenant, user_id, kind, target) values (${CLUB}, 'aki', 'event', 'e'),
    (${CLUB}, 'ben', 'event', 'e')`.execute(db);
  await db.destroy();
  release();
}

test('SRC-05a photos of before are found by words once the server starts; bookmarks of before are counted', async () => {
  const place = await placeOf();
  await makeOld(place);
  const { db, close } = await openDatabase(place);
  const indexed = await sql<{ n: number }>`select count(*) as n from photo_search`.execute(db);
  expect(indexed.rows).toEqual([{ n: 1202 }]);
  await sql`insert into tally values (${CLUB}, 'all', '', 1202)`.execute(db);
  const viewer = { tenant: CLUB, userId: null };
  const found = async (text: string) => (await readPhotoPage(db, viewer, { text }, { l: 100 })).parse().media_list;
  expect(await found('山田太郎 ＧＯＡＬ 120')).toHaveLength(6);
  expect(await found('勝利 7')).toHaveLength(100);
  const bookmarks = await sql`select value, n from tally where kind = 'bookmark'`.execute(db);
  expect(bookmarks.rows).toEqual([{ value: 'e', n: 2 }]);
  await close();
});

test('SRC-05a persons, places and fans of before are found however they are spelled', async () => {
  const server: RoutesServer = await startRoutesServer();
  const { db } = server;
  await server.join('aki');
  // More than one batch; one photo is hidden, one shows nobody.
  const photos = Array.from({ length: 503 }, (_, n) => ({
    tenant: CLUB,
    media_url: `ugc/${CLUB}/e/original/${String(n).padStart(20, '0')}.jpg`,
    user_id: 'aki',
    public_list_id: 'event',
    event_id: 'e',
    season_id: null,
    team_id: null,
    comment: '',
    htag: ['#Goal'],
    player: n === 2 ? [] : n % 2 ? ['山田 太郎'] : ['山田　太郎', '山田太郎'],
    photo_location: n === 2 ? null : 'ゲート Ａ',
    option: null,
    usepermit: true,
    exif: null,
    file_name: 'a.jpg',
    width: 4,
    height: 3,
    color: '#000000',
    size: 1,
    created_at: new Date(n * 1000),
  }));
  await db.transaction().execute((trx) => insertPhotos(trx, photos));
  const hidden = await db
    .selectFrom('photo')
    .selectAll()
    .where('media_url', '=', photos[7]?.media_url ?? '')
    .execute();
  for (const one of hidden) await db.transaction().execute((trx) => hidePhoto(trx, one, new Date()));
  // As it was stored before: as it was typed, places in the photo alone.
  for (const statement of [
    `update photo_tag set value = '山田 太郎' where kind = 'person'`,
    `delete from photo_tag where kind = 'location'`,
    `update photo_search set facets = array_replace(array_replace(facets, 'person:山田太郎', 'person:山田 太郎'), 'location:ゲートa', 'location:ゲート Ａ')`,
    `update tally set value = '山田 太郎' where kind = 'person'`,
    `update tally set value = 'ゲート Ａ' where kind = 'location'`,
    `update profile set nickname = '青 嵐', search = '青 嵐' where user_id = 'aki'`,
    'create index photo_location on photo(tenant, photo_location, created_at desc, id desc) where hidden_at is null',
  ])
    await sql.raw(statement).execute(db);
  await db.transaction().execute((trx) => searchKeys.up(trx as never));
  await expectExactCounts(db);
  const total = async (query: { cp: string } | { pl: string }) =>
    (await server.ok('getPublicList', { params: { publicListId: 'all' }, query })).total;
  expect([await total({ cp: '山田太郎' }), await total({ pl: 'ｹﾞｰﾄA' }), await total({ cp: '山田' })]).toEqual([
    501, 501, 0,
  ]);
  const both = { cp: '山 田太郎', pl: 'ゲートＡ' };
  const page = await server.ok('getPublicList', { params: { publicListId: 'all' }, query: { ...both, l: '100' } });
  expect(page.media_list).toHaveLength(100);
  expect((await server.ok('findUsersByName', { query: { name: '青嵐' } })).list).toEqual([
    { user_id: 'aki', user_name: '青 嵐' },
  ]);
  await server.close();
});
