import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClockOffset } from '../device/clockOffset.ts';
import { createLeavingTime, createObjectStore } from './objectStore.ts';

const KEY = 'ugc/club/event/original/abcdefghij0123456789.jpg';
const MEGABYTES = 2_400_000;

/** A browser's request whose socket takes the whole body at once; the answer comes when the test says so. */
class BufferedRequest extends EventTarget {
  static readonly LOADING = 3;
  static readonly DONE = 4;
  static open: BufferedRequest[] = [];
  readonly upload = new EventTarget();
  readonly responseText = '';
  readonly status = 200;
  readyState = 1;
  isAborted = false;
  open() {}
  setRequestHeader() {}
  getAllResponseHeaders = () => 'etag: "1"\r\nx-amz-request-id: 1';
  send() {
    BufferedRequest.open.push(this);
  }
  hand(loaded: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded }));
  }
  answer() {
    this.readyState = BufferedRequest.DONE;
    this.dispatchEvent(new Event('readystatechange'));
  }
  abort() {
    this.isAborted = true;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', BufferedRequest);
  BufferedRequest.open = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A put of 2.4 MB that is on its way, and what became of it. */
async function startPut() {
  const store = createObjectStore({
    config: { endpoint: 'http://store.test/s3', region: 'test-1', bucket: 'photos', publicBase: '/s3/photos' },
    credentials: { get: async () => ({ accessKeyId: 'A', secretAccessKey: 'S', sessionToken: 'T' }) },
    clock: createClockOffset(),
    hasProgress: true,
  });
  const outcome = { code: 'waits' };
  const put = store.put(KEY, new Uint8Array(MEGABYTES).fill(1).buffer, {
    userId: 'fan',
    signal: new AbortController().signal,
  });
  const settled = put.then(
    () => Object.assign(outcome, { code: 'stored' }),
    ({ code }) => Object.assign(outcome, { code }),
  );
  await vi.waitFor(() => expect(BufferedRequest.open).toHaveLength(1), { timeout: 10_000 });
  return { outcome, settled, request: BufferedRequest.open[0] as BufferedRequest };
}

test('T23 bytes the system took at once are given the time the slowest line needs for them', async () => {
  const { outcome, settled, request } = await startPut();
  request.hand(MEGABYTES);
  await vi.advanceTimersByTimeAsync(MEGABYTES / 16 + 25_000);
  expect(outcome.code).toBe('waits');
  request.answer();
  await settled;
  expect(outcome.code).toBe('stored');
});

test('T23 an upload without an end is given up 30 s after that, one without a beginning after 30 s', async () => {
  for (const [handed, waited] of [
    [MEGABYTES, MEGABYTES / 16 + 31_000],
    [0, 31_000],
  ] as const) {
    BufferedRequest.open = [];
    const { outcome, request } = await startPut();
    if (handed > 0) request.hand(handed);
    await vi.advanceTimersByTimeAsync(waited - 3_000);
    expect(outcome.code, `${handed}`).toBe('waits');
    await vi.advanceTimersByTimeAsync(3_000);
    expect([outcome.code, request.isAborted], `${handed}`).toEqual(['TIMEOUT', true]);
  }
});

test('T23 the time counts from what is still to leave: a line that is quicker uses up none of it', () => {
  let now = 1_000;
  const leavingTime = createLeavingTime(() => now);
  expect(leavingTime(1_600)).toBe(100);
  now += 40;
  expect(leavingTime(3_200)).toBe(160);
  now += 10_000;
  expect(leavingTime(4_800)).toBe(100);
});
