/** The command on a database of its own server: any number of them beside any number of servers. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '../../server/database/database.ts';
import { CLUB } from '../support/tenants.ts';
import { createTestDatabase } from './storePostgres.ts';

const root = resolve(import.meta.dirname, '../..');

async function admin(databaseUrl: string, words: readonly string[], input: string) {
  const child = spawn(process.execPath, ['server/admin/main.ts', ...words, '-t', CLUB], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(input);
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  const [out, code] = await Promise.all([text(child.stdout), ended]);
  return { out, code };
}

test('commands on DATABASE_URL run beside a server and beside each other, each row comes once', async () => {
  const databaseUrl = await createTestDatabase(inject('postgresUrl'), 'operators');
  const server = await openDatabase({ databaseUrl });
  const input = JSON.stringify(Array.from({ length: 200 }, (_, i) => ({ name: `選手 ${i}`, number: String(i) })));
  const both = await Promise.all([1, 2].map(() => admin(databaseUrl, ['import', 'persons', '-', '-f', 'json'], input)));
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(both.map(({ out }) => out).toSorted()).toEqual([
    `persons of ${CLUB}: 200 in the file, 0 new, 0 changed, 200 as they were.\n`,
    `persons of ${CLUB}: 200 in the file, 200 new, 0 changed, 0 as they were.\n`,
  ]);
  const rows = await server.db.selectFrom('person').select('name').where('tenant', '=', CLUB).execute();
  expect(rows).toHaveLength(200);
  await server.close();
});
