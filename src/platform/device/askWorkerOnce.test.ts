import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askWorkerOnce } from './askWorkerOnce.ts';

type Answer = { readonly kind: 'ready' } | { readonly kind: 'done' | 'failed'; readonly text: string };

const workers: FakeWorker[] = [];
class FakeWorker {
  onmessage: (event: { readonly data: Answer }) => void = () => {};
  onerror: (event: { readonly message: string }) => void = () => {};
  asked: unknown = null;
  isEnded = false;
  constructor() {
    workers.push(this);
  }
  postMessage(question: unknown): void {
    this.asked = question;
  }
  terminate(): void {
    this.isEnded = true;
  }
}

beforeEach(() => {
  workers.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal('Worker', FakeWorker);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ask = () =>
  askWorkerOnce<Answer>({
    url: '/worker.js',
    name: 'one',
    question: 'how much?',
    timeoutMs: 1_000,
    answerFailure: (name, message) => ({ kind: 'failed', text: `${name}: ${message}` }),
  });
const end = { onmessage: (data: Answer) => workers[0]?.onmessage({ data }) };

test('SAF-32c a worker is asked once and ends with its answer', async () => {
  const answer = ask();
  expect(workers[0]?.asked).toBe('how much?');
  end.onmessage({ kind: 'ready' });
  expect(workers[0]?.isEnded).toBe(false);
  end.onmessage({ kind: 'done', text: 'this much' });
  expect([await answer, workers[0]?.isEnded]).toEqual([{ kind: 'done', text: 'this much' }, true]);
});

test('SAF-32c a worker that does not come up is no answer; one that breaks or takes too long is a failure', async () => {
  const lost = ask();
  workers[0]?.onerror({ message: 'blocked' });
  expect([await lost, workers[0]?.isEnded]).toEqual([null, true]);
  const broken = ask();
  workers[1]?.onmessage({ data: { kind: 'ready' } });
  workers[1]?.onerror({ message: 'broke' });
  expect(await broken).toEqual({ kind: 'failed', text: 'Error: broke' });
  const late = ask();
  vi.advanceTimersByTime(1_000);
  expect([await late, workers[2]?.isEnded]).toEqual([
    { kind: 'failed', text: 'Timeout: no answer of the worker' },
    true,
  ]);
});

test('SAF-32c where a browser has no workers, there is no answer', async () => {
  vi.stubGlobal('Worker', function Refused() {
    throw new Error('no workers');
  });
  expect(await ask()).toBeNull();
});
