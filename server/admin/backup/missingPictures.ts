/** Which pictures rows name and the own store does not have, as after a recovery of the database to an earlier time (OPS-11d). */
import { Refusal } from '../../operations/outcome.ts';
import { type BackupContext, openObjects } from './backupContext.ts';
import { findIncomplete, noteKeys } from './readObjects.ts';
import { openServerDatabase } from './serverDatabase.ts';

/** Returns their keys. Throws Refusal. */
export async function findMissingPictures(given: BackupContext): Promise<readonly string[]> {
  const { databaseUrl, bucket } = given.settings;
  if (bucket) throw new Refusal('The pictures are in a bucket: bring back the versions it keeps (docs/operations.md).');
  if (!databaseUrl)
    throw new Refusal('An embedded database is not recovered to a time: restore a backup, which has its pictures.');
  const objects = await openObjects(given);
  const db = openServerDatabase(databaseUrl);
  return db
    .connection()
    .execute(async (one) => {
      const noted = await noteKeys(one);
      for await (const { key } of objects.list()) await noted.add(key);
      await noted.end();
      const { missing, keysOfGone } = await findIncomplete(one, new Set());
      return [...missing, ...keysOfGone];
    })
    .finally(() => db.destroy());
}
