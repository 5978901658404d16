/** Servers that run as another role than the one that makes the tables (DATABASE_MIGRATE_URL). */
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { saveProfile } from '../../server/api/users/repository.ts';
import { openDatabase } from '../../server/database/database.ts';
import { migrateServer } from '../../server/database/migrate.ts';
import { createTestDatabase } from './storePostgres.ts';

/** The names of roles are the whole server's. */
const ROLE = 'running "role"';
let migrateUrl: string;
let databaseUrl: string;
let owner: pg.Client;

beforeAll(async () => {
  migrateUrl = await createTestDatabase(inject('postgresUrl'), 'running_role');
  databaseUrl = Object.assign(new URL(migrateUrl), { username: ROLE }).href;
  owner = new pg.Client({ connectionString: migrateUrl });
  await owner.connect();
  await owner.query(`create role ${pg.escapeIdentifier(ROLE)} login`);
});
afterAll(() => owner?.end());

/** Tables and sequences with what the role may do there. */
async function rightsOfAll(): Promise<Map<string, string>> {
  const { rows } = await owner.query<{ name: string; rights: string }>(
    `select c.relname as name, coalesce(string_agg(lower(a.privilege_type), ' ' order by a.privilege_type), '') as rights
     from pg_class c left join lateral aclexplode(c.relacl) a on a.grantee = $1::text::regrole
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'S') group by c.oid, c.relname`,
    [pg.escapeIdentifier(ROLE)],
  );
  return new Map(rows.map(({ name, rights }) => [name, rights]));
}
/** Each grant writes these rows anew. */
const versions = async () =>
  (await owner.query("select relname, xmin::text from pg_class where relkind in ('r', 'S') order by 1")).rows;
const openAndClose = async () => (await openDatabase({ databaseUrl, migrateUrl })).close();

test('HLF-03e the role servers run as may use all tables a migration made, and makes none', async () => {
  await owner.query('revoke usage on schema public from public');
  const { db, close } = await openDatabase({ databaseUrl, migrateUrl });
  const { rows } = await sql`select current_user as role, count(*)::int as photos from photo`.execute(db);
  expect(rows).toEqual([{ role: ROLE, photos: 0 }]);
  await saveProfile(db, { userId: 'aki', nickname: 'aki', avatar: null });
  await db.deleteFrom('profile').execute();
  await expect(sql`create table own()`.execute(db)).rejects.toThrow('permission denied');
  await expect(sql`delete from kysely_migration`.execute(db)).rejects.toThrow('permission denied');
  await close();
  const rights = await rightsOfAll();
  expect(rights.get('kysely_migration')).toBe('select');
  const tables = [...rights].filter(([name]) => !/^kysely_|_seq$/.test(name));
  expect(tables.length).toBeGreaterThan(20);
  expect(new Set(tables.map(([, of]) => of))).toEqual(new Set(['delete insert select update']));
});

test('HLF-03e only what is missing is given: a new table, and nothing where all is there', async () => {
  await openAndClose();
  const before = await versions();
  await openAndClose();
  expect(await versions()).toEqual(before);
  await owner.query('create table newer(n serial)');
  await owner.query(`revoke insert on photo from ${pg.escapeIdentifier(ROLE)}`);
  await openAndClose();
  const rights = await rightsOfAll();
  expect(['newer', 'newer_n_seq', 'photo'].map((name) => rights.get(name))).toEqual([
    'delete insert select update',
    'usage',
    'delete insert select update',
  ]);
});

test('HLF-03e tables of others are left alone; what cannot be given is told with its SQL', async () => {
  await owner.query('create role stranger; create role maker login');
  await owner.query('create table theirs(); alter table theirs owner to stranger');
  const place = await createTestDatabase(inject('postgresUrl'), 'running_role_maker');
  const admin = new pg.Client({ connectionString: place });
  await admin.connect();
  await admin.query('create schema maker; create table maker.theirs(); alter table maker.theirs owner to stranger');
  await admin.query('grant usage, create on schema maker to maker; create extension if not exists pg_trgm');
  const asMaker = Object.assign(new URL(place), { username: 'maker' }).href;
  await expect(migrateServer(asMaker, { runningRole: ROLE })).rejects.toThrow(
    /has not the rights it needs.*\ngrant usage on schema "maker" to "running ""role""";$/s,
  );
  await expect(migrateServer(asMaker, { runningRole: 'nobody knows' })).rejects.toThrow(
    /no role of this name.*\ngrant usage on schema "maker" to "ROLE";\ngrant select/s,
  );
  await admin.query(`grant usage on schema maker to ${pg.escapeIdentifier(ROLE)}`);
  await migrateServer(asMaker, { runningRole: ROLE });
  const { rows } = await admin.query(
    `select has_table_privilege($1, 'maker.photo', 'insert') as ours, has_table_privilege($1, 'maker.theirs', 'select') as theirs`,
    [ROLE],
  );
  expect(rows).toEqual([{ ours: true, theirs: false }]);
  await admin.end();
});
