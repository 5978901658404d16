import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { expect, test, vi } from 'vitest';
import { nonEmpty } from '../../../tests/nonEmpty.ts';
import { createClockOffset } from '../device/clockOffset.ts';
import { createObjectStore } from './objectStore.ts';

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}
type Handler = Extract<NonNullable<S3ClientConfig['requestHandler']>, { handle: unknown }>;

const KEY = 'ugc/club/event/original/abcdefghij0123456789.jpg';
const HTML = { 'content-type': 'text/html; charset=utf-8' };
const XML = { 'content-type': 'application/xml', 'x-amz-request-id': '1' };
const refusal = (status: number, code: string): Answer => ({
  status,
  headers: XML,
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>no</Message></Error>`,
});
const portal = (status: number): Answer => ({
  status,
  headers: HTML,
  body: '<!doctype html><title>Wi-Fi</title><p>Access denied. <Code>AccessDenied</Code>',
});

/** The store's client on a line that answers all alike; how often credentials were asked for anew. */
function onLine(answer: Answer) {
  const asked = { calls: 0, renewals: 0 };
  const requestHandler: Handler = {
    handle: async () => {
      asked.calls += 1;
      const { status, headers = {}, body } = answer;
      const stream = body === undefined ? new Response('').body : new Response(body).body;
      return { response: { statusCode: status, headers: { ...headers }, body: stream } };
    },
    updateHttpClientConfig: () => undefined,
    httpHandlerConfigs: () => ({}),
  };
  const store = createObjectStore({
    config: { endpoint: 'http://store.test/s3', region: 'test-1', bucket: 'photos', publicBase: '/s3/photos' },
    credentials: {
      get: async (_userId, renew = false) => {
        if (renew) asked.renewals += 1;
        return { accessKeyId: 'A', secretAccessKey: 'S', sessionToken: 'T' };
      },
    },
    clock: createClockOffset(),
    requestHandler,
  });
  const options = { userId: 'fan', signal: new AbortController().signal };
  return {
    asked,
    put: () => store.put(KEY, new Uint8Array(9).fill(1).buffer, options),
    head: () => store.head(KEY, options),
  };
}

test.each([200, 400, 401, 403, 404, 405, 409, 412, 413, 451])(
  'SAF-23 T24 %d from somebody else is a broken line',
  async (status) => {
    const others: Answer[] = [
      portal(status),
      { status, body: '' },
      {
        status,
        headers: { 'content-type': 'application/json' },
        body: '{"code":"AccessDenied","Code":"AccessDenied"}',
      },
      {
        status,
        headers: { 'content-type': 'application/xml' },
        body: '<html><body><Code>AccessDenied</Code></body></html>',
      },
      { status, headers: { 'content-type': 'application/xml' }, body: '<Error><Code>AccessDenied</Code>' },
    ];
    for (const answer of nonEmpty(status === 200 ? [portal(200)] : others)) {
      const line = onLine(answer);
      await expect(line.put(), `PUT ${JSON.stringify(answer)}`).rejects.toMatchObject({
        code: 'BAD_ANSWER',
        retry: 'later',
      });
      expect(line.asked.renewals, 'nobody refused our credentials').toBe(0);
    }
    await expect(onLine({ ...portal(status), body: '' }).head()).rejects.toMatchObject({
      code: 'BAD_ANSWER',
      retry: 'later',
    });
  },
);

test('SAF-23 T20 the store’s own word is its XML, read without a parser of XML', async () => {
  const word = (status: number, code: string) => onLine(refusal(status, code)).put();
  await expect(word(403, 'AccessDenied')).rejects.toMatchObject({ code: 'AccessDenied', retry: 'never', status: 403 });
  await expect(word(412, 'PreconditionFailed')).rejects.toMatchObject({ code: 'PreconditionFailed' });
  await expect(word(400, 'EntityTooLarge')).rejects.toMatchObject({ code: 'EntityTooLarge', retry: 'never' });
  await expect(word(404, 'NoSuchBucket')).rejects.toMatchObject({ code: 'NoSuchBucket', retry: 'later' });
  for (const [status, code] of [
    [503, 'SlowDown'],
    [429, 'SlowDown'],
    [503, 'ServiceUnavailable'],
    [507, 'InsufficientStorage'],
    [400, 'RequestTimeout'],
    [409, 'ConditionalRequestConflict'],
  ] as const)
    await expect(word(status, code), code).rejects.toMatchObject({ code: 'SlowDown', retry: 'later' });
  for (const status of [500, 502, 503, 504, 507])
    await expect(onLine(portal(status)).put(), String(status)).rejects.toMatchObject({ retry: 'later', status });
  const denied = onLine(refusal(403, 'AccessDenied'));
  await denied.put().catch(() => undefined);
  expect(denied.asked).toEqual({ calls: 2, renewals: 1 });
});

test('SAF-23 a HEAD has no body: only the store’s own headers make a 404 the word that nothing is there', async () => {
  expect(await onLine({ status: 404, headers: XML }).head()).toBeNull();
  expect(await onLine({ status: 404, headers: { 'content-type': 'application/xml' } }).head()).toBeNull();
  expect(await onLine({ status: 404, headers: { 'x-amz-request-id': '1' } }).head()).toBeNull();
  await expect(onLine({ status: 403, headers: XML }).head()).rejects.toMatchObject({ code: 'AccessDenied' });
  const found = { status: 200, headers: { 'content-length': '9', etag: '"e"', 'content-type': 'image/jpeg' } };
  expect(await onLine(found).head()).toEqual({ size: 9 });
  const page = { status: 200, headers: { ...HTML, 'content-length': '9', etag: '"e"' } };
  await expect(onLine(page).head()).rejects.toMatchObject({ code: 'BAD_ANSWER', retry: 'later' });
});

test('a client that could not be loaded for want of signal is loaded for the next photo', async () => {
  vi.doMock('./storageSdk.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const { asked, put } = onLine({ status: 200, headers: { ...XML, etag: '"e"' }, body: '' });
  await expect(put()).rejects.toMatchObject({ code: 'NETWORK', retry: 'later' });
  vi.doUnmock('./storageSdk.ts');
  await put();
  expect(asked.calls).toBe(1);
});
