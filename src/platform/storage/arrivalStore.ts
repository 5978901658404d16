import type { ClientDatabase } from './clientDatabase.ts';

const KEY = 'arrivals-told';
/** Jobs are kept for a day after they arrived: older ids are not asked for any more. */
const KEPT_IDS = 100;

/** Which arrived posts the fan was told of, for every tab and the worker. */
export interface ArrivalStore {
  /**
   * Those of these posts (job ids) nobody has told yet; from now on they count as told. One transaction: of two tabs that ask, one gets
   * it. On a device that never asked nothing is news: what stands there arrived before. @throws AppError as `ClientDatabase.run`
   */
  claim(jobIds: readonly string[]): Promise<readonly string[]>;
  /**
   * At a logout, after the jobs that are done were removed: ids of jobs that are gone go too (SAF-15). A public job whose originals still
   * follow stays on the device, and so does that it was told: its fan is not told again after the next login. Never rejects.
   */
  forgetGone(): Promise<void>;
}

export function createArrivalStore(database: ClientDatabase): ArrivalStore {
  return {
    claim: (jobIds) =>
      database.run(async (db) => {
        const tx = db.transaction('settings', 'readwrite');
        const told = (await tx.store.get(KEY)) as readonly string[] | undefined;
        const news = jobIds.filter((id) => told?.includes(id) !== true);
        if (told === undefined || news.length > 0) await tx.store.put([...(told ?? []), ...news].slice(-KEPT_IDS), KEY);
        await tx.done;
        return told === undefined ? [] : news;
      }),
    forgetGone: () =>
      database
        .run(async (db) => {
          const tx = db.transaction(['settings', 'jobs'], 'readwrite');
          const settings = tx.objectStore('settings');
          const told = (await settings.get(KEY)) as readonly string[] | undefined;
          const jobIds = new Set(await tx.objectStore('jobs').getAllKeys());
          await settings.put(
            (told ?? []).filter((id) => jobIds.has(id)),
            KEY,
          );
          await tx.done;
        })
        .catch(() => undefined),
  };
}
