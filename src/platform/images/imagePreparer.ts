import { AppError } from '../../contract/errors.ts';
import { MAX_IMAGE_SIDE } from '../../contract/limits.ts';
import type { ImagePreparer } from '../../outbox/ports.ts';
import type { PictureEdit } from '../../rules/pictureEdit.ts';
import { trustedScriptUrl } from '../device/trustedTypes.ts';
import type { PreparedJpeg } from './prepareJpeg.ts';
import type { PrepareAnswer, PrepareRequest } from './prepareProtocol.ts';
import workerUrl from './prepareWorker.ts?worker&url';

/** A slow phone takes some seconds for its largest picture; beyond this the worker hangs. Milliseconds. */
const TIMEOUT_MS = 90_000;
/** An idle worker gives its memory back after this long, in milliseconds. */
const IDLE_MS = 30_000;
/** A picture that killed this many workers is refused: the next try would end alike. */
const MAX_CRASHES = 2;

/** The part of Worker we use; tests give their own. */
export type PrepareWorker = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>;

export interface PreparerSettings {
  readonly createWorker?: () => PrepareWorker;
  readonly timeoutMs?: number;
  readonly idleMs?: number;
}

/**
 * Preparation in an own module worker, one picture at a time: started with the first, ended when idle, replaced when it crashes or hangs.
 * The given buffer is copied, so the caller keeps it.
 */
export function createImagePreparer(settings: PreparerSettings = {}): ImagePreparer {
  const { createWorker = startWorker, timeoutMs = TIMEOUT_MS, idleMs = IDLE_MS } = settings;
  const crashes = new Map<string, number>();
  let worker: PrepareWorker | null = null;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function end() {
    worker?.terminate();
    worker = null;
  }

  async function prepareNow(bytes: ArrayBuffer, edit: PictureEdit | null, maxSide: number): Promise<PreparedJpeg> {
    clearTimeout(idle);
    worker ??= createWorker();
    try {
      const answer = await ask(worker, { bytes, edit, maxSide }, timeoutMs);
      if (answer.kind === 'prepared') return answer.result;
      throw new AppError(answer.code, answer.retry, { cause: answer.detail });
    } catch (error) {
      if (error instanceof WorkerLost) end();
      throw error;
    } finally {
      idle = setTimeout(end, idleMs);
    }
  }

  return {
    prepare(bytes, fileName, edit = null, maxSide = MAX_IMAGE_SIDE) {
      const picture = `${fileName}:${bytes.byteLength}`;
      const run = last
        .then(() => prepareNow(bytes, edit, maxSide))
        .catch((error: unknown) => {
          if (!(error instanceof WorkerLost)) throw error;
          // A worker that never came up (its file is not on the device) says nothing about the picture.
          if (!error.wasReady) throw new AppError('IMAGE_LOAD', 'later', { cause: error });
          const count = (crashes.get(picture) ?? 0) + 1;
          crashes.set(picture, count);
          throw new AppError('IMAGE_LOAD', count < MAX_CRASHES ? 'later' : 'never', { cause: error });
        });
      last = run.catch(() => undefined);
      return run;
    },
  };
}

const startWorker = (): PrepareWorker => new Worker(trustedScriptUrl(workerUrl), { type: 'module', name: 'prepare' });

/** The worker died, could not be loaded, or did not answer in time. */
class WorkerLost extends Error {
  readonly wasReady: boolean;
  constructor(reason: string, wasReady: boolean) {
    super(reason);
    this.wasReady = wasReady;
  }
}

/** Workers that came up. */
const ready = new WeakSet<PrepareWorker>();

type Result = Exclude<PrepareAnswer, { readonly kind: 'ready' }>;

function ask(worker: PrepareWorker, request: PrepareRequest, timeoutMs: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const heard = new AbortController();
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      heard.abort();
      settle();
    };
    const lose = (reason: string) => finish(() => reject(new WorkerLost(reason, ready.has(worker))));
    const timer = setTimeout(() => lose('timeout'), timeoutMs);
    const options = { signal: heard.signal };
    worker.addEventListener(
      'message',
      (event) => {
        const answer = (event as MessageEvent<PrepareAnswer>).data;
        ready.add(worker);
        if (answer.kind !== 'ready') finish(() => resolve(answer));
      },
      options,
    );
    worker.addEventListener('error', (event) => lose((event as ErrorEvent).message), options);
    worker.addEventListener('messageerror', () => lose('messageerror'), options);
    worker.postMessage(request);
  });
}
