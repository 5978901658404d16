/** A wait between two tries: at least, doubled with each, and at most, in milliseconds. */
const PAUSE = { first: 1_000, most: 30_000 } as const;
/** Tries of a picture the server answers, but not with a picture. Without an answer there is no end: signal comes back. */
const TRIES = 4;
/** A picture takes no longer than this on a line that works, in milliseconds. */
const PATIENCE_MS = 120_000;
/** Deleted or hidden: asking again gives nothing. */
const GONE: ReadonlySet<number> = new Set([401, 403, 404, 410]);

export interface FetchPorts {
  readonly fetch: typeof globalThis.fetch;
  /** Ends early when there is signal again, or with the signal's reason. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Is there no answer at the moment? */
  readonly onWaiting: (isWaiting: boolean) => void;
}

type Answer = Blob | 'gone' | 'no signal' | 'broken';

/**
 * One picture, whole. Past the worker's caches, which are for what is looked at.
 * @returns null: it cannot be had
 * @throws the signal's reason
 */
export async function fetchForZip(address: string, ports: FetchPorts, signal: AbortSignal): Promise<Blob | null> {
  let broken = 0;
  for (let tries = 0; ; tries += 1) {
    const answer = await ask(address, ports.fetch, signal);
    signal.throwIfAborted();
    ports.onWaiting(answer === 'no signal');
    if (answer instanceof Blob) return answer;
    if (answer === 'broken') broken += 1;
    if (answer === 'gone' || broken >= TRIES) return null;
    await ports.pause(Math.min(PAUSE.most, PAUSE.first * 2 ** tries), signal);
  }
}

/** null: a portal's page in place of the picture, a server that is busy, or a part of it. */
async function wholePicture(answer: Response): Promise<Blob | null> {
  if (!answer.ok || !/^image\//.test(answer.headers.get('content-type') ?? '')) return null;
  const picture = await answer.blob();
  const told = Number(answer.headers.get('content-length') ?? picture.size);
  return picture.size > 0 && (answer.headers.has('content-encoding') || told === picture.size) ? picture : null;
}

async function ask(address: string, fetch: FetchPorts['fetch'], signal: AbortSignal): Promise<Answer> {
  const given = new AbortController();
  const giveUp = () => given.abort();
  const timer = setTimeout(giveUp, PATIENCE_MS);
  signal.addEventListener('abort', giveUp);
  try {
    const response = await fetch(address, { cache: 'no-store', credentials: 'omit', signal: given.signal });
    if (GONE.has(response.status)) return 'gone';
    return (await wholePicture(response)) ?? 'broken';
  } catch {
    return 'no signal';
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}

/** Waits so long, or until the browser says that it is online. */
export function pauseForSignal(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done, refuse) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      if (signal.aborted) refuse(signal.reason);
      else done();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
