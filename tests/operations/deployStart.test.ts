/** The server as a process: what it refuses to start with, what it says, and how it ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';
import { ofTheMachine } from '../api/deployProcess.ts';
import { CLUB } from '../support/tenants.ts';

const root = resolve(import.meta.dirname, '../..');
const dataDir = mkdtempSync(join(tmpdir(), 'deploy-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { ...ofTheMachine(), DATA_DIR: dataDir, PORT: '0', DEMO: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const errors: string[] = [];
  child.stderr.on('data', (chunk) => errors.push(String(chunk)));
  return { child, errors, lines: createInterface({ input: child.stdout }) };
}

const endOf = async (child: ChildProcess) => {
  if (child.exitCode === null) await once(child, 'exit');
  return child.exitCode;
};

test('a wrong environment ends the start with all that is wrong, in sentences', async () => {
  const { child, errors } = start({ PORT: 'eighty', S3_BUCKET: 'PHOTOS', TLS_CERT: '/no/such/file' });
  expect(await endOf(child)).toBe(1);
  const said = errors.join('');
  expect(said).toContain('PORT must be a number from 0 to 65535.');
  expect(said).toContain('S3_BUCKET must be a bucket name.');
  expect(said).toContain('TLS_CERT: the file cannot be read.');
  expect(said).toContain('TLS_KEY is missing');
  expect(said).not.toContain('    at ');
});

test('SIGTERM: a running request is answered, the data folder given back, exit 0; every log line is JSON', async () => {
  const isBuilt = existsSync(join(root, 'dist'));
  const { child, lines } = start({});
  const said: string[] = [];
  const url = await new Promise<string>((done) => {
    lines.on('line', (line) => {
      said.push(line);
      if (/^\s+http:/.test(line)) done(line.trim());
    });
  });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  // A request whose body is still on its way when the signal comes.
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk;
  });
  const asked = '{"word":"a","tagtype":"text"}';
  const path = '/f/search/word/item';
  const head = `PUT ${path} HTTP/1.1\r\nHost: localhost\r\nx-api-key: fan-web\r\nx-api-tenant: ${CLUB}\r\nContent-Type: application/json\r\n`;
  socket.write(`${head}Content-Length: ${asked.length}\r\n\r\n${asked.slice(0, 5)}`);
  // Another one, answered: by then the server has the first half too.
  expect((await fetch(`${url}/config.json`)).status).toBe(200);
  child.kill('SIGTERM');
  await refused(url);
  socket.write(asked.slice(5));
  await once(socket, 'close');
  expect(heard).toMatch(/^HTTP\/1\.1 200 /);
  expect(await endOf(child)).toBe(0);
  const log = said.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Record<string, unknown>);
  const [requests, others] = [log.filter(({ route }) => route), log.filter(({ route }) => !route)];
  expect(new Set(requests.map(({ route }) => route))).toEqual(new Set(['/healthz', '/config.json', path]));
  // Before the first build there are no files to serve, which is said once. Nothing else is.
  const noFiles = expect.stringMatching(/^serveStatic: root path .* is not found/);
  expect(others.map(({ reason }) => reason)).toEqual(isBuilt ? [] : [noFiles]);
  expect(said.filter((line) => line !== '' && !line.startsWith('{') && !line.startsWith('  '))).toEqual([]);

  const again = start({});
  await new Promise<void>((done) => again.lines.on('line', (line) => /^\s+http:/.test(line) && done()));
  again.child.kill('SIGTERM');
  expect(await endOf(again.child)).toBe(0);
});

/** Resolves once nobody listens there any more. */
async function refused(url: string): Promise<void> {
  for (;;) {
    try {
      await (await fetch(`${url}/healthz`)).text();
    } catch {
      return;
    }
  }
}
