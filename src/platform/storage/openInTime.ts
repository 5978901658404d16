import { AppError } from '../../contract/errors.ts';
import { STORAGE_OPEN } from '../../contract/limits.ts';

const pause = () => new Promise<void>((done) => setTimeout(done, STORAGE_OPEN.stepMs));

/**
 * The database that is being opened. iOS sometimes never answers an `open` after the app was in the background (WebKit 226547, 197050).
 * Time is counted in steps: while a phone sleeps no step ends, so its sleep does not count.
 * @throws AppError STORAGE_STUCK
 */
export async function openInTime<Database extends { close(): void }>(
  opening: Promise<Database>,
  wait: () => Promise<void> = pause,
): Promise<Database> {
  let state: 'opening' | 'opened' | 'late' = 'opening';
  const opened = opening.then(
    (database) => {
      // Nobody uses it any more, and it would hold up a newer build's upgrade.
      if (state === 'late') database.close();
      else state = 'opened';
      return database;
    },
    (error: unknown) => {
      state = 'opened';
      throw error;
    },
  );
  const isOver = () => state !== 'opening';
  const limit = async (): Promise<never> => {
    for (let step = 0; step < STORAGE_OPEN.steps && !isOver(); step += 1) await wait();
    if (isOver()) return opened as Promise<never>;
    state = 'late';
    throw new AppError('STORAGE_STUCK', 'later');
  };
  return Promise.race([opened, limit()]);
}
