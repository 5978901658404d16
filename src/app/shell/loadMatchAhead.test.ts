// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Photo } from '../../contract/entities.ts';
import type { Services } from '../../services/services.tsx';
import { loadMatchAhead, picturesOf } from './loadMatchAhead.ts';

const photo = (n: number, variants?: readonly number[]) =>
  ({ media_url: `ugc/club/e1/original/${n}.jpg`, ...(variants && { variants }) }) as Photo;
const event = (event_id: string, start: string, end: string) => ({
  event_id,
  event_type: 'official',
  crawl_period_start: `${start} 00:00:00`,
  crawl_period_end: `${end} 23:59:59`,
});
const asked: string[] = [];
let line: { readonly saveData?: boolean; readonly effectiveType?: string } = {};

function open(events: readonly unknown[]) {
  const api = {
    getEvents: async () => ({ list: events }),
    getPublicList: async () => {
      asked.push('list');
      return { media_list: [photo(1)], cursor: null, total: 1 };
    },
    getEvent: async () => {
      asked.push('event');
      return events[0];
    },
  };
  const session = { getState: () => ({ status: 'anonymous' }), subscribe: () => () => {} };
  const services = { api, session, tenant: { id: 'club' }, config: { objects: { publicBase: '/s3' } } };
  return loadMatchAhead(services as unknown as Services, new QueryClient());
}

beforeEach(() => {
  vi.setSystemTime('2026-11-21T05:00:00Z');
  asked.length = 0;
  line = {};
  sessionStorage.clear();
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return new Response();
  });
  Object.defineProperty(navigator, 'connection', { configurable: true, get: () => line });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { controller: {} } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const running = event('e1', '2026-11-20', '2026-11-25');

test('FAN-09c the running match is loaded with its pictures, and not again while it is fresh', async () => {
  await open([running]);
  expect(asked).toEqual(expect.arrayContaining(['list', 'event', '/s3/ugc/club/e1/thumbnail/1.jpg']));
  asked.length = 0;
  await open([running]);
  expect(asked).toEqual([]);
  vi.setSystemTime('2026-11-21T05:16:00Z');
  await open([running]);
  expect(asked).toContain('list');
});

test('FAN-09c nothing is loaded without a match going on, a worker to keep it, or where the fan saves data', async () => {
  await open([event('next', '2026-11-24', '2026-11-25')]);
  line = { saveData: true };
  await open([running]);
  line = { effectiveType: '2g' };
  await open([running]);
  line = {};
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { controller: null } });
  await open([running]);
  expect(asked).toEqual([]);
});

test('FAN-09c twelve cards and four large pictures, AVIFs where there are any', () => {
  const photos = Array.from({ length: 20 }, (_, n) => photo(n, n === 1 ? [240] : [240, 480, 768, 1024]));
  const urls = picturesOf(photos, '/s3');
  expect(urls.filter((url) => url.includes('/variant/480/'))).toHaveLength(11);
  expect(urls).toContain('/s3/ugc/club/e1/thumbnail/1.jpg');
  expect(urls.filter((url) => url.includes('/variant/1024/'))).toHaveLength(3);
});
