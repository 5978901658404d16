import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Log } from '../http/log.ts';
import type { Metrics } from '../http/metrics.ts';
import { type Loop, startLoop } from '../jobs/startLoop.ts';
import type { KeptObjects } from '../objects/keptObjects.ts';
import { derivePictures } from './derivePictures.ts';
import { drawHighlights } from './drawHighlights.ts';
import { createPictureProcess, type PictureProcess } from './pictureProcess.ts';

/** How often each copy looks for photos that wait. */
const EVERY_MS = 2_000;

export interface PicturesDeps {
  readonly db: Kysely<Database>;
  readonly objects: KeptObjects;
  /** Epoch ms. */
  readonly now: () => number;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Left out: a process of its own. */
  readonly pictures?: PictureProcess;
}

/** Derives smaller pictures all the time, in the background (IMG-02). */
export function startPictures({ log, metrics, pictures = createPictureProcess(), ...deps }: PicturesDeps): Loop {
  let hasStopped = false;
  const onError = (error: unknown, mediaUrl = 'pictures') => log.error(error, mediaUrl);
  async function look(): Promise<void> {
    const count = await derivePictures({
      ...deps,
      pictures,
      onError,
      onWithdrawn(mediaUrl, reason) {
        metrics.withdrawn();
        log.error(new Error(`A photo was withdrawn: ${reason}`), mediaUrl);
      },
      onRefused(mediaUrl, reason) {
        metrics.originalRefused();
        log.error(new Error(`An original was refused, its photo stays: ${reason}`), mediaUrl);
      },
      isStopped: () => hasStopped,
    });
    if (count > 0) metrics.derived(count);
    await drawHighlights({ ...deps, pictures, onError, isStopped: () => hasStopped });
  }
  const loop = startLoop(() => look().catch((error: unknown) => onError(error)), { everyMs: EVERY_MS });
  return {
    run: loop.run,
    async stop() {
      hasStopped = true;
      // What runs ends with its process.
      pictures.close();
      await loop.stop();
    },
  };
}
