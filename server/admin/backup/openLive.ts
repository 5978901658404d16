/** The database a backup is made of: the embedded one, by the server that holds it or alone, or one on a server. */
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '../../database/database.ts';
import { isDatabaseFolder } from '../../database/databaseFolder.ts';
import { DataFolderBusy } from '../../database/dataFolderLock.ts';
import { RestoreUnfinished, refuseUnfinished } from '../../database/unfinishedRestore.ts';
import { Unreachable } from '../../operations/outcome.ts';
import { reachLiveDatabase } from './backupChannel.ts';
import type { BackupContext } from './backupContext.ts';
import {
  countAllRows,
  createLiveDatabase,
  type LiveDatabase,
  type RowCounts,
  readDeletedSince,
} from './liveDatabase.ts';
import { checkProgram } from './postgresPrograms.ts';
import { openPastPoolers } from './serverDatabase.ts';

interface Snapshot {
  /** As pg_dump takes it. */
  readonly snapshot: string;
  readonly databaseUrl: string;
  readonly at: string;
  readonly counts: RowCounts;
}
interface ServerLive extends Pick<LiveDatabase, 'deletedSince' | 'close'> {
  readonly kind: 'postgres';
  /** Runs the work while the snapshot lasts. Nobody waits for it. */
  atSnapshot<T>(work: (at: Snapshot) => Promise<T>): Promise<T>;
}
interface EmbeddedLive extends LiveDatabase {
  readonly kind: 'embedded';
}
/** `notes`: what is to be told of it. */
export type OpenLive = (ServerLive | EmbeddedLive) & { readonly notes: string[] };

/** Throws Unreachable. */
export function openLive({ settings: { databaseUrl }, dataDir }: BackupContext): Promise<OpenLive> {
  return databaseUrl ? openServerLive(databaseUrl) : openEmbeddedLive(dataDir);
}

async function openEmbeddedLive(dataDir: string): Promise<OpenLive> {
  if (!isDatabaseFolder(join(dataDir, 'postgres')))
    throw new Unreachable(`There is no data in ${dataDir}. Set DATA_DIR or DATABASE_URL as the server has them.`);
  try {
    const { db, close } = await openDatabase({ dataDir });
    return { ...createLiveDatabase(db), kind: 'embedded', notes: [], close };
  } catch (error) {
    if (!(error instanceof DataFolderBusy)) throw error;
    const live = await reachLiveDatabase(dataDir);
    if (live) return { ...live, kind: 'embedded', notes: [] };
    throw new Unreachable(
      `${error.message}\nIf it is the server, it takes no backups; stop it and run the command again.`,
    );
  }
}

async function openServerLive(databaseUrl: string): Promise<OpenLive> {
  const { db, version } = await openPastPoolers(databaseUrl);
  try {
    await checkProgram('pg_dump', version);
    await refuseUnfinished(db);
  } catch (error) {
    await db.destroy();
    throw error instanceof RestoreUnfinished ? new Unreachable(error.message) : error;
  }
  return {
    kind: 'postgres',
    notes: [],
    atSnapshot: (work) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (trx) => {
          await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
          const { rows } = await sql<{ snapshot: string; at: Date }>`
            select pg_export_snapshot() as snapshot, clock_timestamp() as at`.execute(trx);
          const [{ snapshot, at } = { snapshot: '', at: new Date(0) }] = rows;
          return work({ snapshot, databaseUrl, at: at.toISOString(), counts: await countAllRows(trx) });
        }),
    deletedSince: (at) => readDeletedSince(db, at),
    close: () => db.destroy(),
  };
}
