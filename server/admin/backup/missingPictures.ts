/** Which pictures rows name and the own store does not have, as after a recovery of the database to an earlier time (OPS-11d). */
import type { Kysely } from 'kysely';
import { thumbnailKey } from '../../../src/contract/config.ts';
import { previewKey } from '../../../src/contract/pictureKeys.ts';
import type { Database } from '../../database/schema.ts';
import { Refusal } from '../../operations/outcome.ts';
import { deriveAgain } from '../../pictures/pictureJobs.ts';
import { type BackupContext, openObjects } from './backupContext.ts';
import { findIncomplete, noteKeys } from './readObjects.ts';
import { openServerDatabase } from './serverDatabase.ts';

interface MissingPictures {
  readonly keys: readonly string[];
  /** What the server has derived of them: the photo (`media_url`) by the key. */
  readonly photoOfDerived: ReadonlyMap<string, string>;
}

/** Throws Refusal. */
export async function findMissingPictures(given: BackupContext): Promise<MissingPictures> {
  const { bucket } = given.settings;
  if (bucket) throw new Refusal('The pictures are in a bucket: bring back the versions it keeps (docs/operations.md).');
  const db = openRecovered(given);
  const objects = await openObjects(given);
  return db
    .connection()
    .execute(async (one) => {
      const noted = await noteKeys(one);
      for await (const { key } of objects.list()) await noted.add(key);
      await noted.end();
      const { missing, keysOfGone, photoOfDerived } = await findIncomplete(one, new Set());
      return { keys: [...missing, ...keysOfGone], photoOfDerived };
    })
    .finally(() => db.destroy());
}

/** Throws Refusal. */
function openRecovered({ settings: { databaseUrl } }: BackupContext): Kysely<Database> {
  if (databaseUrl) return openServerDatabase(databaseUrl);
  throw new Refusal('An embedded database is not recovered to a time: restore a backup, which has its pictures.');
}

/**
 * Has the server derive again what no backup has, where the photo itself is there. Returns how many photos these are, and the keys that
 * nothing brings back.
 * @param lost keys that no backup has
 */
export async function deriveLostPictures(
  given: BackupContext,
  { photoOfDerived }: MissingPictures,
  lost: readonly string[],
): Promise<{ readonly photos: number; readonly lost: readonly string[] }> {
  const isLost = new Set(lost);
  const ofFans = new Set(lost.filter((key) => !photoOfDerived.has(key)));
  const isThere = (url: string) => ![url, previewKey(url), thumbnailKey(url)].some((key) => ofFans.has(key));
  const derivable = new Map([...photoOfDerived].filter(([key, url]) => isLost.has(key) && isThere(url)));
  const photos = [...new Set(derivable.values())];
  if (photos.length > 0) {
    const db = openRecovered(given);
    await deriveAgain(db, photos, given.now).finally(() => db.destroy());
  }
  return { photos: photos.length, lost: lost.filter((key) => !derivable.has(key)) };
}
