/** The store of photos for commands that run outside of the server. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readSettings, SettingsError } from '../config/settings.ts';
import { createBucket } from '../objects/bucket.ts';
import { openObjectFiles } from '../objects/objectFiles.ts';
import { Unreachable } from '../operations/outcome.ts';
import type { PictureStore } from '../operations/takeDown.ts';

/** As the server's settings name it: a bucket, else a folder of DATA_DIR; null: not on this machine. Throws Unreachable. */
export async function openPictureStore(env: NodeJS.ProcessEnv): Promise<PictureStore | null> {
  const {
    bucket,
    dataDir,
    backup: { dir: backupDir },
  } = settingsOf(env);
  if (bucket) return { ...createBucket(bucket), backupDir };
  const folder = join(resolve(dataDir), 'objects');
  if (!existsSync(folder)) return null;
  const files = await openObjectFiles(folder, Date.now);
  return {
    backupDir,
    async remove(keys) {
      for (const key of keys) await files.remove(key);
    },
  };
}

function settingsOf(env: NodeJS.ProcessEnv) {
  try {
    return readSettings(env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new Unreachable(`The photos cannot be reached with these settings:\n${error.message}`);
  }
}
