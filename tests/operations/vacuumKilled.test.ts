/** The embedded database, killed while it cleans a table. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../server/database/database.ts';
import { WORN_ROWS } from './vacuumRows.ts';

const folder = mkdtempSync(join(tmpdir(), 'vacuum-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Into the cleaning, in milliseconds: at its beginning, and while it reads the table and its indexes. */
const KILLED_AFTER_MS = [0, 10, 40];

/** Kills the writer so long after the second cleaning began. Returns the last write it told. */
async function writeAndKill(afterMs: number): Promise<number> {
  const writer = spawn(process.execPath, [join(import.meta.dirname, 'vacuumWriter.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(writer, 'exit');
  let written = 0;
  let cleanings = 0;
  for await (const line of createInterface({ input: writer.stdout })) {
    if (line !== 'vacuum') written = Number(line);
    else cleanings += 1;
    if (line !== 'vacuum' || cleanings < 2 || writer.killed) continue;
    await pause(afterMs);
    writer.kill('SIGKILL');
  }
  expect(await ended).toEqual([null, 'SIGKILL']);
  return written;
}

test('QUE-01b an embedded database killed during VACUUM has all that was written, and whole indexes', async () => {
  for (const afterMs of KILLED_AFTER_MS) {
    const written = await writeAndKill(afterMs);
    const { db, close } = await openDatabase({ dataDir: folder });
    const read = async (way: 'enable_seqscan' | 'enable_indexscan') => {
      await sql`select set_config('enable_seqscan', 'on', false), set_config('enable_indexscan', 'on', false),
        set_config('enable_bitmapscan', 'off', false), set_config('enable_indexonlyscan', 'off', false)`.execute(db);
      await sql`select set_config(${way}, 'off', false)`.execute(db);
      const { rows } = await sql<{ n: number; rows: number; ids: number }>`
        select min(n) as n, count(*)::int as rows, sum(id)::int as ids from worn where n >= 0 and id > 0`.execute(db);
      return rows;
    };
    const whole = [{ n: written, rows: WORN_ROWS, ids: (WORN_ROWS * (WORN_ROWS + 1)) / 2 }];
    expect(await read('enable_indexscan')).toEqual(whole);
    expect(await read('enable_seqscan'), 'by an index').toEqual(whole);
    await close();
  }
}, 180_000);
