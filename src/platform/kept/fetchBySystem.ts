/**
 * Has the browser fetch pictures by itself: it goes on while the page is closed, with a notification of the system (KEP-03). As long as a
 * page looks, it takes in what comes as it comes; else the worker does at the end (`sw/receiveKept.ts`).
 */
import { beginSystemFetch, findSystemFetches, SYSTEM_FETCH, type SystemFetch } from '../systemFetch/systemFetch.ts';
import {
  eachAnswer,
  isSystemAllowed,
  NeverBegan,
  restSystem,
  SteppedAside,
  SystemCancelled,
  watchSystemFetch,
} from '../systemFetch/watchSystemFetch.ts';
import { hasRoomTwice } from './deviceSpace.ts';
import { endSystemFetch, systemIdOf } from './endSystemFetch.ts';
import { isOnDevice, type Missing, type MissingOrder, pictureIn, storeWhole } from './fetchMissing.ts';
import { changeRecord, readRecord } from './keptRecords.ts';

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
  await changeRecord(id, { isBySystem: true });
  try {
    order.signal.throwIfAborted();
    const addresses = asked.map(({ address }) => address);
    return await beginSystemFetch(fetches, systemIdOf(id), addresses, { title, icon });
  } catch {
    await changeRecord(id, { isBySystem: false });
    return null;
  }
}

async function notOnDevice(missing: readonly Missing[]): Promise<Missing[]> {
  const seen = await Promise.all(missing.map(({ address }) => isOnDevice(address)));
  return missing.filter((_, i) => !seen[i]);
}

async function follow(running: SystemFetch, order: SystemOrder): Promise<boolean> {
  const { id, signal, onStalled } = order;
  const watched = watchSystemFetch(running, order);
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
  const isAnswered = await eachAnswer(running, async (address, answer) => {
    const one = wanted.get(address);
    if (one === undefined) return;
    moved();
    turn = turn.then(() => takeOne(one, answer));
    await turn;
  });
  return isAnswered && came > 0;
}
