import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openCountingLine } from './countingLine.ts';

const page = gzipSync('<p>写真</p>'.repeat(500));
const ANSWERS: Readonly<Record<string, { status?: number; head: Record<string, string>; body: string | Buffer }>> = {
  '/club/': { head: { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' }, body: page },
  '/f/event/items?t=1': { head: { 'content-type': 'application/json' }, body: '{"list":[]}' },
  '/s3/photos/ugc/a.jpg': { head: { 'content-type': 'image/jpeg' }, body: 'x'.repeat(5_000) },
  '/assets/app-1234567.js': { head: { 'content-type': 'text/javascript' }, body: 'whole' },
  '/assets/app-7654321.js': { head: { 'content-type': 'text/javascript', 'content-encoding': 'dcz' }, body: 'new' },
  '/assets/workerSender-1234567.js': { status: 304, head: {}, body: '' },
  '/club/logo.svg': { head: { 'content-type': 'image/svg+xml' }, body: '<svg/>' },
};

test('BEN-05a what comes down is counted as it travels, by class, and what is not sent again', async () => {
  const server = createServer(({ url = '' }, response) => {
    const { status = 200, head, body } = ANSWERS[url] ?? { status: 404, head: {}, body: '' };
    response.writeHead(status, head).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const line = await openCountingLine(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  try {
    for (const path of Object.keys(ANSWERS)) await fetch(line.origin + path).catch(() => undefined);
    await line.untilQuiet(50);
    const counted = Object.entries(line.classes).map(([name, { bodies, answers }]) => [name, bodies, answers]);
    expect(counted).toEqual([
      ['photos', 5_000, 1],
      ['pages', page.length, 1],
      ['answers', 11, 1],
      ['scripts and styles', 8, 2],
      ['worker', 0, 1],
      ['art and the rest', 6, 1],
    ]);
    expect(line.savings).toEqual({ deltas: 1, unchanged: 1 });
    expect([...line.addresses.keys()].filter((address) => address.includes('app-'))).toEqual([
      '/assets/app-….js',
      '/assets/app-….js (dcz)',
    ]);
    for (const { heads, answers } of line.addresses.values()) expect(heads).toBeGreaterThan(20 * answers);
  } finally {
    line.close();
    server.close();
  }
});
