import { describe, expect, test, vi } from 'vitest';
import { AppError } from '../contract/errors.ts';
import { createApi, type TokenRequest } from './client.ts';
import { createRevalidation } from './revalidation.ts';

const json = (body: unknown, init: ResponseInit & { headers?: Record<string, string> } = {}) =>
  new Response(JSON.stringify(body), { ...init, headers: { 'content-type': 'application/json', ...init.headers } });

function setUp(answers: (Response | Error)[], token: string | null = 'T1', isSignedIn?: () => boolean) {
  const sent: { url: URL; init: RequestInit }[] = [];
  const fetch = vi.fn(async (url: string | URL | Request, init: RequestInit = {}) => {
    sent.push({ url: new URL(String(url)), init });
    const answer = answers.shift();
    if (answer instanceof Response) return answer;
    throw answer ?? new Error('No answer left');
  });
  const getToken = vi.fn(async (request?: TokenRequest) => (request?.force && token !== null ? `${token}-new` : token));
  const dates: number[] = [];
  const written: unknown[] = [];
  const ended: unknown[] = [];
  const revalidation = createRevalidation({ isStale: false, endpoints: new Set() });
  const api = createApi({
    config: { api: 'http://fan.test/f', apiKey: 'KEY' },
    getTenant: () => 'club',
    getToken,
    revalidation,
    fetch: fetch as typeof globalThis.fetch,
    stallMs: 50,
    onServerDate: ({ serverDate }) => dates.push(serverDate),
    onWritten: (name, body) => written.push([name, body]),
    onAnswered: (name, isServerFault) => ended.push([name, isServerFault]),
    ...(isSignedIn ? { isSignedIn } : {}),
  });
  return { api, sent, getToken, revalidation, dates, written, ended };
}
const headersOf = (init: RequestInit | undefined) => init?.headers as Record<string, string>;
const refusalOf = (run: Promise<unknown>) =>
  run.then(
    () => ({ code: 'no refusal', retry: '' }),
    (error: unknown) =>
      error instanceof AppError ? { code: error.code, retry: error.retry } : { code: String(error), retry: '' },
  );

test('every call carries key and tenant, a GET its timestamp, a signed-in call its token', async () => {
  const { api, sent } = setUp([json({ usepermit: true })]);
  expect(await api.getUsepermit()).toEqual({ usepermit: true });
  const [{ url, init } = { url: new URL('x:'), init: {} }] = sent;
  expect(url.pathname).toBe('/f/user/usepermit');
  expect(Number(url.searchParams.get('timestamp'))).toBeGreaterThan(1.7e12);
  // Addresses stand in the logs of whoever is on the way: nothing that opens anything is in them.
  expect([...url.searchParams.keys()]).toEqual(['timestamp']);
  expect(headersOf(init)).toMatchObject({
    'x-api-key': 'KEY',
    'x-api-tenant': 'club',
    'x-api-authorization': 'Bearer T1',
  });
});

test('KEY-03c a write the server has taken is told; a refused one, and what was read, are not', async () => {
  const refused = json({ code: 'NOT_ALLOWED' }, { status: 403 });
  const { api, written } = setUp([json({ result: 'ok' }), json({ list: [] }), refused]);
  const body = { follow_user: '5a1c6d3e-0000-4000-8000-000000000001' };
  await api.putFollow({ body });
  expect(written).toEqual([['putFollow', body]]);
  await api.getTeams();
  await refusalOf(api.deleteFollow({ body }));
  expect(written).toEqual([['putFollow', body]]);
});

test('FAN-22c the server’s faults are told, also where a kept answer hides them, and what it served', async () => {
  const stale = (value: string) => json({ list: [] }, { headers: { 'x-stale': value } });
  const failed = () => json({ code: 'UNAVAILABLE' }, { status: 503 });
  const proxy = new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } });
  const refused = json({ code: 'NOT_ALLOWED' }, { status: 403 });
  const { api, ended } = setUp([
    failed(),
    proxy,
    stale('503'),
    stale('1'),
    refused,
    new TypeError('x'),
    json({ list: [] }),
  ]);
  for (let calls = 0; calls < 7; calls += 1) await refusalOf(api.getTeams());
  expect(ended).toEqual([true, true, true, false].map((isFault) => ['getTeams', isFault]));
});

test('DAT-03b an answer that is never kept goes past every cache, others may be answered by the worker', async () => {
  const { api, sent } = setUp([json({ list: [] }), json({ list: [] }), json({ list: [] })]);
  await api.getSessions();
  await api.getMutes();
  await api.getTeams();
  expect(sent.map(({ init }) => init.cache)).toEqual(['no-store', 'default', 'default']);
});

test('HLF-10 who is signed in goes past shared caches, also in calls without a token; a visitor does not', async () => {
  const world = { isSignedIn: false };
  const { api, sent } = setUp([json({ list: [] }), json({ list: [] })], null, () => world.isSignedIn);
  await api.getTeams();
  world.isSignedIn = true;
  await api.getTeams();
  const asked = sent.map(({ init }) => headersOf(init));
  expect(asked.map((headers) => headers['cache-control'])).toEqual([undefined, 'no-cache']);
  expect(asked.map((headers) => headers['x-api-authorization'])).toEqual([undefined, undefined]);
});

test('HLF-10 T22 an answer a cache kept on the way tells nothing of the clock', async () => {
  const date = { date: new Date(0).toUTCString() };
  const { api, dates } = setUp([
    json({ list: [] }, { headers: { ...date, age: '3' } }),
    json({ list: [] }, { headers: date }),
  ]);
  await api.getTeams();
  expect(dates).toEqual([]);
  await api.getTeams();
  expect(dates).toEqual([0]);
});

test.each([
  [503, '7', 7_000],
  [429, '0', 0],
  [503, 'Wed, 21 Oct 2026 07:28:00 GMT', undefined],
  [503, '-1', undefined],
])('HLF-16b a refusal with %i carries the seconds the server names: %s', async (status, given, retryAfterMs) => {
  const headers = { 'retry-after': given };
  const { api } = setUp([json({ code: 'OVERLOADED' }, { status, headers }), new Response('busy', { status, headers })]);
  for (let call = 0; call < 2; call += 1) await expect(api.getTeams()).rejects.toMatchObject({ retryAfterMs });
});

test('anonymous calls send no token, calls for users are not sent without one', async () => {
  const { api, sent, getToken } = setUp([json({ list: [] })], null);
  await api.getTeams();
  expect(headersOf(sent[0]?.init)['x-api-authorization']).toBeUndefined();
  expect(getToken).not.toHaveBeenCalled();
  expect(await refusalOf(api.putUsepermit({ body: { usepermit: true } }))).toEqual({
    code: 'UNAUTHENTICATED',
    retry: 'login',
  });
  expect(sent).toHaveLength(1);
});

test('path parameters are encoded, undefined conditions left out, bodies are JSON', async () => {
  const { api, sent } = setUp([
    json({ comments: [], count: 0 }),
    json({ media_list: [], cursor: null, total: null }),
    json({ result: 'ok' }),
  ]);
  await api.getComments({ params: { media_url: 'ugc/club/e/original/a.jpg' } });
  await api.getPublicList({ params: { publicListId: 'all' }, query: { e: undefined, ht: 'a b' } });
  await api.putFollow({ body: { follow_user: 'u' } });
  expect(sent[0]?.url.pathname).toBe('/f/media/public/list/item/comments/ugc%2Fclub%2Fe%2Foriginal%2Fa.jpg');
  expect([...(sent[1]?.url.searchParams.keys() ?? [])]).toEqual(['ht', 'timestamp']);
  expect(sent[2]?.init).toMatchObject({ method: 'PUT', body: '{"follow_user":"u"}', redirect: 'error' });
  expect(sent[2]?.url.search).toBe('');
});

test('ACC-07 a token the server calls expired is renewed once and the call repeated', async () => {
  const refused = () => json({ code: 'TOKEN_EXPIRED' }, { status: 401 });
  const { api, sent } = setUp([refused(), json({ usepermit: false }), refused(), refused()]);
  expect(await api.getUsepermit()).toEqual({ usepermit: false });
  expect(headersOf(sent[1]?.init)['x-api-authorization']).toBe('Bearer T1-new');
  expect(await refusalOf(api.getUsepermit())).toEqual({ code: 'TOKEN_EXPIRED', retry: 'login' });
  expect(sent).toHaveLength(4);
});

test('ROL-01 what anybody may read is read without a token when the login was revoked', async () => {
  const { api, sent, getToken } = setUp([json({ code: 'UNAUTHENTICATED' }, { status: 401 }), json({ list: [] })]);
  getToken.mockImplementation(async (request) => {
    if (request?.force) throw new AppError('NotAuthorizedException', 'login');
    return 'T1';
  });
  expect(await api.getNotices()).toEqual({ list: [] });
  expect(headersOf(sent[1]?.init)['x-api-authorization']).toBeUndefined();
});

test('T24 a captive portal is temporary, whatever status it answers with', async () => {
  const html = (status: number) => new Response('<html>', { status, headers: { 'content-type': 'text/html' } });
  const { api } = setUp([html(200), html(403), html(502), json({ list: 'x' }), json({ list: [] }, { status: 201 })]);
  for (const code of ['BAD_ANSWER', 'BAD_ANSWER', 'UNAVAILABLE', 'BAD_ANSWER']) {
    expect(await refusalOf(api.getTeams())).toEqual({ code, retry: 'later' });
  }
  expect((await refusalOf(api.getTeams())).code).not.toBe('no refusal');
});

test('T23 a dropped connection and an abort that is not ours are temporary; ours is an abort', async () => {
  const dropped = new DOMException('The operation was aborted.', 'AbortError');
  const { api } = setUp([new TypeError('Load failed'), dropped, dropped]);
  expect(await refusalOf(api.getTeams())).toEqual({ code: 'NETWORK', retry: 'later' });
  expect(await refusalOf(api.getTeams())).toEqual({ code: 'NETWORK', retry: 'later' });
  expect(await refusalOf(api.getTeams({ signal: AbortSignal.abort() }))).toEqual({ code: 'ABORTED', retry: 'later' });
});

test('T23 a call that hears nothing times out', async () => {
  const api = createApi({
    config: { api: 'http://fan.test/f', apiKey: 'KEY' },
    getTenant: () => 'club',
    getToken: async () => null,
    stallMs: 20,
    fetch: ((_: string, init: RequestInit) =>
      new Promise((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      })) as typeof globalThis.fetch,
  });
  expect(await refusalOf(api.getTeams())).toEqual({ code: 'TIMEOUT', retry: 'later' });
});

test('ERR-01a the server’s own refusal keeps its code; a gateway’s gets the one of its status', async () => {
  const { api } = setUp([
    json({ code: 'EVENT_HAS_POSTS' }, { status: 406 }),
    json({ message: 'Forbidden' }, { status: 403 }),
    json({ code: 'RATE_LIMITED' }, { status: 429 }),
  ]);
  const remove = () => refusalOf(api.deleteEvent({ body: { event_id: 'e' } }));
  expect(await remove()).toEqual({ code: 'EVENT_HAS_POSTS', retry: 'never' });
  expect(await remove()).toEqual({ code: 'NOT_ALLOWED', retry: 'never' });
  expect(await remove()).toEqual({ code: 'RATE_LIMITED', retry: 'later' });
});

test('DAT-02c an answer of the worker’s cache is marked stale until a fresh one comes', async () => {
  const { api, revalidation } = setUp([json({ list: [] }, { headers: { 'x-stale': '1' } }), json({ list: [] })]);
  await api.getTeams();
  expect(revalidation.getSnapshot()).toEqual({ isStale: true, endpoints: new Set(['getTeams']) });
  await api.getTeams();
  expect(revalidation.getSnapshot()).toEqual({ isStale: false, endpoints: new Set() });
});

describe('the worker’s copy after an own write', () => {
  const at = (date: string, isStale = false) => ({
    headers: { date: `Sat, 21 Nov 2026 ${date} GMT`, ...(isStale && { 'x-stale': '1' }) },
  });

  test('DAT-02c is not taken where it is from before: the call goes past the worker', async () => {
    const { api, sent, revalidation } = setUp([
      json({ result: 'ok' }, at('09:00:10')),
      json({ usepermit: false }, at('09:00:10', true)),
      json({ usepermit: true }, at('09:00:20')),
    ]);
    await api.putUsepermit({ body: { usepermit: true } });
    await api.getUsepermit();
    expect(sent.map(({ init }) => init.cache)).toEqual(['no-store', 'default', 'no-store']);
    expect(revalidation.getSnapshot().isStale).toBe(false);
  });

  test('DAT-02c is taken where it is from after, of other answers, and where nothing else comes', async () => {
    const { api, sent, revalidation } = setUp([
      json({ result: 'ok' }, at('09:00:10')),
      json({ usepermit: true }, at('09:00:11', true)),
      json({ list: [] }, at('08:00:00', true)),
      json({ usepermit: false }, at('09:00:09', true)),
      new TypeError('Failed to fetch'),
    ]);
    await api.putUsepermit({ body: { usepermit: true } });
    await api.getUsepermit();
    await api.getSeasons();
    expect(sent).toHaveLength(3);
    expect(await api.getUsepermit()).toEqual({ usepermit: false });
    expect(sent).toHaveLength(5);
    expect(revalidation.getSnapshot().isStale).toBe(true);
  });

  test('DAT-02c after muting somebody every list of before is asked for anew', async () => {
    const { api, sent } = setUp([
      json({ result: 'ok' }, at('09:00:10')),
      json({ list: [] }, at('09:00:00', true)),
      json({ list: [] }, at('09:00:20')),
    ]);
    await api.putMute({ body: { mute_user: '5a1c6d3e-0000-4000-8000-000000000001' } });
    await api.getSeasons();
    expect(sent).toHaveLength(3);
  });

  test('DAT-02c what a write is decided by is asked past the worker, whatever was written here', async () => {
    const { api, sent } = setUp([json({ usepermit: true }, at('09:00:11'))]);
    await api.getUsepermit({ isFresh: true });
    expect(sent.map(({ init }) => init.cache)).toEqual(['no-store']);
  });
});
