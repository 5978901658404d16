/**
 * Objects of photos that operators took down (OPR-02). The operator's command removes them; the server looks again, since a phone may have
 * been putting an original, and a copy of the server a derived picture. Here no object is too young to go. A network in front of the
 * store is told until it has taken it.
 */
import type { Kysely } from 'kysely';
import { photoKeys } from '../../src/rules/objectKeys.ts';
import { readRemovedPhotos } from '../api/access/removedPhotosRepository.ts';
import type { Database } from '../database/schema.ts';
import { COLLECT_AFTER_MS, type KeptObjects } from './keptObjects.ts';
import { endOrphanChecks, type OrphanCheck, postponeOrphanCheck, renewOrphanCheck } from './orphanChecks.ts';
import { UnreadableObject } from './unreadableObject.ts';

const SOON_MS = 60_000;
/** The next look is so much of the photo's time since its removal away: what is late is seldom very late. */
const LATER = 0.25;

interface RemovedDeps {
  readonly db: Kysely<Database>;
  readonly objects: KeptObjects;
  /** Epoch ms. */
  readonly now: () => number;
}

export interface SweptRemovals {
  readonly removed: number;
  /** Places that are no photos taken down. */
  readonly others: OrphanCheck[];
  /** Of looks that failed: each is repeated by itself. */
  readonly failures: readonly unknown[];
}

/** Looks after those of the places that are photos taken down. */
export async function sweepRemovedPhotos(deps: RemovedDeps, checks: readonly OrphanCheck[]): Promise<SweptRemovals> {
  const places = checks.map(({ place }) => place);
  const times = await readRemovedPhotos(deps.db, places);
  const failures: unknown[] = [];
  let removed = 0;
  for (const check of checks) {
    const at = times.get(check.place);
    if (at === undefined) continue;
    const look = await lookAfter(deps, check, at);
    removed += look.removed;
    failures.push(...look.failures);
  }
  return { removed, failures, others: checks.filter(({ place }) => !times.has(place)) };
}

/**
 * What a photo's check remembers (`after_key`, which only folders need otherwise): nothing was removed since the network in front of
 * the store was told last. Anything else, and it is still to be told: the command may have died over it.
 */
const TOLD = 'told';

/** @param at when the photo was taken down, epoch ms */
async function lookAfter({ db, objects, now }: RemovedDeps, taken: OrphanCheck, at: number) {
  const age = Math.max(0, now() - at);
  const next = now() + Math.max(SOON_MS, age * LATER);
  const keys = photoKeys(taken.place);
  let check = taken;
  let removed = 0;
  try {
    const found = await storedOf(objects, keys);
    if (found.length > 0) {
      // First, so that who dies in between leaves word.
      const renewed = await renewOrphanCheck(db, check, { after_key: '', hasYoung: false }, now());
      // The lease had run out: another copy goes on.
      if (!renewed) return { removed, failures: [] };
      check = renewed;
      await objects.remove(found);
      removed = found.length;
    }
    if (check.after_key !== TOLD) await objects.forget?.(keys);
  } catch (error) {
    await postponeOrphanCheck(db, check, next, check.after_key);
    return { removed, failures: [error] };
  }
  if (age >= COLLECT_AFTER_MS) await endOrphanChecks(db, [check]);
  else await postponeOrphanCheck(db, check, next, TOLD);
  return { removed, failures: [] };
}

async function storedOf(objects: KeptObjects, keys: readonly string[]): Promise<string[]> {
  const stored = await Promise.all(keys.map((key) => isStored(objects, key)));
  return keys.filter((_, index) => stored[index]);
}

/** Also as a file that cannot be read. */
const isStored = (objects: KeptObjects, key: string): Promise<boolean> =>
  objects.storedAt(key).then(
    (at) => at !== null,
    (error: unknown) => {
      if (error instanceof UnreadableObject) return true;
      throw error;
    },
  );
