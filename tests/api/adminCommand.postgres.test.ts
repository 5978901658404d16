/** The command on a database of its own server: any number of them beside any number of servers. */
import { spawn } from 'node:child_process';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '../../server/database/database.ts';
import { CLUB } from '../support/tenants.ts';
import { createTestDatabase } from './storePostgres.ts';

const root = resolve(import.meta.dirname, '../..');

async function admin(databaseUrl: string, words: readonly string[], input: string) {
  const child = spawn(process.execPath, ['server/admin/main.ts', ...words, '-t', CLUB], {
    cwd: root,
    env: { ...process.env, OPERATOR: '', SUDO_USER: '', DATABASE_URL: databaseUrl },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(input);
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  const [out, code] = await Promise.all([text(child.stdout), ended]);
  return { out, code };
}

test('OPR-01b commands on DATABASE_URL run beside each other, each row comes once, and the log stays', async () => {
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
  const log = await server.db.selectFrom('operator_log').select(['act', 'operator', 'outcome']).execute();
  expect(log.map(({ act }) => act)).toEqual(['import persons', 'import persons']);
  expect(log[0]?.operator).toBe(userInfo().username);
  for (const statement of ['delete from operator_log', 'update operator_log set act = act', 'truncate operator_log'])
    await expect(sql.raw(statement).execute(server.db)).rejects.toThrow('only grows');
  await server.close();
});
