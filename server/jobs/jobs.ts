/** Work the server does by itself, now and then. */
import type { Kysely } from 'kysely';
import { renewSearch } from '../api/photos/renewSearch.ts';
import type { Parts } from '../config/embeddedServices.ts';
import { rankOldFans } from '../database/fanRanks.ts';
import { figureOldPhotos } from '../database/figureCounts.ts';
import { removeUnused } from '../database/removeUnused.ts';
import type { Database } from '../database/schema.ts';
import type { Log } from '../http/log.ts';
import type { Metrics } from '../http/metrics.ts';
import { removeExpired } from '../identity/removeExpired.ts';
import { removeOrphanedObjects } from '../objects/removeOrphanedObjects.ts';
import type { UnreadableObject } from '../objects/unreadableObject.ts';
import { type Loop, startLoop } from './startLoop.ts';

/** How often each copy asks whether something is due: one look at an index. */
const EVERY_MS = 60_000;
/** Until the search is looked through again once all of it is up to date: copies of an older release may have written since. */
const LOOK_THROUGH_EVERY_MS = 24 * 60 * 60_000;

export interface JobsDeps {
  readonly db: Kysely<Database>;
  readonly parts: Pick<Parts, 'kept' | 'syncDeletedAccounts' | 'isAvatarNamed' | 'scrubber'>;
  readonly now: () => number;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Looks through the search until all of it is up to date, and a day later again. */
function createRenewal(db: Kysely<Database>, now: () => number, isStopped: () => boolean) {
  let looksThroughAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (now() < looksThroughAt) return null;
    const renewed = await renewSearch(db, isStopped);
    if (renewed.looked === renewed.renewed) looksThroughAt = now() + LOOK_THROUGH_EVERY_MS;
    return renewed;
  };
}

export function startJobs({ db, parts, now, log, metrics }: JobsDeps): Loop {
  let hasStopped = false;
  const isStopped = () => hasStopped;
  const { kept: objects, isAvatarNamed, syncDeletedAccounts, scrubber } = parts;
  const unreadableIn = (job: string) => (failure: UnreadableObject) => {
    log.error(failure, job);
    // An error's own words are redacted, paths with them.
    log.info('an object file cannot be read', { file: failure.path });
  };
  const onUnreadable = unreadableIn('removing orphaned objects');
  const jobs = {
    async 'removing orphaned objects'() {
      const swept = await removeOrphanedObjects({ db, objects, isAvatarNamed, now, isStopped, onUnreadable });
      metrics.collected(swept);
      return swept;
    },
    async 'deleted accounts'() {
      const checked = (await syncDeletedAccounts?.(isStopped)) ?? { looked: 0, left: 0, unsure: 0 };
      metrics.accountsChecked(checked);
      return checked;
    },
    async 'removing what has expired'() {
      await removeExpired(db, now, isStopped);
      // Some has every minute, which tells an operator nothing.
      return null;
    },
    async 'removing what nobody uses'() {
      await removeUnused(db, now, isStopped);
      return null;
    },
    async 'checking stored pictures'() {
      const scrubbed = await scrubber?.run(isStopped, unreadableIn('checking stored pictures'));
      if (scrubbed) metrics.scrubbed(scrubbed);
      // It goes on every minute: the figures tell how far it is.
      return null;
    },
    async 'counting old photos'() {
      await figureOldPhotos(db, isStopped);
      await rankOldFans(db, isStopped);
      return null;
    },
    'renewing the search': createRenewal(db, now, isStopped),
  };

  async function runAll(names = Object.keys(jobs)) {
    for (const [name, run] of Object.entries(jobs).filter(([name]) => names.includes(name))) {
      if (isStopped()) return;
      try {
        const counts = await run();
        if (counts && counts.looked > 0) log.info(name, { ...counts });
      } catch (error) {
        log.error(error, name);
      }
    }
  }
  // At once: until this is done, a search misses what an older release wrote another way.
  const loop = startLoop(() => runAll(), { everyMs: EVERY_MS }, runAll(['renewing the search']));
  return {
    run: loop.run,
    async stop() {
      hasStopped = true;
      await loop.stop();
    },
  };
}
