/**
 * Takes away objects that were stored and never became part of the product, or are no part of it any more: a cancelled post, a cleared
 * phone, a removal that broke off (HLF-06). Looks only where one may stand: at uploads nobody registered (own store), at keys whose row
 * went, and at folders fans stored something in (bucket).
 *
 * What a row names stays. What none names goes only when it is older than any registration takes it for there (`REGISTER_WITHIN_MS`), by
 * a day: whoever registers meanwhile is told that the object is missing, and stores it again.
 */
import type { Kysely } from 'kysely';
import { ORPHANS_PER_RUN } from '../../src/contract/limits.ts';
import { originalOf, photoKeys } from '../../src/rules/objectKeys.ts';
import { inTransaction } from '../database/retryTransaction.ts';
import type { Database } from '../database/schema.ts';
import { inParallel } from './inParallel.ts';
import { COLLECT_AFTER_MS, type KeptObjects, type ListedObject } from './keptObjects.ts';
import {
  endOrphanChecks,
  isFolder,
  isWholeTenant,
  LIST_AFTER_MS,
  markBegunEvents,
  type OrphanCheck,
  planRemovals,
  postponeOrphanCheck,
  readUnreferenced,
  renewOrphanCheck,
  takeOrphanChecks,
} from './orphanChecks.ts';
import { sweepRemovedPhotos } from './removedPhotos.ts';
import { UnreadableObject } from './unreadableObject.ts';
import { forgetPlaces, lockUploads, readOldUploads, setUploadTime, type UploadPlace } from './unregisteredUploads.ts';

/** At once: short transactions, and a run that is killed loses little. */
const UPLOADS = 100;
const CHECKS = 50;
const LISTED = 500;
/** A store that failed is asked again within this time. */
const TRY_AGAIN_MS = 3_600_000;

export interface OrphansDeps {
  readonly db: Kysely<Database>;
  readonly objects: KeptObjects;
  /** Whether the identity provider names this avatar, which no row does. */
  readonly isAvatarNamed?: ((key: string) => Promise<boolean>) | undefined;
  /** Epoch ms. */
  readonly now: () => number;
  /** Hears of what the store has and cannot read: it stays, for an operator to look at. */
  readonly onUnreadable?: (failure: UnreadableObject) => void;
  /** True: end early, the server stops. */
  readonly isStopped?: () => boolean;
  /** Objects and places looked at in one run; for tests. */
  readonly bounds?: typeof ORPHANS_PER_RUN;
}

/** Objects and places looked at, and objects taken away. */
export interface Swept {
  readonly looked: number;
  readonly removed: number;
}

/** One run: what is due, within bounds. Several copies may run at once: each takes what no other has. */
export async function removeOrphanedObjects(deps: OrphansDeps): Promise<Swept> {
  const { db, objects, now } = deps;
  if (objects.noteUploads) await markBegunEvents(db, now());
  const uploads = await sweepUploads(deps);
  const checks = await sweepPlaces(deps);
  return { looked: uploads.looked + checks.looked, removed: uploads.removed + checks.removed };
}

async function sweepUploads(deps: OrphansDeps): Promise<Swept> {
  const { isStopped, bounds = ORPHANS_PER_RUN } = deps;
  let [looked, removed] = [0, 0];
  while (looked < bounds.uploads && !isStopped?.()) {
    const some = await sweepSomeUploads(deps);
    looked += some.looked;
    removed += some.removed;
    if (some.looked < UPLOADS) break;
  }
  return { looked, removed };
}

/**
 * The store is asked while no transaction is open: it may take minutes, and the embedded database has one connection for everybody.
 *
 * No registered photo loses its object. Whoever registers takes an object of less than REGISTER_WITHIN_MS; of those removed here, a day
 * older, such a registration ended long ago, and `readUnreferenced` under the lock sees its row. And the object is the one that was looked
 * at: its key is stored once, and only the run that deletes the upload's row removes it, so that nobody can have stored another since.
 */
async function sweepSomeUploads(deps: OrphansDeps): Promise<Swept> {
  const { db, objects, now } = deps;
  const uploads = await readOldUploads(db, new Date(now() - COLLECT_AFTER_MS), UPLOADS);
  const found = await findUnreferenced(
    deps,
    uploads.map(({ key }) => key),
  );
  const due = new Date(now() + TRY_AGAIN_MS);
  const { looked, unused, planned } = await inTransaction(db, (trx) => takeUploads(deps, trx, { uploads, found, due }));
  await objects.remove(unused);
  await endOrphanChecks(db, planned);
  return { looked, removed: unused.length };
}

interface LookedAt {
  readonly uploads: readonly UploadPlace[];
  /** What the store has of them. */
  readonly found: readonly ListedObject[];
  /** What is to be removed is looked at again then, should its removal break off. */
  readonly due: Date;
}

/** Forgets the uploads that are not registered any more, and answers which of their objects the caller removes. */
async function takeUploads(deps: OrphansDeps, trx: Kysely<Database>, { uploads, found, due }: LookedAt) {
  const locked = await lockUploads(trx, uploads);
  const keys = new Set(locked.map(({ key }) => key));
  const { old, young } = byAge(
    deps,
    found.filter(({ key }) => keys.has(key)),
  );
  const unused = await readUnreferenced(trx, old);
  for (const { key, storedAt } of young) await setUploadTime(trx, key, new Date(storedAt));
  const left = new Set(young.map(({ key }) => key));
  await forgetPlaces(
    trx,
    locked.filter(({ key }) => !left.has(key)),
  );
  return { looked: locked.length, unused, planned: await planRemovals(trx, unused.map(originalOf), due) };
}

async function sweepPlaces(deps: OrphansDeps): Promise<Swept> {
  const { db, now, isStopped, bounds = ORPHANS_PER_RUN } = deps;
  let [looked, removed, listed] = [0, 0, 0];
  const failures: unknown[] = [];
  while (looked < bounds.places && listed < bounds.listed && !isStopped?.()) {
    const checks = await takeOrphanChecks(db, now(), CHECKS);
    const takenDown = await sweepRemovedPhotos(
      deps,
      checks.filter(({ place }) => !isFolder(place)),
    );
    failures.push(...takenDown.failures);
    removed += takenDown.removed + (await sweepKeys(deps, takenDown.others));
    for (const check of checks.filter(({ place }) => isFolder(place))) {
      const some = await sweepFolder(deps, check, bounds.listed - listed);
      listed += some.looked;
      removed += some.removed;
    }
    looked += checks.length;
    if (checks.length < CHECKS) break;
  }
  // When all the others were looked at.
  if (failures.length > 0) throw failures[0];
  return { looked: looked + listed, removed };
}

/** Photos and pictures that rows named: everything under their keys. */
async function sweepKeys(deps: OrphansDeps, checks: readonly OrphanCheck[]): Promise<number> {
  const { db, now } = deps;
  const keysOf = new Map(checks.map((check) => [check, photoKeys(check.place)]));
  const { removed, young } = await removeUnused(deps, [...keysOf.values()].flat()).catch(async (error: unknown) => {
    // Each at another time: one the store has something against does not hold up the others.
    for (const check of checks) await postponeOrphanCheck(db, check, now() + TRY_AGAIN_MS * Math.random());
    throw error;
  });
  const ended: OrphanCheck[] = [];
  for (const check of checks) {
    const left = young.filter(({ key }) => keysOf.get(check)?.includes(key)).map(({ storedAt }) => storedAt);
    if (left.length === 0) ended.push(check);
    else await postponeOrphanCheck(db, check, Math.min(...left) + COLLECT_AFTER_MS);
  }
  await endOrphanChecks(db, ended);
  return removed;
}

/** Lists a folder from where it was left, up to `most` objects. */
async function sweepFolder(deps: OrphansDeps, taken: OrphanCheck, most: number): Promise<Swept> {
  const { db, objects, now, isStopped, onUnreadable = () => {} } = deps;
  let check = taken;
  let [looked, removed] = [0, 0];
  let hasYoung = false;
  let old: string[] = [];
  const flush = async () => {
    removed += (await removeUnused(deps, old)).removed;
    old = [];
  };
  for await (const { key, storedAt } of objects.list(check.place, check.after_key, onUnreadable)) {
    if (looked >= most || isStopped?.()) {
      await flush();
      await postponeOrphanCheck(db, check, now(), check.after_key);
      return { looked, removed };
    }
    looked += 1;
    if (now() - storedAt < COLLECT_AFTER_MS) hasYoung = true;
    else old.push(key);
    if (looked % LISTED !== 0 && looked < most) continue;
    await flush();
    const renewed = await renewOrphanCheck(db, check, { after_key: key, hasYoung }, now());
    if (!renewed) return { looked, removed };
    check = renewed;
  }
  await flush();
  await endFolder(deps, check, hasYoung);
  return { looked, removed };
}

/** What fans store from now on is listed when it is old enough. What an operator had listed was listed once. */
async function endFolder({ db, now }: OrphansDeps, check: OrphanCheck, hasYoung: boolean): Promise<void> {
  const isBusy = hasYoung || now() - check.marked_at.getTime() < LIST_AFTER_MS;
  if (isBusy && !isWholeTenant(check.place)) await postponeOrphanCheck(db, check, now() + LIST_AFTER_MS);
  else await endOrphanChecks(db, [check]);
}

interface Removal {
  readonly removed: number;
  /** Those no row names that may still be registered. */
  readonly young: readonly ListedObject[];
}

/** Removes of these objects what no row names and is old enough. */
async function removeUnused(deps: OrphansDeps, keys: readonly string[]): Promise<Removal> {
  const { db, objects } = deps;
  const { old, young } = byAge(deps, await findUnreferenced(deps, keys));
  // Asked once more: the store took its time to answer.
  const unused = await readUnreferenced(db, old);
  await objects.remove(unused);
  return { removed: unused.length, young };
}

/** Those of these objects that are there and that no row names. */
async function findUnreferenced(deps: OrphansDeps, keys: readonly string[]): Promise<ListedObject[]> {
  const { db, isAvatarNamed } = deps;
  const found: ListedObject[] = [];
  await inParallel(await readUnreferenced(db, keys), async (key) => {
    const storedAt = await storedAtOf(deps, key);
    if (storedAt === null || (key.startsWith('avatar/') && (await isAvatarNamed?.(key)))) return;
    found.push({ key, storedAt });
  });
  return found;
}

/** null: it is not there, or cannot be read. */
async function storedAtOf({ objects, onUnreadable }: OrphansDeps, key: string): Promise<number | null> {
  try {
    return await objects.storedAt(key);
  } catch (error) {
    if (!(error instanceof UnreadableObject)) throw error;
    onUnreadable?.(error);
    return null;
  }
}

/** `old`: keys of those nobody can register any more. */
function byAge({ now }: OrphansDeps, objects: readonly ListedObject[]) {
  const isOld = ({ storedAt }: ListedObject) => now() - storedAt >= COLLECT_AFTER_MS;
  return { old: objects.filter(isOld).map(({ key }) => key), young: objects.filter((object) => !isOld(object)) };
}
