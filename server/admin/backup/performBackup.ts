import type { Outcome } from '../../operations/outcome.ts';
import { Refusal } from '../../operations/outcome.ts';
import type { BackupTask } from './backupCommands.ts';
import { type BackupContext, readBackupContext } from './backupContext.ts';
import { Damaged } from './backupFiles.ts';
import { isUsable, listPlace } from './backupPlace.ts';
import { createBackup } from './createBackup.ts';
import { describeSize } from './describeSize.ts';
import { deriveLostPictures, findMissingPictures } from './missingPictures.ts';
import { type Repaired, repairObjects } from './repairObjects.ts';
import { restoreBackup } from './restoreBackup.ts';
import { pruneBackups } from './tidyBackups.ts';
import { verifyBackup } from './verifyBackup.ts';

/** No room, or none left for this user. */
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** Does what a backup command says. Throws Refusal, Unreachable. @param fileOf a path as the operator means it */
export async function performBackup(
  env: NodeJS.ProcessEnv,
  task: BackupTask,
  fileOf: (path: string) => string,
): Promise<Outcome> {
  const given = await readBackupContext(env, task.dir === null ? null : fileOf(task.dir), new Date());
  try {
    if (task.do !== 'create' && task.do !== 'repair') return { code: 0, out: textOf(await run(given, task)), err: '' };
    const { lines, missing } =
      task.do === 'create'
        ? await createBackup(given, task.keep)
        : await repair({ ...given, acceptsUnencrypted: task.acceptsUnencrypted === true }, task);
    return { code: missing.length > 0 ? 3 : 0, out: textOf(lines), err: textOf(missing) };
  } catch (error) {
    if (error instanceof Damaged) throw new Refusal(error.message);
    if (error instanceof Error && 'code' in error && FULL.has(error.code))
      throw new Refusal(`The disk is full: ${error.message}.${afterFull(task.do)}`);
    throw error;
  }
}

async function repair(given: BackupContext, { keys, isOfMissing }: Extract<BackupTask, { do: 'repair' }>) {
  if (isOfMissing !== true) return toldOf(await repairObjects(given, keys));
  const missing = await findMissingPictures(given);
  if (missing.keys.length === 0) return { lines: ['Every picture that rows name is there.'], missing: [] };
  const repaired = await repairObjects(given, missing.keys);
  const { photos, lost } = await deriveLostPictures(given, missing, repaired.missing);
  const derived =
    photos > 0 ? [`Photos whose smaller pictures the server derives again, as no backup has them: ${photos}.`] : [];
  return toldOf({ lines: [...repaired.lines, ...derived], missing: lost });
}

const toldOf = ({ lines, missing }: Repaired) => ({
  lines,
  missing: missing.map((key) => `${key} is in no backup as it was stored: it stays as it is.`),
});

/** What to do about it, where that is ours to say. */
export function afterFull(task: BackupTask['do']): string {
  if (task === 'create')
    return ' No backup was made. "backup prune --keep n" makes room: it leaves the last n backups and what these have.';
  if (task === 'prune')
    return ' There is no room even for a lock: remove the folder of the oldest backup yourself, then prune again.';
  return '';
}

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

function run(given: BackupContext, task: Exclude<BackupTask, { do: 'create' | 'repair' }>): Promise<string[]> {
  switch (task.do) {
    case 'key':
      return showKey(given);
    case 'prune':
      return pruneBackups(given, task.keep);
    case 'list':
      return list(given, task.format);
    case 'verify':
      return verifyBackup({ ...given, acceptsUnencrypted: task.acceptsUnencrypted === true }, task.id);
    case 'restore':
      return restoreBackup(
        { ...given, acceptsUnencrypted: task.acceptsUnencrypted === true },
        task.id,
        task.keepsSignIns,
      );
  }
}

/** Returns the key as `age-keygen` writes it. Throws Refusal. */
async function showKey({ key }: BackupContext): Promise<string[]> {
  if (key === null) throw new Refusal('BACKUP_KEY_FILE is not set.');
  return [`# public key: ${key.id}`, key.identity];
}

async function list({ dir }: BackupContext, format: 'text' | 'json'): Promise<string[]> {
  const all = (await listPlace(dir)).map((listed) => {
    const { id, problem } = listed;
    if (!isUsable(listed)) return { id, isWhole: false as const, problem };
    const { keyId, databaseFile } = listed.manifest;
    const flags = { isWhole: true as const, isEncrypted: keyId !== null, databaseBytes: databaseFile.bytes };
    return { ...listed.manifest, ...flags };
  });
  if (format === 'json') return [JSON.stringify(all, null, 2)];
  if (all.length === 0) return [`There are no backups in ${dir}.`];
  return all.map((one) => {
    if (!one.isWhole) return `${one.id}  ${one.problem}`;
    const size = describeSize(one.databaseBytes + one.objectBytes);
    const where = `${one.database} database, ${one.store === 'own' ? 'own store' : 'bucket'}`;
    return `${one.id}  of ${one.at}  ${where}  ${size}, ${one.objects} objects  ${one.isEncrypted ? 'encrypted' : 'not encrypted'}, whole`;
  });
}
