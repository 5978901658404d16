/** A data folder with five photos, nobody's server on it, and backups of it made in this process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BackupTask } from '../../server/admin/backup/backupCommands.ts';
import { performBackup } from '../../server/admin/backup/performBackup.ts';
import { insertPhotos } from '../../server/api/photos/photoWrites.ts';
import { openDatabase } from '../../server/database/database.ts';
import { openObjectFiles } from '../../server/objects/objectFiles.ts';
import { sumsOf } from '../../server/objects/upload.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import { addEvent } from '../api/externalSetup.ts';
import { CLUB } from '../support/tenants.ts';

export interface BackupEnv {
  readonly BACKUP_DIR: string;
  readonly BACKUP_KEY_FILE?: string;
}

/** Keys of the originals; each photo has its thumbnail beside it. */
export const WORLD_KEYS = Array.from(
  { length: 5 },
  (_, n) => `ugc/${CLUB}/e/original/${String(n).padStart(20, 'A')}.jpg`,
);

export async function openBackupWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'backup-world-'));
  const at = (name: string) => join(folder, name);
  const dataDir = at('data');
  const perform = (env: BackupEnv & { readonly DATA_DIR?: string }, task: BackupTask) =>
    performBackup({ DATA_DIR: dataDir, ...env }, task, (path) => path);
  const run = async (...given: Parameters<typeof perform>) => (await perform(...given)).out;
  const files = await openObjectFiles(join(dataDir, 'objects'), Date.now);
  async function store(key: string, bytes: Buffer, storedAt = Date.now()): Promise<void> {
    async function* body() {
      yield bytes;
    }
    const facts = { ...sumsOf(bytes), key, owner: 'aki', storedAt };
    await files.publish(await files.stage(body(), () => facts));
  }
  await fill(dataDir);
  for (const key of WORLD_KEYS)
    for (const one of [key, thumbnailKey(key)]) await store(one, Buffer.alloc(100_000, one));
  return {
    folder,
    at,
    dataDir,
    store,
    unstore: files.remove,
    create: (env: BackupEnv, keep: number | null = null) => run(env, { do: 'create', dir: null, keep }),
    prune: (env: BackupEnv, keep: number) => run(env, { do: 'prune', dir: null, keep }),
    /** As `create`, with its exit code and what it says on standard error. */
    tryCreate: (env: BackupEnv, keep: number | null = null) => perform(env, { do: 'create', dir: null, keep }),
    showKey: (env: BackupEnv) => run(env, { do: 'key', dir: '.' }),
    verify: (env: BackupEnv, id = 'latest', acceptsUnencrypted = false) =>
      run(env, { do: 'verify', dir: null, id, acceptsUnencrypted }),
    /** With its exit code and what it says on standard error. */
    repair: (env: BackupEnv, keys: readonly string[] = []) => perform(env, { do: 'repair', dir: null, keys }),
    restore: (env: BackupEnv, to: string, acceptsUnencrypted = false) =>
      run(
        { ...env, DATA_DIR: at(to) },
        { do: 'restore', dir: null, id: 'latest', keepsSignIns: false, acceptsUnencrypted },
      ),
    list: async (env: BackupEnv) =>
      JSON.parse(await run(env, { do: 'list', dir: null, format: 'json' })) as {
        id: string;
        isWhole: boolean;
      }[],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function fill(dataDir: string): Promise<void> {
  const { db, close } = await openDatabase({ dataDir });
  await addEvent({ deps: { db } }, 'e');
  const photo = {
    tenant: CLUB,
    user_id: 'aki',
    public_list_id: 'event',
    event_id: 'e',
    season_id: null,
    team_id: null,
    comment: '',
    htag: ['#a'],
    player: [],
    photo_location: null,
    option: null,
    usepermit: true,
    exif: null,
    file_name: 'a.jpg',
    width: 64,
    height: 48,
    color: '#228844',
    size: 100_000,
    created_at: new Date(),
  };
  const photos = WORLD_KEYS.map((media_url) => ({ ...photo, media_url }));
  await db.transaction().execute((trx) => insertPhotos(trx, photos));
  await close();
}
