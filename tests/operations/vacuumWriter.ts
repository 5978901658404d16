/** Run as a process of its own by vacuumKilled.test.ts: writes and cleans for ever. Argument: a data folder. Says each number of a whole write, and `vacuum`. */
import { writeSync } from 'node:fs';
import { sql } from 'kysely';
import { openDatabase } from '../../server/database/database.ts';
import { tidyOneTable } from '../../server/jobs/maintenance.ts';
import { WORN_ROWS } from './vacuumRows.ts';

const { db } = await openDatabase({ dataDir: process.argv[2] ?? '' });
await sql`create table if not exists worn(id integer primary key, n integer not null, text text not null)`.execute(db);
await sql`create index if not exists worn_n on worn(n)`.execute(db);
await sql`insert into worn select i, 0, repeat('x', 200) from generate_series(1, ${WORN_ROWS}) i on conflict do nothing`.execute(
  db,
);
for (;;) {
  const { rows } = await sql<{ n: number }>`select n + 1 as n from worn limit 1`.execute(db);
  await sql`update worn set n = ${rows[0]?.n}`.execute(db);
  writeSync(1, `${rows[0]?.n}\n`);
  writeSync(1, 'vacuum\n');
  if ((await tidyOneTable(db)) !== 'worn') throw new Error('The table was not cleaned.');
}
