import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Front, openFront } from './watchPhotos.ts';

const HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'content-security-policy': "default-src 'self'",
};
const product = createServer((request, response) => response.writeHead(200, HEADERS).end(`product ${request.url}`));
let front: Front;
beforeAll(async () => {
  await new Promise<void>((done) => product.listen(0, '127.0.0.1', done));
  front = await openFront(`http://127.0.0.1:${(product.address() as AddressInfo).port}`, async (path) =>
    path === '/made.html' ? { type: 'text/html', text: 'made' } : null,
  );
  front.files.set('/static.html', { type: 'text/html', text: 'static' });
});
afterAll(() => {
  front.close();
  product.close();
});

test('BEN-02b what a bench adds is served with none of the product’s headers; the product keeps its own', async () => {
  for (const [path, text] of [
    ['/static.html', 'static'],
    ['/made.html', 'made'],
  ] as const) {
    const answer = await fetch(front.origin + path);
    expect(await answer.text()).toBe(text);
    for (const name of Object.keys(HEADERS)) expect(answer.headers.has(name), `${path} ${name}`).toBe(false);
  }
  const passed = await fetch(`${front.origin}/other`);
  expect(await passed.text()).toBe('product /other');
  for (const [name, value] of Object.entries(HEADERS)) expect(passed.headers.get(name)).toBe(value);
});
