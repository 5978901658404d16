/** The operators' log: every act that changes something, and nothing that takes one back. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LEAGUE } from '../support/tenants.ts';
import { createAdmin } from './adminSetup.ts';
import { type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
let admin: ReturnType<typeof createAdmin>;
let photo: string;
let comment: string;

beforeAll(async () => {
  server = await startRoutesServer();
  admin = createAdmin(server);
  for (const user of ['author', 'reader']) await server.join(user);
  await server.addEvent('m1');
  const stored = server.storePhoto('author', 'm1');
  photo = stored.media_url;
  await server.post('author', 'm1', [stored]);
  const body = { comment: 'ひどい', media_url: photo, targetuser: 'author', parent_id: null };
  comment = (await server.ok('putComment', { as: 'author', body })).comment_id;
  admin.write('p.csv', 'name\n高峰 蓮\n');
  admin.write('faces.json', '[]');
});
afterAll(() => server.close());

const log = async (...words: string[]) => JSON.parse(await admin.done('log', '--json', ...words));

/** Every command that changes something, and what the log calls it. */
const acts = (): readonly (readonly [words: readonly string[], act: string, what: string])[] => [
  [['import', 'persons', 'p.csv'], 'import persons', ''],
  [['remove', 'persons', '高峰 蓮'], 'remove persons', '高峰 蓮'],
  [['official', 'set', 'reader'], 'official set', 'reader'],
  [['users', 'sign-out', 'reader'], 'users sign-out', 'reader'],
  [['objects', 'check'], 'objects check', ''],
  [['keys', 'drop-secret'], 'keys drop-secret', ''],
  [['photo', 'hide', photo], 'photo hide', photo],
  [['photo', 'unhide', photo], 'photo unhide', photo],
  [['photo', 'best-shot', photo], 'photo best-shot', photo],
  [['photo', 'faces', photo, 'faces.json'], 'photo faces', photo],
  [['comment', 'hide', comment], 'comment hide', comment],
  [['comment', 'unhide', comment], 'comment unhide', comment],
  [['words', 'hide', '宣伝'], 'words hide', '宣伝'],
  [['words', 'show', '宣伝'], 'words show', '宣伝'],
  [['reports', 'close', comment], 'reports close', comment],
];

test('OPR-01a each act is a row that says who did what and why; dry runs and refusals are none', async () => {
  for (const [words] of acts()) await admin.done(...words, '--dry-run');
  expect((await admin.run('photo', 'hide', 'ugc/none')).code).toBe(1);
  expect(await log()).toEqual([]);
  for (const [words] of acts()) await admin.done(...words, '--reason', '通報 3件', '--as', '佐藤');
  const rows = await log();
  expect(rows.toReversed()).toMatchObject(
    acts().map(([, act, what]) => ({ act, what, operator: '佐藤', reason: '通報 3件' })),
  );
  expect(rows[0].outcome).toBe('0 reports closed.');
  // Nothing that names a fan.
  expect(JSON.stringify(rows)).not.toMatch(/name of|ひどい/);
});

test('OPR-01a it is read by tenant and day, with or without JSON, and reading leaves no trace', async () => {
  await admin.done('objects', 'check');
  const text = await admin.done('log');
  expect(text.split('\n')[0]).toMatch(/^\d{4}\.\d\d\.\d\d \d\d:\d\d {2}tester {2}objects check$/);
  expect(text).toContain('  why: 通報 3件');
  expect(await log('--since', '2000-01-01')).toEqual(await log());
  expect(await log('--since', '2100-01-01')).toEqual([]);
  expect(await log('--tenant', LEAGUE)).toEqual([]);
  expect(await admin.run('log', '--since', 'gestern')).toMatchObject({ code: 2 });
  expect(await admin.run('photo', 'hide', photo, '--reason', ' \u200b')).toMatchObject({ code: 2 });
  expect(await admin.run('photo', 'hide', photo, '--reason', 'あ'.repeat(201))).toMatchObject({ code: 2 });
});

test('OPR-01b the database refuses to change, delete or empty the log', async () => {
  const before = await log();
  const tries = ["update operator_log set operator = 'x'", 'delete from operator_log', 'truncate operator_log'];
  for (const statement of tries)
    await expect(sql.raw(statement).execute(server.db), statement).rejects.toThrow('only grows');
  expect(await log()).toEqual(before);
  expect(before.length).toBeGreaterThan(acts().length);
});

test('OPR-01a an act and its row are one: what cannot be written down is not done', async () => {
  await sql`create function fail() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`.execute(
    server.db,
  );
  await sql`create trigger fail before insert on operator_log for each row execute function fail()`.execute(server.db);
  expect((await admin.run('photo', 'hide', photo)).code).toBe(3);
  await sql`drop trigger fail on operator_log`.execute(server.db);
  expect(await admin.done('photo', 'show', photo)).toContain('State     shown');
  expect(await admin.done('log')).not.toContain('no room');
});
