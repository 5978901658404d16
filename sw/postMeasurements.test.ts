import { afterEach, expect, test, vi } from 'vitest';
import { TEST_CLIENT_CONFIG } from '../tests/api/testClientConfig.ts';
import { createPostMeasurements } from './postMeasurements.ts';

afterEach(() => void vi.unstubAllGlobals());

function open({ isChosen = true, isDrawn = true } = {}) {
  const fetch = vi.fn(async (_address: string, _init: RequestInit) => Response.json({ result: 'ok' }));
  vi.stubGlobal('fetch', fetch);
  const measurements = createPostMeasurements(
    { load: async () => isChosen },
    async () => TEST_CLIENT_CONFIG,
    () => isDrawn,
  );
  measurements.report({ kind: 'full', tenant: 'club', ageMs: 120_000 });
  return { fetch, measurements };
}

test('OPS-02a a pass of the worker tells the ages of its posts, once, in nobody’s name', async () => {
  const { fetch, measurements } = open();
  await measurements.send();
  await measurements.send();
  expect(fetch).toHaveBeenCalledTimes(1);
  const [address, { headers, body }] = fetch.mock.calls[0] as [string, { headers: object; body: string }];
  expect(address).toBe('/f/measurement/items');
  expect(headers).toMatchObject({ 'x-api-tenant': 'club' });
  expect(headers).not.toHaveProperty('x-api-authorization');
  expect(JSON.parse(body)).toMatchObject({ page: '', build: '', posts: [{ stage: 'full', age: 120 }] });
});

test.each([{ isChosen: false }, { isDrawn: false }])('OPS-02b OPS-02d a pass with %j tells nothing', async (given) => {
  const { fetch, measurements } = open(given);
  await measurements.send();
  expect(fetch).not.toHaveBeenCalled();
});

test('OPS-02a without signal the measurement is lost, and the pass is none the wiser', async () => {
  const { measurements } = open();
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no signal')));
  await expect(measurements.send()).resolves.toBeUndefined();
});
