/** Rows and pictures of kept matches together: a picture counts once it is in the cache and has its row (KEP-01c). */
import type { Photo } from '../../contract/entities.ts';
import { KEPT_CACHE } from '../../contract/kept.ts';
import { endSystemFetches } from './endSystemFetch.ts';
import { type KeptAnswers, type KeptOwn, type KeptPicture, type KeptRecord, openKept } from './keptDatabase.ts';
import { withoutFan } from './withoutFan.ts';

/** What is kept, as screens and budget count it. */
export interface KeptState {
  readonly records: ReadonlyMap<string, KeptRecord>;
  /** Keys of the photos of each, the newest first. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** By the photo's key. No bytes: its picture is nowhere to be had. */
  readonly pictures: ReadonlyMap<string, KeptPicture>;
  /** The fan's choice; undefined: none yet. */
  readonly budget: number | undefined;
}

/** `before`: what was read last; lists that were not read from the server since are not read from the disk again. */
export async function readKept(before?: KeptState): Promise<KeptState> {
  const db = await openKept();
  const [records, pictureNames, pictures, budget] = await Promise.all([
    db.getAll('collections'),
    db.getAllKeys('pictures'),
    db.getAll('pictures'),
    db.get('settings', 'budget'),
  ]);
  const names = new Map<string, readonly string[]>();
  for (const { id, checkedAt } of records) {
    const known = before?.records.get(id)?.checkedAt === checkedAt ? before.names.get(id) : undefined;
    names.set(id, known ?? namesOf((await db.get('lists', id)) ?? []));
  }
  return {
    records: new Map(records.map((one) => [one.id, one])),
    names,
    pictures: new Map(pictureNames.flatMap((name, i) => (pictures[i] ? [[name, pictures[i]] as const] : []))),
    budget,
  };
}

/** Notes whether any match is kept. Pages do so in web storage (`keptMark.ts`), which workers have none of (T04). */
export const keptNote = { write: (_isAny: boolean): void => undefined };

const namesOf = (photos: readonly Photo[]): string[] => photos.map(({ media_url }) => media_url);

export async function writeRecord(record: KeptRecord): Promise<void> {
  await (await openKept()).put('collections', record);
  keptNote.write(true);
}

export const writeBudget = async (bytes: number): Promise<unknown> =>
  (await openKept()).put('settings', bytes, 'budget');

export interface ReadList {
  readonly photos: readonly Photo[];
  readonly answers: KeptAnswers;
  /** What of it is the fan's; null: nobody is signed in. */
  readonly own: KeptOwn | null;
}

/** A list as the server has it now. Pictures of photos that are gone go. */
export async function writeList(id: string, read: ReadList, now: number): Promise<void> {
  const { photos, answers, own } = read;
  const tx = (await openKept()).transaction(['collections', 'lists', 'answers', 'own'], 'readwrite');
  const record = await tx.objectStore('collections').get(id);
  if (record) {
    await tx.objectStore('collections').put({ ...record, checkedAt: now });
    await tx.objectStore('lists').put(photos, id);
    await tx.objectStore('answers').put(answers, id);
    if (own === null) await tx.objectStore('own').delete(id);
    else await tx.objectStore('own').put(own, id);
  }
  await tx.done;
  await sweepPictures();
}

export const writePicture = async (name: string, picture: KeptPicture): Promise<unknown> =>
  (await openKept()).put('pictures', picture, name);

/**
 * Notes a picture of a match that came. False: its photo has left the list meanwhile, or the match the device, and it must go.
 * `checkedAt`: of the list the caller knows its photo from.
 */
export async function notePicture(
  { id, name, checkedAt }: { readonly id: string; readonly name: string; readonly checkedAt: number | undefined },
  picture: KeptPicture,
): Promise<boolean> {
  const tx = (await openKept()).transaction(['collections', 'lists', 'pictures'], 'readwrite');
  const record = await tx.objectStore('collections').get(id);
  const isOld = record?.checkedAt !== checkedAt;
  const isListed = isOld ? namesOf((await tx.objectStore('lists').get(id)) ?? []).includes(name) : true;
  const isWelcome = record !== undefined && isListed;
  if (isWelcome) await tx.objectStore('pictures').put(picture, name);
  await tx.done;
  return isWelcome;
}

const OF_ONE = ['collections', 'lists', 'answers', 'own'] as const;

/** Takes matches off the device, with the pictures no other has. */
export async function removeKept(ids: readonly string[]): Promise<void> {
  const tx = (await openKept()).transaction(OF_ONE, 'readwrite');
  for (const id of ids) for (const store of OF_ONE) await tx.objectStore(store).delete(id);
  const left = await tx.objectStore('collections').count();
  await tx.done;
  keptNote.write(left > 0);
  await sweepPictures();
}

/** Pictures of no list go, with their rows. A picture that is being stored has no row yet, but its photo stands in a list. */
export async function sweepPictures(): Promise<void> {
  const db = await openKept();
  const lists = await db.getAll('lists');
  const wanted = new Set(lists.flatMap(namesOf));
  const tx = db.transaction('pictures', 'readwrite');
  const gone: string[] = [];
  for (let row = await tx.store.openCursor(); row !== null; row = await row.continue()) {
    if (wanted.has(row.key)) continue;
    gone.push(row.value.address);
    await row.delete();
  }
  await tx.done;
  if (lists.length === 0) {
    await caches.delete(KEPT_CACHE);
    return;
  }
  const cache = await caches.open(KEPT_CACHE);
  await Promise.all(gone.map((address) => cache.delete(address, { ignoreVary: true })));
}

/** Pictures without a row: of a match that was removed while one was stored. Only while nothing is stored: a new one has no row yet. */
export async function dropUnknown(): Promise<void> {
  const rows = await (await openKept()).getAll('pictures');
  const known = new Set(rows.map(({ address }) => address));
  const cache = await caches.open(KEPT_CACHE);
  for (const request of await cache.keys())
    if (!known.has(request.url)) await cache.delete(request, { ignoreVary: true });
}

/** Lets "nowhere to be had" be tried again. */
export async function forgetNowhere(names: readonly string[]): Promise<void> {
  const tx = (await openKept()).transaction('pictures', 'readwrite');
  for (const name of names) if ((await tx.store.get(name))?.bytes === 0) await tx.store.delete(name);
  await tx.done;
}

/** A photo is gone: deleted, hidden or taken down. It leaves every kept list at once (OPR-02). */
export async function forgetKeptPhoto(name: string): Promise<void> {
  const tx = (await openKept()).transaction('lists', 'readwrite');
  for (let row = await tx.store.openCursor(); row !== null; row = await row.continue()) {
    const left = row.value.filter(({ media_url }) => media_url !== name);
    if (left.length < row.value.length) await row.update(left);
  }
  await tx.done;
  await readAnew();
}

/** Lists changed here: whoever shows them reads them again, and the next look at the server comes soon. */
async function readAnew(): Promise<void> {
  const tx = (await openKept()).transaction('collections', 'readwrite');
  for (let row = await tx.store.openCursor(); row !== null; row = await row.continue())
    await row.update({ ...row.value, checkedAt: 0 });
  await tx.done;
  await sweepPictures();
}

/** A fan signs out: own marks go, and all that names the fan (SAF-15). What anybody may see stays. */
export async function forgetFan(userId: string): Promise<void> {
  await endSystemFetches().catch(() => undefined);
  const tx = (await openKept()).transaction(['lists', 'answers', 'own'], 'readwrite');
  await tx.objectStore('own').clear();
  const names = (value: unknown) => JSON.stringify(value).includes(userId);
  for (let row = await tx.objectStore('lists').openCursor(); row !== null; row = await row.continue())
    await row.update(row.value.filter((photo) => !names(photo)));
  for (let row = await tx.objectStore('answers').openCursor(); row !== null; row = await row.continue()) {
    const left = Object.entries(row.value).map(([key, value]) => [key, withoutFan(value, userId)] as const);
    await row.update(Object.fromEntries(left.filter(([key, value]) => !names([key, value]))));
  }
  await tx.done;
  await readAnew();
}
