/** Bodies nobody reads to their end, on connections of their own: the sender learns why, and whether it may go on. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../server/main.ts';
import { MAX_BODY_BYTES, MAX_OBJECT_BYTES } from '../../src/contract/limits.ts';
import { CLUB } from '../support/tenants.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'unread-'));
const errors: unknown[] = [];
let server: RunningServer;
beforeAll(async () => {
  const log = {
    request: () => {},
    info: () => {},
    error: (error: unknown) => void errors.push(error),
    fatal: () => {},
  };
  server = await startServer({ port: 0, host: '127.0.0.1', dataDir, demoPictures: null, dist: null, log });
});
afterAll(async () => {
  await server.close();
  expect(errors).toEqual([]);
  rmSync(dataDir, { recursive: true, force: true });
});

const NEXT = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n';
const API = `x-api-key: fan-web\r\nx-api-tenant: ${CLUB}\r\ncontent-type: application/json\r\n`;
const IDP =
  'content-type: application/x-amz-json-1.1\r\nx-amz-target: AWSCognitoIdentityProviderService.InitiateAuth\r\n';
const KEY = `ugc/${CLUB}/e/original/${'A'.repeat(20)}.jpg`;

const TOO_LONG = MAX_OBJECT_BYTES + 1_000_000;
function openSocket(): Socket {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  // A connection that was ended cannot be written to.
  socket.on('error', () => {});
  return socket;
}

/**
 * Sends a head, then the body as fast as the line takes it, then one more request, as clients that keep connections do. Tells
 * what came back: the status, whether it says that the connection ends, and whether the next request was answered.
 */
function send(line: string, headers: string, bytes: number, isChunked: boolean) {
  const socket = openSocket();
  const answers: Buffer[] = [];
  socket.on('data', (part: Buffer) => answers.push(part));
  const length = isChunked ? 'transfer-encoding: chunked' : `content-length: ${bytes}`;
  socket.write(`${line} HTTP/1.1\r\nhost: localhost\r\n${headers}${length}\r\n\r\n`);
  if (isChunked) socket.write(`${bytes.toString(16)}\r\n`);
  const part = Buffer.alloc(64 * 1024, 'x');
  for (let left = bytes; left > 0; left -= part.length) socket.write(part.subarray(0, left));
  if (isChunked) socket.write('\r\n0\r\n\r\n');
  socket.write(NEXT);
  return new Promise<{ status: string; isEnded: boolean; isNextAnswered: boolean }>((done) => {
    socket.once('close', () => {
      const text = Buffer.concat(answers).toString('latin1');
      const [head = ''] = text.split('\r\n\r\n');
      done({
        status: head.slice(9, 12),
        isEnded: /^connection: close$/im.test(head),
        isNextAnswered: text.includes('"database":"up"'),
      });
    });
  });
}

describe('unread bodies', () => {
  const small = MAX_BODY_BYTES + 100_000;
  const cases = [
    ['/f, too large', 'PUT /f/search/word/item', API, '413'],
    ['/f, a wrong key', 'PUT /f/search/word/item', 'x-api-key: other\r\n', '413'],
    ['/idp', 'POST /idp', IDP, '413'],
    ['/identity, another type', 'POST /identity', '', '400'],
    ['/s3', `PUT /s3/photos/${KEY}`, '', '403'],
    ['no such page', 'POST /nowhere', '', '404'],
  ] as const;

  test.each(cases)('%s: the refusal arrives, and the connection goes on', async (_, line, headers, status) => {
    for (const isChunked of [false, true]) {
      const answer = await send(line, headers, small, isChunked);
      expect([isChunked, answer]).toEqual([isChunked, { status, isEnded: false, isNextAnswered: true }]);
    }
  });

  test.each(cases)('%s: of a body without end the refusal says that the connection ends', async (...given) => {
    const [, line, headers, status] = given;
    for (const isChunked of [false, true]) {
      const answer = await send(line, headers, TOO_LONG, isChunked);
      expect([isChunked, answer]).toEqual([isChunked, { status, isEnded: true, isNextAnswered: false }]);
    }
  });

  test('a sender that reads only when it has sent has the refusal, though the connection ends', async () => {
    for (const [, line, headers, status] of cases) {
      const socket = openSocket();
      const isEnded = new Promise<void>((done) => void socket.once('close', () => done()));
      // Nothing is taken from the line: the answer waits in the system's buffers, which a reset would empty.
      socket.pause();
      socket.write(`${line} HTTP/1.1\r\nhost: localhost\r\n${headers}content-length: ${TOO_LONG}\r\n\r\n`);
      const isSent = new Promise<void>((done) => void socket.write(Buffer.alloc(8_000_000, 'x'), () => done()));
      await Promise.race([isSent, isEnded]);
      const answers: Buffer[] = [];
      socket.on('data', (part: Buffer) => answers.push(part));
      socket.resume();
      await isEnded;
      expect([line, Buffer.concat(answers).toString('latin1').slice(9, 12)]).toEqual([line, status]);
    }
  });

  test('a body that says it is too long is not waited for', async () => {
    const socket = openSocket();
    socket.write(`PUT /f/search/word/item HTTP/1.1\r\nhost: localhost\r\n${API}content-length: ${TOO_LONG}\r\n\r\n`);
    const sentAt = performance.now();
    const [answer] = (await once(socket, 'data')) as [Buffer];
    // Rests of bodies are waited for 20 seconds.
    expect(performance.now() - sentAt).toBeLessThan(15_000);
    expect(answer.toString('latin1')).toMatch(/^HTTP\/1\.1 413 [\s\S]*^connection: close$/im);
    socket.destroy();
  });
});
