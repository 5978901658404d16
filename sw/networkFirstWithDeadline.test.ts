// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StrategyHandler } from 'workbox-strategies';
import { NETWORK_DEADLINE_MS } from '../src/contract/limits.ts';
import { isLineThin } from '../src/platform/device/savesData.ts';
import { isAnswered, isJson } from './cacheableResponses.ts';
import { NetworkFirstWithDeadline, withStaleHeader } from './networkFirstWithDeadline.ts';

const json = (body: string, status = 200): Response =>
  new Response(body, { status, headers: { 'content-type': 'application/json' } });
const portal = (): Response => new Response('<html>', { headers: { 'content-type': 'text/html' } });

/** What Workbox gives a strategy, on one kept answer. */
function createHandler(network: () => Promise<Response>, kept: Response | null) {
  const puts: [string, Response][] = [];
  const handler = {
    fetch: network,
    cacheMatch: async () => kept ?? undefined,
    cachePut: async (key: string, response: Response) => void puts.push([key, response]),
    waitUntil: (promise: Promise<unknown>) => promise,
  };
  return { handler: handler as unknown as StrategyHandler, puts };
}
const strategy = (fallback?: () => Promise<Response | undefined>) =>
  new NetworkFirstWithDeadline({
    cacheName: 'answers',
    isGood: isAnswered,
    isKept: isJson,
    markStale: withStaleHeader,
    keyOf: () => 'http://fans.test/kept',
    ...(fallback ? { fallback } : {}),
  });
const request = new Request('http://fans.test/f/x', { headers: { 'x-api-authorization': 'Bearer secret' } });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('DAT-02a DAT-03b the network comes first; its answer is kept under the key, without request headers', async () => {
  const { handler, puts } = createHandler(async () => json('{"new":1}'), json('{"old":1}'));
  const answer = await strategy()._handle(request, handler);
  expect(await answer.text()).toBe('{"new":1}');
  expect(answer.headers.has('x-stale')).toBe(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(puts.map(([key]) => key)).toEqual(['http://fans.test/kept']);
  // Nothing is waited for any more: a worker with nothing to do may be ended.
  expect(vi.getTimerCount()).toBe(0);
});

test('DAT-02a a failed navigation preload (Firefox: an answer of its own) is none: what was kept comes', async () => {
  const page = new NetworkFirstWithDeadline({
    cacheName: 'pages',
    isGood: ({ status }) => status < 500,
    isKept: () => true,
  });
  const failed = Object.defineProperties(new Response(), { type: { value: 'error' }, status: { value: 0 } });
  const { handler, puts } = createHandler(async () => failed, json('{"old":1}'));
  const answer = await page._handle(request, handler);
  expect(await answer.text()).toBe('{"old":1}');
  await vi.advanceTimersByTimeAsync(0);
  expect(puts).toEqual([]);
});

test('DAT-02a DAT-02c after the deadline the kept answer comes, marked; the late one is still kept', async () => {
  let arrive: (response: Response) => void = () => undefined;
  const late = new Promise<Response>((resolve) => {
    arrive = resolve;
  });
  const { handler, puts } = createHandler(() => late, json('{"old":1}'));
  const answering = strategy()._handle(request, handler);
  await vi.advanceTimersByTimeAsync(NETWORK_DEADLINE_MS);
  const answer = await answering;
  expect(await answer.text()).toBe('{"old":1}');
  expect(answer.headers.get('x-stale')).toBe('1');
  arrive(json('{"new":1}'));
  await vi.advanceTimersByTimeAsync(0);
  expect(puts).toHaveLength(1);
});

test('FAN-22c the kept answer tells that it comes because the server failed', async () => {
  const { handler } = createHandler(async () => json('{"code":"UNAVAILABLE"}', 503), json('{"old":1}'));
  const answer = await strategy()._handle(request, handler);
  expect([await answer.text(), answer.headers.get('x-stale')]).toEqual(['{"old":1}', '503']);
});

test('DAT-02a on a slow line the waits of a page and its calls do not add up; a quick one ends the hurry', async () => {
  const silent = () => new Promise<Response>(() => undefined);
  const ask = (network: () => Promise<Response>) =>
    strategy()._handle(request, createHandler(network, json('{"old":1}')).handler);
  const page = ask(silent);
  await vi.advanceTimersByTimeAsync(NETWORK_DEADLINE_MS);
  await page;
  const call = ask(silent);
  await vi.advanceTimersByTimeAsync(500);
  expect((await call).headers.get('x-stale')).toBe('1');
  expect(await (await ask(async () => json('{"new":1}'))).text()).toBe('{"new":1}');
  const arrives = ask(() => new Promise((resolve) => setTimeout(resolve, 1_000, json('{"new":2}'))));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await (await arrives).text()).toBe('{"new":2}');
});

test('DAT-02a the hurry lasts ten seconds from the first wait: the waits in it do not make it last', async () => {
  const ask = (ms: number) => {
    const network = () => new Promise<Response>((resolve) => setTimeout(resolve, ms, json(`{"new":${ms}}`)));
    return strategy()._handle(request, createHandler(network, json('{"old":1}')).handler);
  };
  const shownAfter = async (asked: Promise<Response>, ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return (await asked).text();
  };
  const [slow, hurried] = [60_000, 300];
  expect(await shownAfter(ask(slow), NETWORK_DEADLINE_MS)).toBe('{"old":1}');
  await vi.advanceTimersByTimeAsync(9_000);
  expect(await shownAfter(ask(slow), hurried)).toBe('{"old":1}');
  await vi.advanceTimersByTimeAsync(700);
  expect(await shownAfter(ask(1_000), 1_000)).toBe('{"new":1000}');
});

test('DAT-02a on a line known to be thin what was kept does not wait; what was not kept does come', async () => {
  const page = new NetworkFirstWithDeadline({
    cacheName: 'pages',
    isGood: isAnswered,
    isKept: isJson,
    isThin: isLineThin,
  });
  vi.stubGlobal('navigator', { connection: { effectiveType: '3g' } });
  const poor = () => new Promise<Response>((resolve) => setTimeout(resolve, 1_600, json('{"new":1}')));
  let shown = '';
  void page._handle(request, createHandler(poor, json('{"old":1}')).handler).then(async (kept) => {
    shown = await kept.text();
  });
  const unknown = page._handle(request, createHandler(poor, null).handler);
  await vi.advanceTimersByTimeAsync(400);
  expect(shown).toBe('{"old":1}');
  await vi.advanceTimersByTimeAsync(1_200);
  expect(await (await unknown).text()).toBe('{"new":1}');
  vi.unstubAllGlobals();
});

test('DAT-02a offline the kept answer comes at once; with none the failure is told', async () => {
  const offline = () => Promise.reject(new TypeError('Failed to fetch'));
  const kept = await strategy()._handle(request, createHandler(offline, json('{}')).handler);
  expect(kept.headers.get('x-stale')).toBe('1');
  await expect(strategy()._handle(request, createHandler(offline, null).handler)).rejects.toThrow('Failed to fetch');
});

test('T24 a captive portal is never kept, and the kept answer is preferred to it', async () => {
  const { handler, puts } = createHandler(async () => portal(), json('{"old":1}'));
  expect(await (await strategy()._handle(request, handler)).text()).toBe('{"old":1}');
  expect(puts).toEqual([]);
});

test('ERR-01a a refusal of the server is its own word; a failing server is answered from what was kept', async () => {
  const refused = await strategy()._handle(
    request,
    createHandler(async () => json('{"code":"X"}', 403), json('{}')).handler,
  );
  expect(refused.status).toBe(403);
  const failing = await strategy()._handle(
    request,
    createHandler(async () => json('{}', 503), json('{"old":1}')).handler,
  );
  expect(await failing.text()).toBe('{"old":1}');
  const alone = await strategy()._handle(request, createHandler(async () => json('{"code":"X"}', 503), null).handler);
  expect(alone.status).toBe(503);
});

test('RTE-18c a page never seen before falls back to the shell where a server in between fails', async () => {
  const failing = async () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 });
  const { handler } = createHandler(failing, null);
  expect(await (await strategy(async () => new Response('shell'))._handle(request, handler)).text()).toBe('shell');
  expect((await strategy(async () => undefined)._handle(request, handler)).status).toBe(502);
});

test('RTE-18c a page never seen before falls back to the shell when the network is silent', async () => {
  const silent = () => new Promise<Response>(() => undefined);
  const shell = async () => new Response('shell');
  const answering = strategy(shell)._handle(request, createHandler(silent, null).handler);
  await vi.advanceTimersByTimeAsync(NETWORK_DEADLINE_MS);
  expect(await (await answering).text()).toBe('shell');
});
