/** The command as operators run it: a process of its own, beside a running server and without one. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRemovals } from '../../server/admin/backup/removals.ts';
import { runCommandLine } from '../../server/admin/commandLine.ts';
import { type RunningServer, startServer } from '../../server/main.ts';
import { CLUB } from '../support/tenants.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'admin-'));
const dataDir = join(folder, 'data');
let running: RunningServer | null = null;

const start = () => startServer({ port: 0, host: '127.0.0.1', dataDir, demoPictures: null, dist: null });
beforeAll(async () => {
  running = await start();
});
afterAll(async () => {
  await running?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Given {
  readonly input?: string;
  readonly env?: Record<string, string>;
}
/** Files are named from `folder`, where the operator stands; npm runs the script in the project's. */
async function admin(words: readonly string[], { input = '', env = {} }: Given = {}) {
  const child = spawn(process.execPath, ['server/admin/main.ts', ...words], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, INIT_CWD: folder, ...env },
  });
  child.stdin.end(input);
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  const [out, err, code] = await Promise.all([buffer(child.stdout), buffer(child.stderr), ended]);
  // As bytes: a BOM is part of what was written.
  return { out: out.toString('utf8'), err: err.toString('utf8'), code };
}

const persons = async () => {
  const headers = { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB };
  const answer = await fetch(`${running?.url}/f/person/items`, { headers });
  return ((await answer.json()) as { list: { name: string }[] }).list.map(({ name }) => name);
};

describe('while the server runs on the folder', () => {
  test('API-GET-/person/items the server does it: fans see it at once', async () => {
    writeFileSync(join(folder, 'persons.csv'), '\ufeffname,number\r\n高峰 蓮,7\r\n');
    const words = ['import', 'persons', 'persons.csv', '-t', CLUB];
    expect(await admin(words)).toMatchObject({ code: 0, err: '', out: expect.stringContaining('1 new') });
    expect(await persons()).toEqual(['高峰 蓮']);
    expect(await admin(words)).toMatchObject({ code: 0, out: expect.stringContaining('1 as they were') });
    expect(await admin(['export', 'persons', '-t', CLUB, '-o', 'out.json'])).toMatchObject({ code: 0, out: '' });
    expect(JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8'))).toEqual([
      { name: '高峰 蓮', number: '7', reading: null, team_id: null, picture: null, season_ids: [], position: 0 },
    ]);
  });

  test('OPS-01f the server notes a removal where the command’s BACKUP_DIR says, without one of its own', async () => {
    const mediaUrl = `ugc/${CLUB}/e/original/${'R'.repeat(20)}.jpg`;
    const first = { act: 'photo remove', what: mediaUrl, operator: 'op', reason: null, outcome: '', details: null };
    await running?.deps.db
      .insertInto('operator_log')
      .values({ ...first, at: new Date(), tenant: CLUB })
      .execute();
    const words = ['photo', 'remove', mediaUrl, '-t', CLUB, '-r', '権利者の申し立て'];
    const without = await admin(words, { env: { BACKUP_DIR: '' } });
    expect(without).toMatchObject({ code: 0, out: expect.stringContaining('where BACKUP_DIR is set') });
    const backups = join(folder, 'backups');
    const noted = await admin(words, { env: { BACKUP_DIR: backups } });
    expect(noted).toMatchObject({ code: 0, out: expect.stringContaining('No backup in BACKUP_DIR brings it back') });
    expect((await readRemovals(backups)).map((one) => one.mediaUrl)).toEqual([mediaUrl]);
  });

  test('a refused file is 1, wrong words are 2, and nothing has changed', async () => {
    const refused = await admin(['import', 'persons', '-', '-f', 'csv', '-t', CLUB], {
      input: 'name\nよい 名\n\n"",\n',
    });
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('line 4') });
    expect(await admin(['import', 'persons', 'absent.csv', '-t', CLUB])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('Cannot read absent.csv'),
    });
    expect(await persons()).toEqual(['高峰 蓮']);
  });

  test('only the user of the server comes to its channel, and no nonsense comes through', async () => {
    expect(statSync(join(dataDir, 'operator')).mode & 0o777).toBe(0o700);
    const answer = await new Promise<string>((done) => {
      const socket = connect(join(dataDir, 'operator', 'socket'));
      socket.once('error', () => {});
      let said = '';
      socket.on('data', (chunk) => {
        said += chunk;
      });
      socket.once('close', () => done(said));
      socket.end(`{"tenant": "${CLUB}", "isDryRun": false, "task": {"do": "sql"}}`);
    });
    expect(answer).toBe('');
    expect((await fetch(`${running?.url}/healthz`)).status).toBe(200);
  });
});

describe('without the server', () => {
  beforeAll(async () => {
    await running?.close();
    running = null;
  });

  test('the command opens the folder itself and gives it back', async () => {
    expect(existsSync(join(dataDir, 'operator', 'socket'))).toBe(false);
    const ran = await admin(['export', 'persons', '-t', CLUB]);
    const head = 'name,team_id,number,reading,picture,season_ids,position';
    expect(ran).toEqual({ code: 0, err: '', out: `\ufeff${head}\r\n高峰 蓮,,7,,,,0\r\n` });
    running = await start();
    expect(await persons()).toEqual(['高峰 蓮']);
    await running.close();
    running = null;
  });

  test('a folder somebody else holds, one without data, a database out of reach are 3, with what to do', async () => {
    writeFileSync(join(dataDir, 'lock'), String(process.pid));
    const held = await admin(['official', 'show', '-t', CLUB]);
    rmSync(join(dataDir, 'lock'));
    expect(held).toMatchObject({ code: 3, out: '' });
    expect(held.err).toContain(`in use by process ${process.pid}`);
    expect(held.err).toContain('run the command again');
    const absent = join(folder, 'mistyped');
    mkdirSync(absent);
    const words = ['official', 'show', '-t', CLUB];
    const empty = await admin(words, { env: { DATA_DIR: absent } });
    expect(empty).toMatchObject({ code: 3, err: expect.stringContaining('There is no data in') });
    expect(existsSync(join(absent, 'postgres'))).toBe(false);
    const unreachable = await admin(words, { env: { DATABASE_URL: 'postgres://127.0.0.1:1/none' } });
    expect(unreachable).toMatchObject({ code: 3, err: expect.stringContaining('ECONNREFUSED') });
  });
});

/** The words alone: nothing is there to work on. */
async function say(...words: string[]) {
  let out = '';
  let err = '';
  const code = await runCommandLine(words, {
    operator: 'tester',
    perform: async () => {
      throw new Error('not reached');
    },
    openPool: async () => null,
    backup: async () => {
      throw new Error('not reached');
    },
    readFile: async () => Buffer.from('name\n'),
    writeFile: async () => {},
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { code, out, err };
}

test.each([
  [[]],
  [['nonsense']],
  [['reports']],
  [['import', 'persons', 'a.csv']],
  [['import', 'persons', '-t', CLUB]],
  [['import', 'person', 'a.csv', '-t', CLUB]],
  [['import', 'persons', 'a.csv', '-t', 'nobody']],
  [['import', 'persons', 'a.txt', '-t', CLUB]],
  [['import', 'persons', '-', '-t', CLUB]],
  [['import', 'persons', 'a.csv', '-f', 'xml', '-t', CLUB]],
  [['remove', 'credit-settings', 'x', '-t', CLUB]],
  [['photo', 'hide', 'x', '--hard', '-t', CLUB]],
])('%j is wrong usage, and is told so on standard error', async (words) => {
  expect(await say(...words)).toEqual({ code: 2, out: '', err: expect.stringMatching(/./) });
});

test('--help stands on every level, and in docs/operations.md as it is', async () => {
  for (const words of [['import'], ['export', 'notices'], ['reports', 'close'], ['photo', 'faces'], ['help', 'users']])
    expect(await say(...words, ...(words[0] === 'help' ? [] : ['--help']))).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('Usage: npm run -s admin --'),
    });
  expect((await say('import', 'events', '--help')).out).toContain('crawl_period_start');
  const { code, out } = await admin(['--help']);
  expect(code).toBe(0);
  const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const [, shown] = /```text\n(Usage: npm run -s admin[\s\S]*?)```/.exec(operations) ?? [];
  expect(shown).toBe(out);
});
