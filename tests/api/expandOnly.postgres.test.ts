/** Migrations only add to what the previous release leans on; what it no longer needs may go (HLF-11, ADR 28). */
import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import { hasPreviousRelease } from '../../.ci/previous-release.mjs';
import { migrations } from '../../server/database/migrations/index.ts';
import { worksBeside } from '../../server/database/newerMigrations.ts';
import { unpackPreviousRelease } from './previousRelease.ts';
import { contractions, readShape } from './schemaShape.ts';
import { copyTables, createTestDatabase } from './storePostgres.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});
async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  ends.push(() => client.end());
  return client;
}

/** Adds what this version adds; what may go once nobody needs it stays. */
async function expand(connectionString: string): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString }) }) });
  ends.push(() => db.destroy());
  const added = Object.entries(migrations).filter(([name]) => !/_needs_\d{3}$/.test(name));
  const provider = { getMigrations: async () => Object.fromEntries(added) };
  const { error } = await new Migrator({ db, provider, allowUnorderedMigrations: true }).migrateToLatest();
  expect(error).toBeUndefined();
}

test.runIf(hasPreviousRelease())('HLF-11c migrations keep all the previous release leans on', async () => {
  const previous = unpackPreviousRelease();
  ends.push(previous.remove);
  const old = await previous.import<typeof import('../../server/database/migrate.ts')>('database/migrate.ts');
  const url = await createTestDatabase(inject('postgresUrl'), 'expand_only');
  await old.migrateServer(url);
  const client = await connect(url);
  const before = await readShape(client);
  expect([...before.keys()]).toEqual(expect.arrayContaining(['column photo.media_url', 'table tally']));
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration');
  const known = rows.map(({ name }) => name);
  const ours = Object.keys(migrations);
  expect(ours.length).toBeGreaterThan(known.length);
  expect(ours.filter((name) => !known.includes(name) && !worksBeside(name, known))).toEqual([]);
  await expand(url);
  expect(contractions(before, await readShape(client))).toEqual([]);
});

const TAKE_AWAY: readonly (readonly [statement: string, about: string])[] = [
  ['drop table short_url cascade', 'table short_url is gone'],
  ['alter table tally drop column n', 'column tally.n is gone'],
  ['alter table photo rename column color to colour', 'column photo.color is gone'],
  ['alter table tally alter column n type bigint', "column tally.n was 'integer"],
  ['alter table photo alter column color drop not null', "column photo.color was 'text not null' and is 'text'"],
  ['alter table photo add column shade text not null', 'column photo.shade is new'],
  ['alter table tally add check (n < 1000)', 'rule tally CHECK ((n < 1000)) is new'],
  ['create unique index one_each on tally(value)', 'rule tally unique btree (value) is new'],
  ['alter table tally drop constraint tally_pkey', 'rule tally unique btree (tenant, kind, value) is gone'],
  ['drop trigger mark_insert on tally', 'trigger tally.mark_insert is gone'],
];
const ADD = [
  'create table shade(name text primary key, n integer not null check (n > 0))',
  'alter table photo add column shade text, add column depth integer not null default 1',
  'create index photo_color on photo(color)',
  'create function shade() returns trigger language plpgsql as $$ begin return null; end $$',
];

test('HLF-11c what takes away or is stricter is named; what only adds is not', async () => {
  const client = await connect(await copyTables(inject('postgresUrl'), 'expand_or_contract'));
  const before = await readShape(client);
  const afterwards = async (statement: string) => {
    await client.query('begin');
    await client.query(statement);
    const found = contractions(before, await readShape(client));
    await client.query('rollback');
    return found.join('\n');
  };
  for (const [statement, about] of TAKE_AWAY) expect(await afterwards(statement), statement).toContain(about);
  for (const statement of ADD) expect(await afterwards(statement), statement).toBe('');
});
