import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MAX_OBJECT_BYTES } from '../../src/contract/limits.ts';
import { LONGEST_REQUEST_MS, limitTimes } from './timeLimits.ts';

let http: Server;
const sockets: Socket[] = [];
beforeEach(async () => {
  // Answers with the body's length once all of it is there.
  http = createServer((request, response) => {
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
    });
    request.on('end', () => response.end(`got ${size}`));
    request.on('error', () => response.destroy());
  });
  limitTimes(http, { bodyMs: 20 });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  http.close();
});

/** A request of ten bytes of which five are sent. */
async function dawdle(path: string) {
  const socket = connect((http.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  const heard = { text: '' };
  socket.on('data', (chunk) => {
    heard.text += chunk;
  });
  socket.on('error', () => {});
  const received = once(http, 'request');
  socket.write(`PUT ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\nConnection: close\r\n\r\nhello`);
  await received;
  return { socket, heard, closed: once(socket, 'close') };
}

test('a call that dribbles its body is ended; a photo on a slow line goes on', async () => {
  const photo = await dawdle('/s3/photos/x.jpg');
  const call = await dawdle('/f/search/word/item');
  await call.closed;
  expect(call.heard.text).toBe('');
  photo.socket.write('world');
  await photo.closed;
  expect(photo.heard.text).toContain('got 10');
});

test('PST-11a the largest photo has time over 100 kbit/s', () => {
  expect(http.requestTimeout).toBe(LONGEST_REQUEST_MS);
  expect(LONGEST_REQUEST_MS).toBeGreaterThan((MAX_OBJECT_BYTES * 8) / 100);
});
