/** Backups as an operator makes them, and what stands in a database and a store to compare. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Kysely, sql } from 'kysely';
import sharp from 'sharp';
import { addUpFanRanks } from '../../server/database/fanRanks.ts';
import { addUpFigures } from '../../server/database/figureCounts.ts';
import type { Database } from '../../server/database/schema.ts';
import { openObjectFiles } from '../../server/objects/objectFiles.ts';
import { ofTheMachine } from './deployProcess.ts';

const root = resolve(import.meta.dirname, '../..');

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `admin backup …` with these settings and no other ones. */
export function startBackup(words: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['server/admin/main.ts', 'backup', ...words], {
    cwd: root,
    env: { ...ofTheMachine(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const code = new Promise<number | null>((done) => child.once('exit', done));
  const ran: Promise<Ran> = Promise.all([code, text(child.stdout), text(child.stderr)]).then(([code, out, err]) => ({
    code,
    out,
    err,
  }));
  return { child, ran };
}

/** Runs what must succeed; its output. */
export async function backup(words: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const { code, out, err } = await startBackup(words, env).ran;
  if (code !== 0) throw new Error(`backup ${words.join(' ')} ended with ${code}: ${err}`);
  return out;
}

/** A file with a new key. */
export function newKeyFile(folder: string, name = 'key'): string {
  const path = join(folder, name);
  writeFileSync(path, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  return path;
}

/** Every row of every table, by table and row. */
export async function readAllRows(db: Kysely<Database>): Promise<Map<string, string[]>> {
  // The server adds up what waits at any moment.
  await addUpFigures(db);
  await addUpFanRanks(db);
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by 1`.execute(db);
  const all = new Map<string, string[]>();
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(db);
    all.set(name, rows.map(({ row }) => row).sort());
  }
  return all;
}

/** Every object of an own store: its bytes, with what is known of it. */
export async function readAllObjects(dataDir: string): Promise<Map<string, string>> {
  const files = await openObjectFiles(join(dataDir, 'objects'), Date.now);
  const all = new Map<string, string>();
  for await (const meta of files.list('')) {
    const whole = await files.readMeta(meta.key);
    const bytes = await files.read(meta.key, 0, whole?.size ?? 0);
    all.set(meta.key, `${JSON.stringify(whole)} ${Buffer.from(bytes ?? []).toString('base64')}`);
  }
  return all;
}

/** The code the development mailbox has for an address. */
export async function mailedCode(url: string, address: string): Promise<string> {
  const answer = await fetch(`${url}/dev/mailbox`, { headers: { accept: 'application/json' } });
  const mails = (await answer.json()) as { to: string; code: string }[];
  return mails.find(({ to }) => to === address)?.code ?? '';
}

export async function drawJpeg(): Promise<ArrayBuffer> {
  const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: '#284' } });
  return new Uint8Array(await picture.jpeg().toBuffer()).buffer;
}

/** Files below a folder. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
