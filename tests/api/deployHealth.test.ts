/** The container's health check, taken from the Dockerfile and run as the engine runs it, beside a real server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSilentServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ofTheMachine, startProcess } from './deployProcess.ts';
import { makeCertificate } from './tlsSetup.ts';

const root = resolve(import.meta.dirname, '../..');
const docker = readFileSync(join(root, 'server/deploy/Dockerfile'), 'utf8');
const place = mkdtempSync(join(tmpdir(), 'health-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** The line's command, as its exec form lists it. */
const command = JSON.parse(/^HEALTHCHECK (?:--\S+ )*CMD (\[.+\])$/m.exec(docker)?.[1] ?? '[]') as string[];

/** Exit code of the check in a container with this environment. */
async function check(env: Record<string, string>): Promise<number | null> {
  const [program = '', ...words] = command;
  expect(program).toBe('node');
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { ...ofTheMachine(), ...env },
  });
  const [code] = await once(child, 'exit');
  return code;
}
const portOf = (url: string) => new URL(url).port;

test('the container’s health check is well with and without TLS_CERT, and ill when the server is gone', async () => {
  const { cert, key } = await makeCertificate('photos.example.jp');
  mkdirSync(join(place, 'tls'));
  const files = { TLS_CERT: join(place, 'tls/cert.pem'), TLS_KEY: join(place, 'tls/key.pem') };
  writeFileSync(files.TLS_CERT, cert);
  writeFileSync(files.TLS_KEY, key);
  for (const tls of [{}, files]) {
    const env = { HOST: '0.0.0.0', DEMO: '0', NODE_ENV: 'production', DATA_DIR: join(place, 'data'), ...tls };
    const server = startProcess(env);
    const PORT = portOf(await server.url);
    expect([tls, await check({ ...env, PORT })]).toEqual([tls, 0]);
    await server.end();
    expect([tls, await check({ ...env, PORT })]).toEqual([tls, 1]);
  }
});

test('the container’s health check is ill when the database is down, or another answers', async () => {
  const down = createServer((_, answer) => answer.writeHead(503).end()).listen(0, '127.0.0.1');
  const silent = createSilentServer((socket) => socket.end('nothing like HTTP')).listen(0, '127.0.0.1');
  for (const server of [down, silent]) {
    if (!server.listening) await once(server, 'listening');
    expect(await check({ PORT: String((server.address() as AddressInfo).port) })).toBe(1);
    server.close();
  }
});

test('the container has nothing for development, and its folder is the server’s alone', () => {
  const set = [...docker.matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) => line.split(' '));
  expect(set).toEqual(expect.arrayContaining(['NODE_ENV=production', 'DEMO=0', 'DATA_DIR=/data']));
  expect(docker).toMatch(/mkdir -m 700 \/data && chown node:node \/data/);
});
