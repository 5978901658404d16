/** What a page does beside a fetch of the browser's own: may it begin, does it go on, why has it ended. */
import { deviceStorage } from '../storage/webStorage.ts';
import { SYSTEM_FETCH, type SystemFetch } from './systemFetch.ts';

/** It does not go on, and another one waits for its turn; the browser's part of it stays. */
export class SteppedAside extends Error {}

/** The fan ended it in the system's notification. */
export class SystemCancelled extends Error {}

/** It brought nothing in its time. */
export class NeverBegan extends Error {}

interface Watched {
  readonly signal: AbortSignal;
  /** It does not go on at the moment, or does again. */
  readonly onStalled: (isStalled: boolean) => void;
  /** Another one waits until this one has ended. */
  readonly isWaitedFor?: () => boolean;
}

/** Looks whether it goes on: what keeps it from doing so without end is told, or ends it. `broken` only ever rejects. */
export function watchSystemFetch(running: SystemFetch, { signal, onStalled, isWaitedFor = () => false }: Watched) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasMoved = running.downloaded > 0;
  let breakOff: (reason: unknown) => void = () => undefined;
  const broken = new Promise<never>((_, reject) => {
    breakOff = reject;
  });
  // Whoever races with it hears of it.
  broken.catch(() => undefined);
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(stall, hasMoved ? SYSTEM_FETCH.stalledMs : SYSTEM_FETCH.startMs);
  };
  const stall = () => {
    // Without signal it has no chance to begin; once it has begun, the fan may have paused it in the notification.
    if (!hasMoved && navigator.onLine !== false) breakOff(new NeverBegan());
    else if (isWaitedFor()) breakOff(new SteppedAside());
    else {
      onStalled(true);
      wait();
    }
  };
  const moved = () => {
    hasMoved = true;
    onStalled(false);
    wait();
  };
  const progress = () => {
    if (running.downloaded > 0) moved();
  };
  const abort = () => breakOff(signal.reason);
  running.addEventListener('progress', progress);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  wait();
  return {
    broken,
    moved,
    end() {
      clearTimeout(timer);
      running.removeEventListener('progress', progress);
      signal.removeEventListener('abort', abort);
    },
  };
}

/**
 * Hands over each answer as it comes, in no order; ends when the browser has. True: each request was answered. `onAnswer` that throws
 * ends it with that.
 */
export async function eachAnswer(
  running: SystemFetch,
  onAnswer: (address: string, answer: Response) => Promise<void>,
): Promise<boolean> {
  // Rejected where it has just ended: what it brought, the worker takes in.
  const records = await running.matchAll().catch(() => []);
  const all = records.map(async ({ request, responseReady }) => {
    const answer = await responseReady.catch(() => null);
    if (answer !== null) await onAnswer(request.url, answer);
    return answer !== null;
  });
  const isAnswered = (await Promise.all(all)).every(Boolean);
  await untilTold(running);
  return isAnswered;
}

/** That it has ended, and why, comes after its last record, in an event; until then the browser still finds it under its id. */
const TOLD_MS = 5_000;
async function untilTold(running: SystemFetch): Promise<void> {
  if (running.result !== '') return;
  await new Promise<void>((done) => {
    const timer = setTimeout(done, TOLD_MS);
    running.addEventListener('progress', () => {
      if (running.result === '') return;
      clearTimeout(timer);
      done();
    });
  });
}

const REST = 'kept_by_page_until';

/** False where the fan or the browser does not want it at once: it would begin paused, or not at all. */
export async function isSystemAllowed(): Promise<boolean> {
  if (Number(deviceStorage.getItem(REST)) > Date.now()) return false;
  const name = 'background-fetch' as PermissionName;
  return navigator.permissions?.query({ name }).then(
    ({ state }) => state === 'granted',
    () => false,
  );
}

/** It began nothing: not tried again for a while. */
export const restSystem = (): unknown => deviceStorage.setItem(REST, String(Date.now() + SYSTEM_FETCH.restMs));
