import { expect, test, vi } from 'vitest';

vi.mock('./prepareWorker.ts?worker&url', () => ({ default: '/prepare.js' }));

const { createImagePreparer } = await import('./imagePreparer.ts');

type Behaviour = (answer: (data: unknown) => void, fail: (message: string) => void) => void;

/** Workers that behave as told, one after the other; the last behaviour stays. */
function workers(...behaviours: Behaviour[]) {
  const started: { terminated: boolean; asked: number }[] = [];
  const createWorker = () => {
    const target = new EventTarget();
    const state = { terminated: false, asked: 0 };
    started.push(state);
    const behaviour = behaviours[Math.min(started.length, behaviours.length) - 1];
    const answer = (data: unknown) => target.dispatchEvent(new MessageEvent('message', { data }));
    const fail = (message: string) => target.dispatchEvent(Object.assign(new Event('error'), { message }));
    return {
      addEventListener: target.addEventListener.bind(target),
      terminate: () => {
        state.terminated = true;
      },
      postMessage: () => {
        state.asked++;
        queueMicrotask(() => behaviour?.(answer, fail));
      },
    };
  };
  return { createWorker, started };
}
const result = { original: new ArrayBuffer(2), thumbnail: new ArrayBuffer(1), prepared: {} };
const good: Behaviour = (answer) => {
  answer({ kind: 'ready' });
  answer({ kind: 'prepared', result });
};
const crash: Behaviour = (answer, fail) => {
  answer({ kind: 'ready' });
  fail('out of memory');
};
const bytes = new ArrayBuffer(8);

test('T12 pictures are prepared one at a time, by one worker', async () => {
  let running = 0;
  let most = 0;
  const { createWorker, started } = workers((answer) => {
    most = Math.max(most, ++running);
    setTimeout(() => {
      running--;
      good(answer, () => undefined);
    }, 1);
  });
  const preparer = createImagePreparer({ createWorker });
  await Promise.all(['a', 'b', 'c'].map((name) => preparer.prepare(bytes, name)));
  expect(most).toBe(1);
  expect(started).toMatchObject([{ asked: 3 }]);
});

test('T12 a worker that dies is replaced; the picture that kills it twice is refused for good', async () => {
  const { createWorker, started } = workers(crash, crash, good);
  const preparer = createImagePreparer({ createWorker });
  await expect(preparer.prepare(bytes, 'a.jpg')).rejects.toMatchObject({ code: 'IMAGE_LOAD', retry: 'later' });
  await expect(preparer.prepare(bytes, 'a.jpg')).rejects.toMatchObject({ code: 'IMAGE_LOAD', retry: 'never' });
  await expect(preparer.prepare(bytes, 'b.jpg')).resolves.toBe(result);
  expect(started.map((worker) => worker.terminated)).toEqual([true, true, false]);
});

test('T12 a worker that hangs is ended and the picture may be tried again', async () => {
  const { createWorker, started } = workers((answer) => answer({ kind: 'ready' }), good);
  const preparer = createImagePreparer({ createWorker, timeoutMs: 5 });
  await expect(preparer.prepare(bytes, 'a.jpg')).rejects.toMatchObject({ code: 'IMAGE_LOAD', retry: 'later' });
  expect(started[0]?.terminated).toBe(true);
  await expect(preparer.prepare(bytes, 'a.jpg')).resolves.toBe(result);
});

test('T28 a worker whose file cannot be had says nothing about the picture', async () => {
  const { createWorker } = workers((_, fail) => fail('Failed to load'));
  const preparer = createImagePreparer({ createWorker });
  for (let i = 0; i < 4; i++) {
    await expect(preparer.prepare(bytes, 'a.jpg')).rejects.toMatchObject({ retry: 'later' });
  }
});

test('PST-07a a refusal keeps its code, and the worker lives on', async () => {
  const { createWorker, started } = workers((answer) =>
    answer({ kind: 'failed', code: 'IMAGE_NOT_JPEG', retry: 'never', detail: '' }),
  );
  const preparer = createImagePreparer({ createWorker });
  for (const name of ['a.jpg', 'b.jpg']) {
    await expect(preparer.prepare(bytes, name)).rejects.toMatchObject({ code: 'IMAGE_NOT_JPEG', retry: 'never' });
  }
  expect(started).toHaveLength(1);
});
