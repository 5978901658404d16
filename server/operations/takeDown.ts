/**
 * Taking a photo down for good (OPR-02): the row and all that hangs on it in the job's transaction, then the objects of all sizes. What
 * breaks off between the two is finished by the same command once more, or by the server (`objects/removedPhotos.ts`).
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import { thumbnailKey } from '../../src/contract/config.ts';
import { photoKeys } from '../../src/rules/objectKeys.ts';
import { appendRemoval, type Removal } from '../admin/backup/removals.ts';
import { REMOVED_PHOTO, readRemovedPhotos } from '../api/access/removedPhotosRepository.ts';
import { deletePhotos } from '../api/photos/photoWrites.ts';
import { lockPhotoRow } from '../api/photos/repository.ts';
import { inTransaction } from '../database/retryTransaction.ts';
import type { Database } from '../database/schema.ts';
import type { KeptObjects } from '../objects/keptObjects.ts';
import { addOrphanChecks } from '../objects/orphanChecks.ts';
import { forgetUploads } from '../objects/unregisteredUploads.ts';
import { keyOfPhoto } from './moderation.ts';
import { type Act, logAct } from './operatorLog.ts';
import { Refusal } from './outcome.ts';

type Trx = Transaction<Database>;

/** The store of photos, as far as a command needs it. */
export interface PictureStore extends Pick<KeptObjects, 'remove' | 'forget'> {
  /** Where backups are kept: no restore brings back what is noted there. Left out: not known on this machine. */
  readonly backupDir?: string | null;
}

/** Who has a photo removed, for the log. */
interface RemovedBy {
  readonly tenant: string;
  readonly operator: string;
  readonly reason: string | null;
  readonly staffId?: string;
  /** Folder of the backups, where the store does not name one. */
  readonly backupDir?: string | undefined;
}

interface Tried {
  readonly isDone: boolean;
  /** What to say. */
  readonly lines: readonly string[];
}

/** The act, with the keys a restored backup must not bring back. Throws Refusal for a photo that never was. */
export async function readRemoval(trx: Trx, tenant: string, reference: string): Promise<Act> {
  const what = await keyOfPhoto(trx, tenant, reference);
  const photo = await trx
    .selectFrom('photo')
    .select('user_id')
    .where('tenant', '=', tenant)
    .where('media_url', '=', what)
    .executeTakeFirst();
  const isOurs = what.startsWith(`ugc/${tenant}/`);
  if (!photo && !(isOurs && (await readRemovedPhotos(trx, [what])).has(what)))
    throw new Refusal(`${tenant} has no photo ${reference}.`);
  return { act: REMOVED_PHOTO, what, details: { ...photo, keys: photoKeys(what) } };
}

/** The rows. A photo that was taken down before is fine: its objects are looked for once more. */
export async function removePhoto(trx: Trx, tenant: string, reference: string, now: Date): Promise<string[]> {
  const mediaUrl = await keyOfPhoto(trx, tenant, reference);
  const { wasThere, shown } = await removeRowsOf(trx, tenant, mediaUrl, now);
  return [`Photo ${mediaUrl} is removed${wasThere ? '' : ', as it was'}.`, ...shown];
}

/** A restored backup is from before the photo was taken down: its rows once more, and the act, by which nothing brings it back. */
export async function removeAgain(trx: Trx, { at, tenant, mediaUrl, keys }: Removal, now: Date): Promise<boolean> {
  const { wasThere } = await removeRowsOf(trx, tenant, mediaUrl, now);
  if ((await readRemovedPhotos(trx, [mediaUrl])).has(mediaUrl)) return wasThere;
  const who = { operator: 'backup restore', reason: null };
  const outcome = 'The backup is from before it was removed for good: it was left out of the restore.';
  // Of now: a phone may bring its original late as seen from the restore.
  await logAct(trx, { ...who, at: now, tenant, act: REMOVED_PHOTO, what: mediaUrl, details: { at, keys }, outcome });
  return wasThere;
}

interface RemovedRows {
  readonly wasThere: boolean;
  /** What showed it besides, in sentences. */
  readonly shown: readonly string[];
}

async function removeRowsOf(trx: Trx, tenant: string, mediaUrl: string, now: Date): Promise<RemovedRows> {
  const shown = await removeFromOthers(trx, tenant, mediaUrl);
  const photo = await lockPhotoRow(trx, tenant, mediaUrl);
  if (photo) await deletePhotos(trx, [photo]);
  await trx.deleteFrom('picture_job').where('media_url', '=', mediaUrl).execute();
  await forgetUploads(trx, photoKeys(mediaUrl));
  await addOrphanChecks(trx, [mediaUrl], now);
  return { wasThere: photo !== undefined, shown };
}

/** Events, teams and ambassadors that show it have no picture now: its objects go. */
async function removeFromOthers(trx: Trx, tenant: string, mediaUrl: string): Promise<string[]> {
  const keys = sql`any(${[mediaUrl, thumbnailKey(mediaUrl)]}::text[])`;
  const { rows: events } = await sql<{ id: string }>`
    update event set picture = case when thumbnail = ${keys} then null else picture end,
      thumbnail = case when thumbnail = ${keys} then null else thumbnail end,
      descriptive_photo = case when descriptive_photo = ${keys} then null else descriptive_photo end
    where tenant = ${tenant} and event_id = any(array(select event_id from event
      where tenant = ${tenant} and (thumbnail = ${keys} or descriptive_photo = ${keys}) order by event_id for update))
    returning event_id as id`.execute(trx);
  for (const table of ['team', 'ambassador'] as const)
    await sql`update ${sql.table(table)} set object_key = null where tenant = ${tenant} and object_key = ${keys}`.execute(
      trx,
    );
  return events.map(({ id }) => `Event ${id} showed it, and has no picture now.`);
}

/**
 * After the rows: objects of all sizes, what a content network keeps of them, and a note beside the backups. Written down as an act of
 * its own.
 * Answers whether the objects are gone, and what to say. @param store null: the photos are not on this machine
 */
export async function removeObjects(
  db: Kysely<Database>,
  store: PictureStore | null,
  by: RemovedBy,
  { at, act }: { readonly at: Date; readonly act: Act },
): Promise<Tried> {
  const keys = photoKeys(act.what);
  const removal: Removal = { at: at.toISOString(), tenant: by.tenant, mediaUrl: act.what, keys: [...keys] };
  const noted = await tryNote(store?.backupDir ?? by.backupDir ?? null, removal);
  const objects = await tryRemove(store, keys);
  const isDone = noted.isDone && objects.isDone;
  const lines = [...objects.lines, ...noted.lines];
  await inTransaction(db, (trx) =>
    logAct(trx, { ...by, at, act: act.act, what: act.what, details: { keys }, outcome: lines[0] ?? '' }),
  );
  return { isDone, lines };
}

/** Before the objects are gone: what breaks off in between is noted once too often, not too seldom. */
async function tryNote(backupDir: string | null, removal: Removal): Promise<Tried> {
  if (backupDir === null) {
    const line = 'A backup made before would bring it back: give the command again where BACKUP_DIR is set.';
    return { isDone: true, lines: [line] };
  }
  try {
    await appendRemoval(backupDir, removal);
    return { isDone: true, lines: ['No backup in BACKUP_DIR brings it back.'] };
  } catch (error) {
    return { isDone: false, lines: [`It could not be noted in BACKUP_DIR: ${messageOf(error)}`] };
  }
}

async function tryRemove(store: PictureStore | null, keys: readonly string[]): Promise<Tried> {
  if (store === null) return { isDone: true, lines: ['The server removes its pictures within two minutes.'] };
  try {
    await store.remove(keys);
  } catch (error) {
    const why = `Its pictures could not be removed: ${messageOf(error)}`;
    return { isDone: false, lines: [why, 'The server tries again every minute; so does this command, given again.'] };
  }
  const lines = ['Its pictures are removed, in all sizes.'];
  if (!store.forget) return { isDone: true, lines };
  const told = await store.forget(keys).then(
    (isTold) => (isTold ? [] : ['PICTURE_NETWORK_ID is not set: a content network in front of the bucket keeps them.']),
    (error: unknown) => [
      `The picture network was not told: ${messageOf(error)}`,
      'The server tells it within two minutes, and tries again until it has taken it.',
    ],
  );
  if (told.length === 0)
    return { isDone: true, lines: [...lines, 'The picture network forgets them within a minute.'] };
  const paths = keys.map((key) => `/${key}`).join(' ');
  const command = `aws cloudfront create-invalidation --distribution-id ID --paths ${paths}`;
  return { isDone: true, lines: [...lines, ...told, `Tell it yourself: ${command}`] };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
