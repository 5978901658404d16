/**
 * Objects of photos that operators took down (OPR-02). The operator's command removes them; the server looks again, since a phone may have
 * been putting an original, and a copy of the server a derived picture. Here no object is too young to go.
 */
import type { Kysely } from 'kysely';
import { photoKeys } from '../../src/rules/objectKeys.ts';
import { readRemovedPhotos } from '../api/access/removedPhotosRepository.ts';
import type { Database } from '../database/schema.ts';
import { COLLECT_AFTER_MS, type KeptObjects } from './keptObjects.ts';
import { endOrphanChecks, type OrphanCheck, postponeOrphanCheck } from './orphanChecks.ts';

const SOON_MS = 60_000;
/** The next look is so much of the photo's time since its removal away: what is late is seldom very late. */
const LATER = 0.25;

interface RemovedDeps {
  readonly db: Kysely<Database>;
  readonly objects: KeptObjects;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Looks after those of the places that are photos taken down. Answers the others, and how many objects went. */
export async function sweepRemovedPhotos({ db, objects, now }: RemovedDeps, checks: readonly OrphanCheck[]) {
  const times = await readRemovedPhotos(
    db,
    checks.map(({ place }) => place),
  );
  let removed = 0;
  for (const check of checks) {
    const at = times.get(check.place);
    if (at === undefined) continue;
    removed += await removeAllOf(objects, check.place);
    const age = Math.max(0, now() - at);
    if (age >= COLLECT_AFTER_MS) await endOrphanChecks(db, [check]);
    else await postponeOrphanCheck(db, check, now() + Math.max(SOON_MS, age * LATER));
  }
  return { removed, others: checks.filter(({ place }) => !times.has(place)) };
}

async function removeAllOf(objects: KeptObjects, mediaUrl: string): Promise<number> {
  const keys = photoKeys(mediaUrl);
  const stored = await Promise.all(keys.map(objects.storedAt));
  const found = keys.filter((_, index) => stored[index] !== null);
  if (found.length === 0) return 0;
  await objects.remove(found);
  await objects.forget?.(found);
  return found.length;
}
