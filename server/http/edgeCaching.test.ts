import { expect, test } from 'vitest';
import { type Endpoint, endpoints } from '../../src/contract/endpoints.ts';
import { EDGE_CACHE } from '../../src/contract/limits.ts';
import { nonEmpty } from '../../tests/nonEmpty.ts';
import { cachingOfCall, cachingOfPage } from './edgeCaching.ts';

const all: readonly Endpoint[] = Object.values(endpoints);
const asking = (headers: Record<string, string> = {}) => new Request('http://localhost/', { headers });
const CALLERS = [
  { 'x-api-authorization': 'Bearer x' },
  { authorization: 'Basic x' },
  { cookie: 'a=b' },
  { cookie: '' },
];
/** What a shared cache may keep goes by `public`, browsers go by `max-age`. */
const EVERYBODYS =
  /^public, max-age=0, must-revalidate, s-maxage=(\d+), stale-while-revalidate=(\d+), stale-if-error=(\d+)$/;

test('HLF-10 of each call only a good anonymous read is for shared caches, and for no browser', () => {
  const isShared = (endpoint: Endpoint) => cachingOfCall(endpoint, asking()) !== 'no-store';
  const shared = all.filter((endpoint) => endpoint.edgeS === null && isShared(endpoint));
  expect(shared).toEqual(
    all.filter(({ method, auth, cache }) => method === 'GET' && auth !== 'user' && cache !== 'none'),
  );
  for (const endpoint of nonEmpty(shared)) {
    const [, fresh, stale, ifError] = EVERYBODYS.exec(cachingOfCall(endpoint, asking())) ?? [];
    expect([fresh, stale, ifError].map(Number)).toEqual([EDGE_CACHE.freshS, EDGE_CACHE.staleS, EDGE_CACHE.staleS]);
  }
});

test('WAL-11a what walls are told is shared for a second, and never when it is older', () => {
  expect(cachingOfCall(endpoints.getWall, asking())).toBe('public, max-age=0, must-revalidate, s-maxage=1');
});

test('HLF-10 T26 whoever says who asks is answered alone, by each call and each page', () => {
  for (const headers of CALLERS) {
    for (const endpoint of nonEmpty(all))
      expect([endpoint.path, cachingOfCall(endpoint, asking(headers))]).toEqual([endpoint.path, 'no-store']);
    expect(cachingOfPage(asking(headers))).toBe('private, no-cache');
  }
  expect(cachingOfPage(asking())).toMatch(EVERYBODYS);
});
