import { expect, test } from 'vitest';
import type { ClientConfig } from '../../contract/config.ts';
import { createNetwork } from './network.ts';

const config: ClientConfig = {
  api: '/f',
  apiKey: 'key',
  identity: {
    region: 'r',
    userPoolId: 'r_p',
    clientId: 'c',
    identityPoolId: 'r:i',
    userPoolEndpoint: null,
    identityPoolEndpoint: null,
  },
  objects: { endpoint: null, region: 'r', bucket: 'b', publicBase: '/p' },
};
const date = 'Sat, 21 Nov 2026 06:00:00 GMT';

test('T24 only our own settings prove the line; T22 their date sets the clock before anything is signed', async () => {
  const seen: number[] = [];
  const probe = (answer: () => Response) =>
    createNetwork(
      async () => answer(),
      ({ serverDate }) => seen.push(serverDate),
    ).probe();
  expect(await probe(() => Response.json(config, { headers: { date } }))).toBe(true);
  expect(seen).toEqual([Date.parse(date)]);
  expect(await probe(() => new Response('<!doctype html>', { headers: { date } }))).toBe(false);
  expect(await probe(() => Response.json({ wifi: 'sign in' }, { headers: { date } }))).toBe(false);
  expect(await probe(() => Response.json(config))).toBe(true);
  expect(await probe(() => Response.json(config, { headers: { date, age: '90' } }))).toBe(true);
  // A portal's clock is nobody's business, a cache's is old, and no date is no clock.
  expect(seen).toHaveLength(1);
});
