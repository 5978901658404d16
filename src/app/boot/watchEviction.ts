/**
 * Notices that the browser has deleted the device's database with posts that waited in it (QUE-05a). A mark of how many photos wait stands
 * in local storage with the id of the database they are in. A mark of another database means that this one is new, and the photos are gone.
 */
import { getDefaultStore } from 'jotai';
import type { OutboxSnapshot } from '../../outbox/client.ts';
import { isPublic } from '../../outbox/stages.ts';
import { type ClientDatabase, transact } from '../../platform/storage/clientDatabase.ts';
import { readJson, writeJson } from '../../platform/storage/storedJson.ts';
import { deviceStorage } from '../../platform/storage/webStorage.ts';
import { createObjectName } from '../../rules/objectKeys.ts';
import { lostPhotosAtom } from '../shell/lostPhotos.ts';

const MARK = 'waiting-photos';
const BORN = 'born';

interface Mark {
  /** Id of the database. */
  readonly born: string;
  readonly photos: number;
}

/** Returns what waited when this device was last open; null: nothing. */
export function readWaitingMark(): Mark | null {
  const found = readJson(deviceStorage, MARK) as Partial<Mark> | null;
  return typeof found?.born === 'string' && Number.isInteger(found.photos) ? (found as Mark) : null;
}

/** Returns the random id of the database, which gets one when it has none. */
export const readBorn = (database: ClientDatabase): Promise<string> =>
  database.run((db) =>
    transact(db, ['settings'], async (tx) => {
      const settings = tx.objectStore('settings');
      const found = await settings.get(BORN);
      if (typeof found === 'string') return found;
      const born = createObjectName();
      await settings.put(born, BORN);
      return born;
    }),
  );

export interface EvictionDeps {
  readonly database: ClientDatabase;
  readonly outbox: { subscribe(listener: () => void): () => void; read(): OutboxSnapshot };
}

/** Starts at once. Says nothing where the device has no storage. */
export function watchEviction({ database, outbox }: EvictionDeps): void {
  let last = -1;
  const follow = async (): Promise<void> => {
    const { jobs, isLoaded } = outbox.read();
    const photos = jobs.flatMap((job) => job.photos).filter((photo) => !isPublic(photo) && photo.step !== 'refused');
    if (!isLoaded || photos.length === last) return;
    last = photos.length;
    // Asked each time: the database may be deleted under an open page, too.
    const born = await readBorn(database);
    const mark = readWaitingMark();
    if (mark && mark.born !== born) getDefaultStore().set(lostPhotosAtom, { count: mark.photos, dismiss });
    else if (photos.length > 0) writeJson(deviceStorage, MARK, { born, photos: photos.length });
    else deviceStorage.removeItem(MARK);
  };
  const dismiss = (): void => {
    deviceStorage.removeItem(MARK);
    getDefaultStore().set(lostPhotosAtom, null);
    last = -1;
    start();
  };
  const start = () => void follow().catch(() => undefined);
  outbox.subscribe(start);
  start();
}
