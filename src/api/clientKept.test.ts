/** What is kept on the device answers where nobody else does. */
import { expect, test, vi } from 'vitest';
import { createApi } from './client.ts';
import { createRevalidation } from './revalidation.ts';

const json = (body: unknown, init: ResponseInit = {}) =>
  new Response(JSON.stringify(body), { ...init, headers: { 'content-type': 'application/json', ...init.headers } });
const event = { count: 7 };

function setUp(answer: Response | Error, value: unknown) {
  const kept = vi.fn(async () => value);
  const revalidation = createRevalidation({ isStale: false, endpoints: new Set() });
  const api = createApi({
    config: { api: 'http://fan.test/f', apiKey: 'KEY' },
    getTenant: () => 'club',
    getToken: async () => null,
    revalidation,
    fetch: async () => {
      if (answer instanceof Response) return answer.clone();
      throw answer;
    },
    kept,
  });
  return { api, kept, revalidation };
}

test.each([
  ['no signal', new TypeError('Failed to fetch')],
  ['a server that fails', json({ code: 'UNAVAILABLE' }, { status: 503 })],
  ['a portal', new Response('<html>', { headers: { 'content-type': 'text/html' } })],
])('KEP-01e %s: what is kept answers, and says that it is old', async (_name, answer) => {
  const { api, revalidation } = setUp(answer, event);
  expect(await api.getPhotoCount({ query: { e: 'e1' } })).toEqual(event);
  expect(revalidation.getSnapshot().isStale).toBe(true);
});

test('DAT-02a who has a badge every page asks: an old answer to that does not say that the page is old', async () => {
  const { api, revalidation } = setUp(json({ list: [] }, { headers: { 'x-stale': '1' } }), undefined);
  await api.getAmbassadors();
  await api.getOfficialUser();
  expect(revalidation.getSnapshot().isStale).toBe(false);
  await api.getEvents();
  expect(revalidation.getSnapshot().isStale).toBe(true);
});

test('KEP-01e of what the worker had the kept answer makes the whole; it is given what was seen', async () => {
  const { api, kept } = setUp(json({ count: 3 }, { headers: { 'x-stale': '1' } }), event);
  expect(await api.getPhotoCount({ query: { e: 'e1' } })).toEqual(event);
  expect(kept).toHaveBeenCalledWith('getPhotoCount', { query: { e: 'e1' } }, { count: 3 });
});

test.each([
  ['the server’s own refusal', json({ code: 'EVENT_NOT_FOUND' }, { status: 404 }), event],
  ['too many calls', json({ code: 'RATE_LIMITED' }, { status: 429 }), event],
  ['nothing is kept', new TypeError('Failed to fetch'), undefined],
  ['another build’s shape', new TypeError('Failed to fetch'), { n: 7 }],
])('KEP-01e %s stays a failure', async (_name, answer, value) => {
  const { api } = setUp(answer, value);
  await expect(api.getPhotoCount({ query: { e: 'e1' } })).rejects.toHaveProperty('name', 'AppError');
});

test('KEP-01e with signal nobody looks at what is kept', async () => {
  const { api, kept } = setUp(json({ count: 3 }), event);
  expect(await api.getPhotoCount({ query: { e: 'e1' } })).toEqual({ count: 3 });
  expect(kept).not.toHaveBeenCalled();
});

test('KEP-01e what a write is decided by is never the kept answer', async () => {
  const { api, kept } = setUp(new TypeError('Failed to fetch'), event);
  await expect(api.getPhotoCount({ query: { e: 'e1' }, isFresh: true })).rejects.toHaveProperty('code', 'NETWORK');
  expect(kept).not.toHaveBeenCalled();
});
