/** Has the browser fetch the photos of a ZIP by itself: it goes on while the page is closed, with a notification of the system (KEP-03). */
import { ORIGINAL_MEAN_BYTES } from '../../contract/limits.ts';
import { hasRoomTwice } from '../kept/deviceSpace.ts';
import type { UnfinishedZipStore, ZipRecord } from '../storage/unfinishedZip.ts';
import { beginSystemFetch, findSystemFetches, SYSTEM_FETCH, type SystemFetch } from './systemFetch.ts';
import {
  eachAnswer,
  isSystemAllowed,
  NeverBegan,
  restSystem,
  SystemCancelled,
  watchSystemFetch,
} from './watchSystemFetch.ts';
import { wholePicture, zipFetchIdOf } from './zipFetch.ts';

export interface ZipOrder {
  readonly record: ZipRecord;
  readonly store: UnfinishedZipStore;
  /** Of the system's notification. */
  readonly title: string;
  readonly icon: string;
  readonly signal: AbortSignal;
  /** The browser is at it; so many photos are kept by now. */
  readonly onKept: (count: number) => void;
  /** It does not go on at the moment, or does again. */
  readonly onStalled: (isStalled: boolean) => void;
}

/** Whether the browser is at it, perhaps since a page before this one. */
export async function isFetchingZip(record: ZipRecord): Promise<boolean> {
  return (await findRunning(record).catch(() => undefined)) !== undefined;
}

/**
 * Resolves when the browser has ended or does not fetch: none, not allowed, too few photos, does not begin, breaks off, no room. What is
 * missing then is for the page.
 * @throws SystemCancelled: the fan ended it in the notification; the signal's reason. Nothing is fetched any more then.
 */
export async function fetchZipBySystem(order: ZipOrder): Promise<void> {
  let isMoreToAsk = true;
  while (isMoreToAsk) {
    const running = await findOrBegin(order).catch(() => null);
    order.signal.throwIfAborted();
    isMoreToAsk = running !== null && (await follow(running, order));
  }
}

const findRunning = async (record: ZipRecord): Promise<SystemFetch | undefined> =>
  (await findSystemFetches())?.get(zipFetchIdOf(record));

async function findOrBegin({ record, store, title, icon }: ZipOrder): Promise<SystemFetch | null> {
  const fetches = await findSystemFetches();
  if (fetches === null) return null;
  const running = await findRunning(record);
  if (running !== undefined) return running;
  const asked = (await store.missing(record)).slice(0, SYSTEM_FETCH.max);
  if (
    asked.length < SYSTEM_FETCH.min ||
    !(await isSystemAllowed()) ||
    !(await hasRoomTwice(asked.length, ORIGINAL_MEAN_BYTES))
  )
    return null;
  const addresses = asked.map(({ address }) => address);
  return beginSystemFetch(fetches, zipFetchIdOf(record), addresses, { title, icon });
}

/** The device takes no more: what came stays, the page goes on as it can. */
class NoRoom extends Error {}

/** True: each was answered and some came, so that more may be asked for. */
async function follow(running: SystemFetch, { record, store, signal, onKept, onStalled }: ZipOrder): Promise<boolean> {
  const watched = watchSystemFetch(running, { signal, onStalled });
  const wanted = new Map(record.photos.map(({ address }) => [new URL(address, location.href).href, address]));
  let kept = record.photos.length - (await store.missing(record)).length;
  let came = 0;
  let turn = Promise.resolve();
  const takeOne = async (address: string, answer: Response) => {
    if (signal.aborted || (await store.read(address)) !== null) return;
    const picture = await wholePicture(answer).catch(() => null);
    // Given up while it was read: it would be kept for nobody.
    if (picture === null || signal.aborted) return;
    if (!(await store.keep(address, picture))) throw new NoRoom();
    kept += 1;
    came += 1;
    onKept(kept);
  };
  try {
    onKept(kept);
    const answered = eachAnswer(running, async (url, answer) => {
      const address = wanted.get(url);
      if (address === undefined) return;
      watched.moved();
      turn = turn.then(() => takeOne(address, answer));
      await turn;
    });
    const isAnswered = await Promise.race([answered, watched.broken]);
    if (running.failureReason === 'aborted') throw new SystemCancelled();
    return isAnswered && came > 0;
  } catch (error) {
    if (error instanceof SystemCancelled) throw error;
    await running.abort();
    signal.throwIfAborted();
    if (error instanceof NeverBegan) restSystem();
    return false;
  } finally {
    watched.end();
    onStalled(false);
  }
}
