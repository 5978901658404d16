/** What the browser fetched of a kept match by itself (Background Fetch, KEP-03): taken in when it has ended, as a page would. */
import { KEPT_CACHE } from '../src/contract/kept.ts';
import { keptNotices } from '../src/messages/jaKeptNotices.ts';
import { endSystemFetch, keptIdIn } from '../src/platform/kept/endSystemFetch.ts';
import { LineFailure, pictureIn, storeWhole, whileNothingIsStored } from '../src/platform/kept/fetchMissing.ts';
import type { KeptFailure, KeptRecord } from '../src/platform/kept/keptDatabase.ts';
import { changeRecord, readRecord } from '../src/platform/kept/keptRecords.ts';
import { dropUnknown, sweepPictures, writePicture } from '../src/platform/kept/keptStore.ts';
import { createKeptView, type KeptView } from '../src/platform/kept/keptView.ts';
import { createStoring, KeepingStopped } from '../src/platform/kept/storing.ts';
import type { SystemFetch, SystemFetchEvent } from '../src/platform/systemFetch/systemFetch.ts';
import { originalOf } from '../src/rules/objectKeys.ts';

declare const self: ServiceWorkerGlobalScope;

/** A fetch of the browser's own has ended, or its notification was pressed. */
export async function receiveSystemFetch(event: SystemFetchEvent): Promise<void> {
  await (event.type === 'backgroundfetchclick' ? openKeptPage(event) : receiveKept(event));
}

/** Its notification was pressed: the match's page, in a window that shows it already where there is one. */
async function openKeptPage({ registration }: SystemFetchEvent): Promise<void> {
  const id = keptIdIn(registration.id);
  const record = id === null ? undefined : await readRecord(id);
  const address = new URL(record?.path ?? '/', self.location.origin).href;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = windows.find(({ url }) => url.split('#')[0] === address);
  await (shown?.focus() ?? self.clients.openWindow(address));
}

/** The browser has ended: whole, with failures, or because the fan or the page said so. */
async function receiveKept(event: SystemFetchEvent): Promise<void> {
  const id = keptIdIn(event.registration.id);
  const view = createKeptView();
  await view.reload();
  const record = id === null ? undefined : view.read().records.get(id);
  // Removed meanwhile: nothing of it is taken in.
  if (record === undefined) return;
  const failure = await takeIn(event.registration, record, view);
  await view.reload();
  await whileNothingIsStored(dropUnknown);
  await sweepPictures();
  // Removed while it was taken in: there is nothing to tell of it.
  if (!view.read().records.has(record.id)) return;
  const isWhole = missingOf(record.id, view).length === 0;
  await noteEnd(event.registration, record, isWhole ? 'whole' : failure);
  await view.reload();
  const { partly, done, stopped } = keptNotices;
  const told = isWhole ? done : failure === null ? partly : stopped;
  // Refused where it was ended, or the notification is gone.
  await event.updateUI?.({ title: told(record.title) }).catch(() => undefined);
}

const missingOf = (id: string, view: KeptView): string[] => {
  const { names, pictures } = view.read();
  return (names.get(id) ?? []).filter((name) => !pictures.has(name));
};

/** Takes in what came and is not here; a page that looks may have taken in most of it. What stopped it; null: nothing. */
async function takeIn(fetched: SystemFetch, { id }: KeptRecord, view: KeptView): Promise<KeptFailure | null> {
  // Object names are random: the last part of a key tells the photo.
  const wanted = new Map(missingOf(id, view).map((name) => [name.split('/').at(-1), name]));
  const onStored = createStoring(view, (gone) => endSystemFetch(gone).catch(() => undefined));
  for (const { request, responseReady } of await fetched.matchAll()) {
    const name = wanted.get(originalOf(request.url).split('/').at(-1));
    if (name === undefined) continue;
    try {
      const picture = await pictureIn(await responseReady);
      const one = { name, address: request.url };
      if (picture === null) await writePicture(name, { address: '', bytes: 0 });
      else await storeWhole({ cacheName: KEPT_CACHE, onStored: (...stored) => onStored(id, ...stored) }, one, picture);
    } catch (error) {
      const stop = stopOf(error);
      if (stop !== null) return stop;
    }
  }
  return null;
}

/** null: this one picture did not come; others may have. */
function stopOf(error: unknown): KeptFailure | null {
  if (error instanceof KeepingStopped) return error.reason;
  if (error instanceof LineFailure || !(error instanceof Error)) return null;
  if (error.name === 'QuotaExceededError') return 'space';
  // Without an answer: ended before, or no line.
  return error.name === 'AbortError' || error.name === 'UnknownError' || error instanceof TypeError ? null : 'storage';
}

async function noteEnd(
  { failureReason }: SystemFetch,
  { id }: KeptRecord,
  end: 'whole' | KeptFailure | null,
): Promise<void> {
  const before = await readRecord(id);
  const isCancelled = failureReason === 'aborted' && before?.isBySystem === true;
  const ended = { isBySystem: false, isWanted: false, failure: null };
  if (end === 'whole') await changeRecord(id, { ...ended, wholeAt: Date.now() });
  else if (isCancelled) await changeRecord(id, ended);
  // Ended by a page, which goes on its own way or notes why not.
  else if (failureReason === 'aborted') return;
  else if (end !== null) await changeRecord(id, { ...ended, failure: end });
  // A match of more photos than are asked for at once goes on when a page is next opened.
  else if (!(await isPageAtIt()))
    await changeRecord(id, { isBySystem: false, failure: failureReason === '' ? null : 'line' });
}

/** A page that fetches goes on with what is missing, and tells of it. */
async function isPageAtIt(): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === 'keep');
}
