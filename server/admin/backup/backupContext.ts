/** What a backup command works on, as the environment and its words name it. */
import { join, resolve } from 'node:path';
import { readSettings, type Settings, SettingsError } from '../../config/settings.ts';
import { Refusal, Unreachable } from '../../operations/outcome.ts';
import { type BackupKey, openBackupKey } from './backupKey.ts';
import type { Manifest } from './manifest.ts';
import { bucketObjects, type ObjectSource, ownObjects } from './objectSources.ts';

export interface BackupContext {
  /** Folder of the backups. */
  readonly dir: string;
  readonly key: BackupKey | null;
  /** A backup that is not encrypted is read although there is a key. */
  readonly acceptsUnencrypted: boolean;
  /** The server's own settings: where data and photos are. `runningUrl`: the servers' address, if `databaseUrl` is another one. */
  readonly settings: Pick<Settings, 'databaseUrl' | 'bucket'> & { readonly runningUrl: string | null };
  readonly dataDir: string;
  readonly now: Date;
}

/** Reads the settings as the server does. Throws Unreachable, Refusal. @param at the folder the words name */
export async function readBackupContext(env: NodeJS.ProcessEnv, at: string | null, now: Date): Promise<BackupContext> {
  let settings: Settings;
  try {
    settings = readSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) throw new Unreachable(error.message);
    throw error;
  }
  const dir = at ?? settings.backup.dir;
  if (dir === null) throw new Refusal('Where are the backups? Say it by an option (see --help), or set BACKUP_DIR.');
  // Past a pooler, as migrations go: pg_dump keeps a session.
  const databaseUrl = settings.databaseMigrateUrl ?? settings.databaseUrl;
  const runningUrl = settings.databaseMigrateUrl && settings.databaseUrl;
  const { bucket, backup, dataDir } = settings;
  const where = { databaseUrl, runningUrl, bucket };
  return {
    dir: resolve(dir),
    key: backup.identity === null ? null : await openBackupKey(backup.identity),
    acceptsUnencrypted: false,
    settings: where,
    dataDir: resolve(dataDir),
    now,
  };
}

export const openObjects = ({
  settings,
  dataDir,
}: Pick<BackupContext, 'settings' | 'dataDir'>): Promise<ObjectSource> =>
  settings.bucket ? Promise.resolve(bucketObjects(settings.bucket)) : ownObjects(join(dataDir, 'objects'));

/**
 * The key to read a backup with; null: it is not encrypted. Throws Refusal if the backup has another key, or if there is none. Throws it
 * also if the backup is plain and there is a key: whoever can write to the folder could have made it (OPS-01j).
 */
export function keyFor(
  { keyId, id }: Manifest,
  { key, acceptsUnencrypted }: Pick<BackupContext, 'key' | 'acceptsUnencrypted'>,
): BackupKey | null {
  if (keyId === null && key !== null && !acceptsUnencrypted)
    throw new Refusal(
      `The backup ${id} is not encrypted, and BACKUP_KEY_FILE is set: anybody could have written it. Add --unencrypted if it is yours. Nothing was done.`,
    );
  if (keyId === null) return null;
  if (key === null) throw new Refusal(`The backup ${id} is encrypted. Set BACKUP_KEY_FILE to its key (${keyId}).`);
  if (key.id !== keyId)
    throw new Refusal(`The backup ${id} has another key (${keyId}) than BACKUP_KEY_FILE (${key.id}).`);
  return key;
}
