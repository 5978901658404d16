import { join, resolve } from 'node:path';
import { openDatabase } from '../database/database.ts';
import { isDatabaseFolder } from '../database/databaseFolder.ts';
import { DataFolderBusy } from '../database/dataFolderLock.ts';
import { OPERATOR_LIMITS } from '../database/serverPool.ts';
import { type Outcome, Unreachable } from '../operations/outcome.ts';
import { type AdminJob, perform } from './adminJob.ts';
import { askServer } from './operatorChannel.ts';
import { openPictureStore } from './pictureStore.ts';

/**
 * Does a job on the data the environment names as the server takes it: DATABASE_URL, else DATA_DIR (default `.data`).
 * A server that holds the folder does the job itself. Throws Unreachable.
 */
export async function runOnDatabase(env: NodeJS.ProcessEnv, given: AdminJob): Promise<Outcome> {
  const { DATABASE_URL: databaseUrl, DATABASE_MIGRATE_URL: migrateUrl, DATA_DIR: dataDir = '.data' } = env;
  const backupDir = env.BACKUP_DIR?.trim();
  const job = backupDir ? { ...given, backupDir: resolve(backupDir) } : given;
  const run = { env, job };
  if (databaseUrl) {
    const place = { databaseUrl, migrateUrl: migrateUrl || null, limits: OPERATOR_LIMITS };
    return runOnOpenDatabase(place, 'the database of DATABASE_URL', run);
  }
  const folder = resolve(dataDir);
  // A mistyped folder must not become an empty database.
  if (!isDatabaseFolder(join(folder, 'postgres')))
    throw new Unreachable(`There is no data in ${folder}. Set DATA_DIR or DATABASE_URL as the server has them.`);
  try {
    return await runOnOpenDatabase({ dataDir: folder }, folder, run);
  } catch (error) {
    if (!(error instanceof DataFolderBusy)) throw error;
    const answer = await askServer(folder, job).catch((failure: unknown) => {
      throw new Unreachable(messageOf(failure));
    });
    if (answer) return answer;
    throw new Unreachable(
      `${error.message}\nIf it is the server, it takes no commands; stop it, run the command again, start it again.`,
    );
  }
}

async function runOnOpenDatabase(
  place: Parameters<typeof openDatabase>[0],
  name: string,
  { env, job }: { readonly env: NodeJS.ProcessEnv; readonly job: AdminJob },
): Promise<Outcome> {
  // Looked at before anything is done: with wrong settings nothing is.
  const store = job.task.do === 'removePhoto' ? await openPictureStore(env) : null;
  const database = await openDatabase(place).catch((error: unknown) => {
    if (error instanceof DataFolderBusy) throw error;
    throw new Unreachable(`Cannot open ${name}: ${messageOf(error)}`);
  });
  try {
    return await perform(database.db, job, new Date(), store);
  } finally {
    await database.close();
  }
}

/** node-postgres has errors whose own message is empty: a list of what each address answered. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
