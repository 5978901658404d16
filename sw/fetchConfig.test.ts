import { afterEach, expect, test, vi } from 'vitest';
import { TEST_CLIENT_CONFIG } from '../tests/api/testClientConfig.ts';
import { fetchConfig } from './fetchConfig.ts';

afterEach(() => void vi.unstubAllGlobals());

test('T24 the settings come past every cache, and a portal that redirects or answers for us is no signal', async () => {
  const fetch = vi.fn(async (_address: string, _init: RequestInit) => Response.json(TEST_CLIENT_CONFIG));
  vi.stubGlobal('fetch', fetch);
  expect(await fetchConfig()).toMatchObject({ api: TEST_CLIENT_CONFIG.api });
  expect(fetch.mock.calls).toEqual([['/config.json', { cache: 'no-store', redirect: 'error' }]]);
  for (const answer of [new Response('<html>'), Response.json({ api: 7 })]) {
    vi.stubGlobal('fetch', async () => answer);
    await expect(fetchConfig()).rejects.toMatchObject({ code: 'NETWORK', retry: 'later', cause: expect.any(Error) });
  }
});
