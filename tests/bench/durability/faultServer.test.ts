import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FaultServer, openFaultServer } from './faultServer.ts';
import { PHOTO_BYTES } from './plan.ts';
import { tokenOf } from './tokens.ts';

const authorization = `Bearer ${tokenOf({ sub: 'fan', auth_time: 1 })}`;
const photo = (n: number) => Buffer.from(`BENCHPHOTO0${n}`.padEnd(PHOTO_BYTES, '.'));
let server: FaultServer;
beforeEach(async () => {
  server = await openFaultServer(new Map());
});
afterEach(() => server.close());

const upload = (n: number, key?: string) =>
  fetch(`${server.url}/upload`, {
    method: 'POST',
    headers: { authorization, ...(key === undefined ? {} : { 'idempotency-key': key }) },
    body: photo(n),
  });
const registered = () => server.ledger.registered.map((one) => `${one.photo} ${one.user}`);

test('BEN-03a a request with a known key is done once, without a key each time; the answer is the same', async () => {
  for (const key of ['k0', 'k0']) expect(await (await upload(0, key)).json()).toEqual({ url: '/photos/BENCHPHOTO00' });
  expect(registered()).toEqual(['BENCHPHOTO00 fan']);
  await upload(1);
  await upload(1);
  expect(registered()).toHaveLength(3);
});

const tus = { 'tus-resumable': '1.0.0', authorization };
const create = async () => {
  const headers = { ...tus, 'upload-length': String(PHOTO_BYTES) };
  const answer = await fetch(`${server.url}/tus`, { method: 'POST', headers });
  expect(answer.status).toBe(201);
  return new URL(answer.headers.get('location') ?? '', server.url).href;
};
const patch = (url: string, offset: number, body: Buffer) =>
  fetch(url, {
    method: 'PATCH',
    headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
    body: new Uint8Array(body),
  });
const offsetOf = async (url: string) =>
  Number((await fetch(url, { method: 'HEAD', headers: tus })).headers.get('upload-offset'));

test('BEN-03a by tus a photo goes on where it broke off and is registered with its last byte, once', async () => {
  const url = await create();
  const bytes = photo(2);
  expect((await patch(url, 0, bytes.subarray(0, 1000))).status).toBe(204);
  expect(await offsetOf(url)).toBe(1000);
  expect(registered()).toEqual([]);
  expect((await patch(url, 1000, bytes.subarray(1000))).status).toBe(204);
  expect(registered()).toEqual(['BENCHPHOTO02 fan']);
  // The answer was lost: the client asks and finds it done.
  expect(await offsetOf(url)).toBe(PHOTO_BYTES);
});

test('BEN-03a a login that has ended may not go on by tus, nor may anybody while the server is broken', async () => {
  const url = await create();
  server.fault = '500';
  expect((await patch(url, 0, photo(3))).status).toBe(500);
  server.fault = null;
  server.ledger.revoked.add(authorization.slice('Bearer '.length));
  expect((await patch(url, 0, photo(3))).status).toBe(401);
  expect(registered()).toEqual([]);
});
