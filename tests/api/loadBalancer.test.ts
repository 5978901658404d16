/** What load balancers ask of a real process: over a bare socket, as they do. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startProcess } from './serverProcess.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'health-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Status line of the answer to a request as it stands. */
async function statusOf(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    heard += chunk;
  });
  socket.write(`${request}\r\n\r\n`);
  await once(socket, 'close');
  return heard.split('\r\n')[0] ?? '';
}

test('SAF-27 /healthz answers HTTP/1.0 without Host; other paths want one as before', async () => {
  const server = startProcess({ DATA_DIR: dataDir });
  const port = Number(new URL(await server.url).port);
  for (const method of ['GET', 'OPTIONS', 'HEAD']) {
    expect(await statusOf(port, `${method} /healthz HTTP/1.0`)).toMatch(/^HTTP\/1\.[01] 200 /);
  }
  const closing = 'Connection: close';
  for (const path of ['/', '/config.json', '/healthz/../config.json', '/f/healthz', '/healthz?a=b']) {
    expect(await statusOf(port, `GET ${path} HTTP/1.0`)).toMatch(/^HTTP\/1\.[01] 400 /);
  }
  expect(await statusOf(port, `GET /healthz HTTP/1.1\r\n${closing}`)).toMatch(/^HTTP\/1\.1 400 /);
  expect(await statusOf(port, `GET /healthz HTTP/1.0\r\nHost: [`)).toMatch(/^HTTP\/1\.[01] 400 /);
  expect(await statusOf(port, `GET /healthz HTTP/1.1\r\nHost: x\r\n${closing}`)).toMatch(/^HTTP\/1\.1 200 /);
  server.child.kill('SIGTERM');
  expect(await server.end()).toBe(0);
});
