/**
 * Has the browser fetch pictures by itself: it goes on while the page is closed, with a notification of the system (KEP-03). As long as a
 * page looks, it takes in what comes as it comes; else the worker does at the end (`sw/receiveKept.ts`).
 */
import { KEPT } from '../../contract/limits.ts';
import { deviceStorage } from '../storage/webStorage.ts';
import { readSpace } from './deviceSpace.ts';
import { isOnDevice, type Missing, type MissingOrder, pictureIn, storeWhole } from './fetchMissing.ts';
import { changeRecord, readRecord } from './keptRecords.ts';
import { endSystemFetch, findSystemFetches, SYSTEM_FETCH, type SystemFetch, systemIdOf } from './systemFetch.ts';

export interface SystemOrder extends Omit<MissingOrder, 'atOnce' | 'fetch'> {
  /** The match's. */
  readonly id: string;
  /** Of the system's notification. */
  readonly title: string;
  readonly icon: string;
  /** It is the browser's from here on. */
  readonly onBegan: () => Promise<void>;
  /** It does not go on at the moment, or does again. */
  readonly onStalled: (isStalled: boolean) => void;
  /** Another match waits until this one has ended. */
  readonly isWaitedFor: () => boolean;
}

/** It does not go on, and another match waits for its turn; the browser's part of it stays. */
export class SteppedAside extends Error {}

/** The fan ended it in the system's notification. */
export class SystemCancelled extends Error {}

/**
 * Resolves when the browser has ended: true if it answered each request and brought something, so that it may be asked for more. False
 * where there is no such browser, it may not, does not begin, or broke off: what is missing then is for another way. Rejects with the signal's reason, SystemCancelled, SteppedAside, or what the cache or
 * `onStored` threw; nothing is fetched any more then.
 */
export async function fetchBySystem(order: SystemOrder): Promise<boolean> {
  const running = await findOrBegin(order).catch(() => null);
  return running !== null && follow(running, order);
}

async function findOrBegin(order: SystemOrder): Promise<SystemFetch | null> {
  const fetches = await findSystemFetches();
  if (fetches === null) return null;
  const { id, title, icon } = order;
  const running = await fetches.get(systemIdOf(id));
  if (running !== undefined) return running;
  const asked = (await notOnDevice(order.missing)).slice(0, SYSTEM_FETCH.max);
  if (asked.length < SYSTEM_FETCH.min || !(await isSystemAllowed()) || !(await hasRoomTwice(asked.length))) return null;
  const requests = asked.map(({ address }) => new Request(address, { mode: 'cors', credentials: 'omit' }));
  await changeRecord(id, { isBySystem: true });
  try {
    order.signal.throwIfAborted();
    return await fetches.fetch(systemIdOf(id), requests, { title, icons: [{ src: icon, sizes: '192x192' }] });
  } catch {
    await changeRecord(id, { isBySystem: false });
    return null;
  }
}

async function notOnDevice(missing: readonly Missing[]): Promise<Missing[]> {
  const seen = await Promise.all(missing.map(({ address }) => isOnDevice(address)));
  return missing.filter((_, i) => !seen[i]);
}

/** Until they are taken in, the browser holds what it fetched beside the cache. */
async function hasRoomTwice(pictures: number): Promise<boolean> {
  const { freeBytes } = await readSpace();
  return freeBytes === null || freeBytes >= 2 * pictures * KEPT.meanBytes + KEPT.spareBytes;
}

async function follow(running: SystemFetch, order: SystemOrder): Promise<boolean> {
  const { id, signal, onStalled } = order;
  const watched = watch(running, order);
  try {
    await order.onBegan();
    const isMoreToAsk = await Promise.race([takeIn(running, order, watched.moved), watched.broken]);
    if (running.failureReason === 'aborted' && (await wasCancelled(id))) throw new SystemCancelled();
    return isMoreToAsk && running.failureReason !== 'aborted';
  } catch (error) {
    if (error instanceof SystemCancelled || error instanceof SteppedAside) throw error;
    await endSystemFetch(id);
    if (!(error instanceof NeverBegan)) throw signal.aborted ? signal.reason : error;
    restSystem();
    return false;
  } finally {
    watched.end();
    onStalled(false);
  }
}

/** Whoever of ours ends it takes the mark away first. The worker may have heard of it before this page. */
async function wasCancelled(id: string): Promise<boolean> {
  const record = await readRecord(id);
  return record?.isBySystem === true || record?.isWanted === false;
}

class NeverBegan extends Error {}

/** Looks whether it goes on: what keeps it from doing so without end is told, or ends it. */
function watch(running: SystemFetch, { signal, onStalled, isWaitedFor }: SystemOrder) {
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

/** Takes in each as it comes, one after the other; ends when the browser has. True: each was answered, and some came. */
async function takeIn(running: SystemFetch, order: SystemOrder, moved: () => void): Promise<boolean> {
  const wanted = new Map(order.missing.map((one) => [one.address, one]));
  let came = 0;
  let turn = Promise.resolve();
  const takeOne = async (one: Missing, answer: Response) => {
    order.signal.throwIfAborted();
    const picture = await pictureIn(answer).catch(() => null);
    if (picture === null) return;
    await storeWhole(order, one, picture);
    came += 1;
  };
  // Rejected where it has just ended: what it brought, the worker takes in.
  const records = await running.matchAll().catch(() => []);
  const all = records.map(async ({ request, responseReady }) => {
    const answer = await responseReady.catch(() => null);
    const one = wanted.get(request.url);
    if (answer === null || one === undefined) return answer !== null;
    moved();
    turn = turn.then(() => takeOne(one, answer));
    await turn;
    return true;
  });
  const isAnswered = (await Promise.all(all)).every(Boolean);
  if (!isAnswered) await untilTold(running);
  return isAnswered && came > 0;
}

/** Why it ended comes after its last record, in an event. */
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
async function isSystemAllowed(): Promise<boolean> {
  if (Number(deviceStorage.getItem(REST)) > Date.now()) return false;
  const name = 'background-fetch' as PermissionName;
  return navigator.permissions?.query({ name }).then(
    ({ state }) => state === 'granted',
    () => false,
  );
}

/** It began nothing: not tried again for a while. */
const restSystem = (): unknown => deviceStorage.setItem(REST, String(Date.now() + SYSTEM_FETCH.restMs));
