/** What operators removed for good since a backup was made: no restore brings it back. A line a removal, which only grows. */
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { PRIVATE_FOLDER } from '../../database/privateFolder.ts';
import { Refusal } from '../../operations/outcome.ts';
import { flushFolder, isFileAbsent } from './backupFiles.ts';

const Removal = v.object({
  /** ISO. */
  at: v.string(),
  tenant: v.string(),
  mediaUrl: v.string(),
  /** All its objects. */
  keys: v.array(v.string()),
});
export type Removal = v.InferOutput<typeof Removal>;

const FILE = 'removals.jsonl';

/** Notes a removal in the folder of the backups, on the disk when it resolves. */
export async function appendRemoval(dir: string, removal: Removal): Promise<void> {
  await mkdir(dir, { recursive: true, mode: PRIVATE_FOLDER });
  const file = await open(join(dir, FILE), 'a+', 0o600);
  try {
    const text = await file.readFile('utf8');
    // An append that was cut off was never told to be done.
    const whole = text.lastIndexOf('\n') + 1;
    if (whole < text.length) await file.truncate(Buffer.byteLength(text.slice(0, whole)));
    await file.appendFile(`${JSON.stringify(removal)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await flushFolder(dir);
}

/** Throws Refusal for a file that cannot be understood: what it says must not be passed over. */
export async function readRemovals(dir: string): Promise<Removal[]> {
  const text = await readFile(join(dir, FILE), 'utf8').catch((error: unknown) => {
    if (isFileAbsent(error)) return '';
    throw error;
  });
  const lines = text.split('\n');
  // What follows the last line break is an append that was cut off.
  return lines.slice(0, -1).map((line, i) => {
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Removal), line);
    if (!read.success) throw new Refusal(`${join(dir, FILE)}, line ${i + 1}, is no removal. Mend it, then try again.`);
    return read.output;
  });
}
