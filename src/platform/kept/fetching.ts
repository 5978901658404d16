/** One match after the other is fetched, by one tab of the device; what was interrupted goes on from what is here (KEP-01c). */
import type { ClientConfig } from '../../contract/config.ts';
import type { FanEvent } from '../../contract/entities.ts';
import { AppError } from '../../contract/errors.ts';
import { KEPT_CACHE } from '../../contract/kept.ts';
import { KEPT } from '../../contract/limits.ts';
import { variantKey } from '../../contract/pictureKeys.ts';
import { blockedReasonOf } from '../../outbox/sendRules.ts';
import { keptKey } from '../../rules/keptPhotos.ts';
import { readLine, watchLine } from '../storage/sendRulesStore.ts';
import { recentlyUsedMessage } from '../storage/workerMessages.ts';
import { SteppedAside, SystemCancelled } from '../systemFetch/watchSystemFetch.ts';
import { hasAvif } from './deviceSpace.ts';
import { endSystemFetch } from './endSystemFetch.ts';
import { fetchBySystem } from './fetchBySystem.ts';
import { fetchMissing, LineFailure, type Missing, whileNothingIsStored } from './fetchMissing.ts';
import { type KeptFailure, type KeptRecord, openKept } from './keptDatabase.ts';
import { changeRecord } from './keptRecords.ts';
import { dropUnknown, forgetNowhere, removeKept, writeList, writePicture } from './keptStore.ts';
import type { KeptView } from './keptView.ts';
import { type ReadDeps, readKeepable } from './readKeepable.ts';
import { createStoring, KeepingStopped } from './storing.ts';

/** Pauses before another try without the fan, in milliseconds; the last one for good. */
const PAUSES_MS = [3_000, 10_000, 30_000, 120_000] as const;

/** Until a tab looks again whether the one that fetches is still there, in milliseconds. */
const OTHERS_MS = 10_000;

interface Running {
  readonly abort: AbortController;
  /** Also while it only waits for its turn: resolves after those before it. */
  done: Promise<void>;
  hasBegun: boolean;
}

export interface KeeperDeps {
  readonly config: Pick<ClientConfig, 'api' | 'apiKey' | 'objects'>;
  /** The page's tenant: only its matches are fetched here. */
  readonly tenant: string | null;
  readonly getFan: ReadDeps['getFan'];
  /** Title of the system's notification, and its icon. */
  readonly noticeOf: (record: KeptRecord) => { readonly title: string; readonly icon: string };
}

export function createFetching({ tenant, view, ...deps }: KeeperDeps & { readonly view: KeptView }) {
  const running = new Map<string, Running>();
  let queue: Promise<void> = Promise.resolve();
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const recordOf = (id: string): KeptRecord | undefined => view.read().records.get(id);
  const { fetchAll, readList } = createFetcher({ ...deps, view, stop, isWaitedFor: () => running.size > 1 });

  function start(id: string): void {
    const now = running.get(id);
    if ((now && !now.abort.signal.aborted) || recordOf(id)?.tenant !== tenant) return;
    const abort = new AbortController();
    const next: Running = { abort, hasBegun: false, done: queue };
    next.done = queue.then(() => {
      next.hasBegun = true;
      return run(id, abort.signal);
    });
    running.set(id, next);
    queue = next.done.then(() => forget(id, next));
  }

  function forget(id: string, ended: Running): void {
    if (running.get(id) === ended) running.delete(id);
  }

  /** All that is to be had and was not paused, after a start of the page, with new signal, on another line. */
  function goOn(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const { id, isWanted } of view.getSnapshot().matches) if (isWanted) start(id);
  }

  async function run(id: string, signal: AbortSignal): Promise<void> {
    try {
      const isOurs = await alone(async () => {
        await view.reload();
        if (recordOf(id)?.isWanted && !signal.aborted) await fetchAll(id, signal);
      });
      if (isOurs) tries = 0;
      else timer ??= setTimeout(goOn, OTHERS_MS);
    } catch (error) {
      const reason: unknown = signal.aborted ? signal.reason : error;
      const isPaused = reason instanceof DOMException && reason.name === 'AbortError';
      if (reason instanceof SteppedAside) timer ??= setTimeout(goOn, OTHERS_MS);
      else if (!isPaused) await fail(id, reason).catch(() => undefined);
    }
    await view.reload().catch(() => undefined);
  }

  async function fail(id: string, error: unknown): Promise<void> {
    if ((await noteFailure(id, error)) !== 'line') return;
    timer ??= setTimeout(goOn, PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)]);
    tries += 1;
  }

  /** Resolves when nothing more is stored for it, by whatever tab of the device it was begun. */
  async function stop(id: string): Promise<void> {
    const now = running.get(id);
    now?.abort.abort();
    // One that has not begun stores nothing any more. Its turn comes after whole other matches, which is not waited for.
    if (now?.hasBegun) await now.done;
    else if (now) forget(id, now);
    await endSystemFetch(id).catch(() => undefined);
  }

  addEventListener('online', goOn);
  watchLine(() => {
    holdOnMetered(running, recordOf);
    goOn();
  });
  goOn();
  return { start, stop, look: (id: string) => look(id, { tenant, view, readList }) };
}

/** The system does not ask on which line it is. */
function holdOnMetered(running: ReadonlyMap<string, Running>, recordOf: (id: string) => KeptRecord | undefined): void {
  for (const [id, { abort }] of running) {
    const { isBySystem, onMetered } = recordOf(id) ?? {};
    if (isBySystem && !onMetered && isMetered()) abort.abort(new KeepingStopped('metered'));
  }
}

interface LookDeps extends Pick<KeeperDeps, 'tenant'> {
  readonly view: KeptView;
  readonly readList: (record: KeptRecord, signal: AbortSignal) => Promise<void>;
}

/** Its page is looked at. */
async function look(id: string, { tenant, view, readList }: LookDeps): Promise<void> {
  const record = view.read().records.get(id);
  if (record === undefined) return;
  await changeRecord(id, { openedAt: Date.now() });
  await view.reload();
  const isDue = Date.now() - record.checkedAt > KEPT.checkMs && !record.isWanted;
  if (!isDue || navigator.onLine === false || record.tenant !== tenant) return;
  await alone(() => readList(record, AbortSignal.timeout(KEPT.checkMs))).catch((error: unknown) =>
    // It is gone for everybody; whatever else it is, what is here stays as it is.
    isGone(error) ? removeKept([id]) : undefined,
  );
  await view.reload();
}

/** What went wrong, as it is told; null: nothing did, but the match is gone for everybody, and now here, or the fan ended it. */
async function noteFailure(id: string, error: unknown): Promise<KeptFailure | null> {
  if (isGone(error)) {
    await removeKept([id]);
    return null;
  }
  if (error instanceof SystemCancelled) {
    await changeRecord(id, { isWanted: false, failure: null, isBySystem: false });
    return null;
  }
  const reason = reasonOf(error);
  const goesOn = reason === 'line' || reason === 'metered';
  await changeRecord(id, { failure: reason, ...(goesOn ? {} : { isWanted: false }) });
  return reason;
}

const isGone = (error: unknown): boolean => error instanceof AppError && /NOT_FOUND$/.test(error.code);

interface FetcherDeps extends Omit<KeeperDeps, 'tenant'> {
  readonly view: KeptView;
  readonly stop: (id: string) => Promise<void>;
  readonly isWaitedFor: () => boolean;
}

/** Fetches one match: its list where that is old, then the pictures that are missing. */
function createFetcher({ config, getFan, noticeOf, view, stop, isWaitedFor }: FetcherDeps) {
  const recordOf = (id: string): KeptRecord | undefined => view.read().records.get(id);
  async function fetchAll(id: string, signal: AbortSignal): Promise<void> {
    const record = recordOf(id);
    if (record === undefined) return;
    if (isMetered() && !record.onMetered) {
      await endSystemFetch(id);
      throw new KeepingStopped('metered');
    }
    await changeRecord(id, { failure: null });
    // What could not be had at the last try may be there by now.
    await forgetNowhere(view.read().names.get(id) ?? []);
    if (Date.now() - record.checkedAt > KEPT.checkMs) await readList(record, signal);
    const onStored = (one: Missing, bytes: number) => store(id, one, bytes);
    const order = async () => {
      await view.reload();
      return { missing: await missingOf(id), cacheName: KEPT_CACHE, signal, onStored };
    };
    const bySystem = {
      id,
      ...noticeOf(record),
      onBegan: view.reload,
      onStalled: (isStalled: boolean) => view.setStalled(id, isStalled),
      isWaitedFor,
    };
    while (await fetchBySystem({ ...(await order()), ...bySystem }));
    await changeRecord(id, { isBySystem: false });
    const nowhere = await fetchMissing({ ...(await order()), atOnce: KEPT.atOnce });
    for (const { name } of nowhere) await writePicture(name, { address: '', bytes: 0 });
    await whileNothingIsStored(dropUnknown);
    await changeRecord(id, { isWanted: false, failure: null, wholeAt: Date.now() });
    // Its page opens as fast as one that was just looked at.
    const used = [record.path, ...(await headPictures(id))].map((path) => new URL(path, location.href).href);
    navigator.serviceWorker?.controller?.postMessage(recentlyUsedMessage(used));
  }

  async function missingOf(id: string): Promise<Missing[]> {
    const { pictures } = view.read();
    const [photos = [], isAvif] = await Promise.all([openKept().then((db) => db.get('lists', id)), hasAvif()]);
    return photos
      .filter(({ media_url }) => !pictures.has(media_url))
      .map((photo) => ({ name: photo.media_url, address: addressOf(keptKey(photo, isAvif)) }));
  }
  /** Of an event: what stands over its photos. */
  async function headPictures(id: string): Promise<string[]> {
    const answers = (await (await openKept()).get('answers', id)) ?? {};
    const event = Object.entries(answers).find(([key]) => key.startsWith('["getEvent",'))?.[1] as FanEvent | undefined;
    if (event?.thumbnail == null || event.thumbnail.startsWith('/')) return [];
    const { thumbnail, picture } = event;
    const side = picture?.variants.at(-1);
    return [addressOf(side === undefined ? thumbnail : variantKey(thumbnail, side))];
  }
  const addressOf = (key: string) => new URL(`${config.objects.publicBase}/${key}`, location.href).href;

  const takeIn = createStoring(view, stop);
  async function store(id: string, one: Missing, bytes: number): Promise<void> {
    await takeIn(id, one, bytes);
    // Another tab paused or removed it.
    if (recordOf(id)?.isWanted !== true) void stop(id);
  }

  async function readList(record: KeptRecord, signal: AbortSignal): Promise<void> {
    const { api: base, apiKey } = config;
    const read = await readKeepable(record, { base, apiKey, getFan, signal });
    await writeList(record.id, read, Date.now());
  }

  return { fetchAll, readList };
}

export const isMetered = (): boolean =>
  blockedReasonOf({ isPaused: false, onMetered: 'nothing' }, readLine(), 'post') === 'metered';

/** By one tab at a time; false: another is at it. Where there are no locks two may do the same work, and store the same. */
async function alone(work: () => Promise<void>): Promise<boolean> {
  const run = () => work().then(() => true);
  return navigator.locks
    ? navigator.locks.request('keep', { ifAvailable: true }, (lock) => lock !== null && run())
    : run();
}

function reasonOf(error: unknown): KeptFailure {
  if (error instanceof KeepingStopped) return error.reason;
  if (error instanceof LineFailure || (error instanceof AppError && error.retry === 'later')) return 'line';
  return error instanceof Error && error.name === 'QuotaExceededError' ? 'space' : 'storage';
}
