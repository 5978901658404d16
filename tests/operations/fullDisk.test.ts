/** A disk with no room left under the embedded database: what fans are told, and the way back. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { openDatabase } from '../../server/database/database.ts';
import { DatabaseUnavailable } from '../../server/database/databaseFailure.ts';
import { startServer } from '../../server/main.ts';
import { startRoutesServer } from '../api/routesServer.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** As PostgreSQL says it where a table cannot grow. */
const refuseRows = (table: string) => [
  sql`create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
  sql`create trigger no_room before insert on ${sql.table(table)} for each row execute function no_room()`,
];

test('SAF-18e with no room for rows a like is answered 503 UNAVAILABLE and told again later, lists go on', async () => {
  const server = await startRoutesServer();
  closing.push(server.close);
  await server.join('aki');
  await server.addEvent('e');
  const photo = server.storePhoto('aki', 'e');
  await server.post('aki', 'e', [photo]);
  const like = () =>
    server.call('putReaction', { as: 'aki', body: { media_url: photo.media_url, reaction: '1', targetuser: 'aki' } });
  for (const statement of refuseRows('reaction')) await statement.execute(server.db);
  expect(await like()).toEqual({ status: 503, code: 'UNAVAILABLE' });
  expect((await server.call('getPublicList', { params: { publicListId: 'all' }, query: { l: '10' } })).status).toBe(
    200,
  );
  await sql`drop trigger no_room on reaction`.execute(server.db);
  expect((await like()).status).toBe(200);
});

test('SAF-18e with no room for rows a sign-up is answered 503 and not as a fault of ours', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'full-'));
  closing.push(() => rmSync(dataDir, { recursive: true }));
  const server = await startServer({ port: 0, host: '127.0.0.1', dataDir, demoPictures: null, dist: null });
  closing.push(server.close);
  for (const statement of refuseRows('identity_limit')) await statement.execute(server.deps.db);
  const answer = await fetch(`${server.url}/idp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.SignUp',
    },
    body: JSON.stringify({
      ClientId: 'fanphotoweb',
      Username: 'aki@example.jp',
      Password: 'umi-no-mieru-heya-7',
      UserAttributes: [{ Name: 'email', Value: 'aki@example.jp' }],
    }),
  });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await answer.json()).toMatchObject({ __type: 'ServiceUnavailable' });
});

/** A small file system of its own; null: this user may not make one. */
function mountSmall(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'small-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
}
const small = process.platform === 'linux' && process.getuid?.() === 0 ? mountSmall() : null;
afterAll(() => {
  if (small === null) return;
  execFileSync('umount', ['-l', small]);
  rmSync(small, { recursive: true });
});

test.runIf(small !== null)(
  'SAF-18e an embedded database whose log finds no room is back when there is some',
  async () => {
    const folder = small ?? '';
    const fill = join(folder, 'fill');
    const { db, close } = await openDatabase({ dataDir: join(folder, 'data') });
    closing.push(close);
    await sql`create table kept(n integer)`.execute(db);
    await sql`insert into kept values (1)`.execute(db);
    expect(() => {
      for (;;) {
        const { bavail, bsize } = statfsSync(folder);
        appendFileSync(fill, Buffer.alloc(Math.max(4_096, Math.min(bavail * bsize, 8_000_000))));
      }
    }).toThrow('ENOSPC');
    // Until the log needs another file: then PostgreSQL gives itself up.
    const write = () => sql`select pg_logical_emit_message(true, 'a', repeat('x', 400000))::text`.execute(db);
    const fillLog = async () => {
      for (let i = 0; i < 100; i++) await write();
    };
    await expect(fillLog()).rejects.toThrow(DatabaseUnavailable);
    await expect(write()).rejects.toThrow(DatabaseUnavailable);
    rmSync(fill);
    await expect
      .poll(
        () =>
          write().then(
            () => 'written',
            () => 'refused',
          ),
        { timeout: 20_000, interval: 500 },
      )
      .toBe('written');
    expect((await sql`select n from kept`.execute(db)).rows).toEqual([{ n: 1 }]);
  },
  60_000,
);
