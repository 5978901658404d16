/** Work that costs much: docs/security.md names it and its bounds, and the server holds them. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { listenHttp } from '../../server/http/nodeServer.ts';
import * as ofAbuse from '../../src/contract/abuseLimits.ts';
import * as ofHighlights from '../../src/contract/highlightsLimits.ts';
import * as ofProduct from '../../src/contract/limits.ts';
import * as ofLoad from '../../src/contract/loadLimits.ts';
import * as ofProofs from '../../src/contract/proofOfWork.ts';
import * as ofWords from '../../src/contract/wordLimits.ts';
import { nonEmpty } from '../nonEmpty.ts';

const security = readFileSync(resolve(import.meta.dirname, '../../docs/security.md'), 'utf8');
const [section = ''] = /\*\*Work that costs much\*\*[\s\S]*?\n\n(?=\*\*)/.exec(security) ?? [];

const limits = { ...ofProduct, ...ofProofs, ...ofWords, ...ofAbuse, ...ofLoad, ...ofHighlights };

test('every bound docs/security.md names for costly work is one of the contract, and no call’s is left out', () => {
  const rows = section.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| work'));
  expect(rows.length).toBeGreaterThan(8);
  const named = new Set([...rows.join('\n').matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name));
  expect([...named].filter((name) => !(name in limits))).toEqual([]);
  const bounds = Object.keys(ofProduct).filter((name) =>
    /(?:^|_)(?:LIMITS|VOTES)$|^(?:LIST_PAGE|MAX_(?:BODY|OBJECT)_|SHARED_LIST)\w*$/.test(name),
  );
  const needed = [...bounds, ...[ofAbuse, ofLoad, ofHighlights].flatMap((one) => Object.keys(one))];
  expect(needed.filter((name) => !named.has(name) && name !== 'LIST_PAGE')).toEqual([]);
});

test('a server takes so many connections and no more; one that ends makes room', async () => {
  const place = { port: 0, host: '127.0.0.1', tls: null, maxConnections: 3, isBehindProxy: true };
  const http = await listenHttp((_, response) => response.end('here'), place);
  const ask = async (socket: Socket): Promise<string> => {
    let heard = '';
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    socket.on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    return heard.slice(0, 12);
  };
  const open = () => connect(http.port, '127.0.0.1');
  const sockets = [open(), open(), open()];
  for (const socket of nonEmpty(sockets)) expect(await ask(socket)).toBe('HTTP/1.1 200');
  expect(await ask(open())).toBe('');
  sockets[0]?.destroy();
  // The server notices the end of the first one in its own time.
  await expect.poll(() => ask(open()), { timeout: 10_000 }).toBe('HTTP/1.1 200');
  for (const socket of sockets) socket.destroy();
  await http.drain({ delayMs: 0, graceMs: 0 });
});
