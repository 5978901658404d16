/**
 * How long a restore takes for 1,000 photos: objects as a photo has them, encrypted, with an embedded database.
 *
 *   AGAINST=../other npm run rehearse:restore
 *
 * AGAINST: root of another checkout, such as the one before a change. Each makes its own backup of the same data, since formats may differ.
 * They restore in turns, and ours may take half as long. PHOTOS (default 1,000), ROUNDS (default 3). It runs on the disk of
 * the temporary folder (TMPDIR), and takes 7 GB of it with AGAINST.
 */

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openDatabase } from '../../server/database/database.ts';
import { openObjectFiles } from '../../server/objects/objectFiles.ts';
import { sumsOf } from '../../server/objects/upload.ts';
import { ofTheMachine } from '../api/deployProcess.ts';
import { shuffled } from '../bench/support/turns.ts';
import { createVerdict } from '../bench/support/verdict.ts';
import { CLUB } from '../support/tenants.ts';
import { quantileOf } from './support/load.ts';

const PHOTOS = Number(process.env.PHOTOS ?? 1_000);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const { AGAINST } = process.env;
/** Of the objects of a photo, in kB, as docs/scale.md has them (The bucket). */
const OBJECTS_KB = [1202.9, 209.8, 28.4, 11.4, 17.8, 18.1, 70.2, 130.1];
/** Half of what 1,000 photos took on a busy machine before restores flushed at their end, in seconds. */
const PER_THOUSAND_S = 65;
/** Of the time the other checkout takes. */
const SHARE = 0.5;

const verdict = createVerdict('restore', { kind: 'rehearse', settings: ['PHOTOS', 'ROUNDS', 'AGAINST'] });
type Side = 'ours' | 'other';
const SIDES: readonly Side[] = AGAINST ? ['ours', 'other'] : ['ours'];
const rootOf = (side: Side): string => resolve(side === 'ours' ? join(import.meta.dirname, '../..') : (AGAINST ?? ''));
const folder = await mkdtemp(join(tmpdir(), 'restore-'));
const at = (name: string) => join(folder, name);

async function fill(dataDir: string): Promise<void> {
  const { close } = await openDatabase({ dataDir });
  await close();
  const files = await openObjectFiles(join(dataDir, 'objects'), Date.now, undefined, false);
  for (let photo = 0; photo < PHOTOS; photo++) {
    for (const [i, kilobytes] of OBJECTS_KB.entries()) {
      const bytes = randomBytes(Math.round(kilobytes * 1000));
      const key = `ugc/${CLUB}/e/original/${String(photo).padStart(16, 'A')}${i}.jpg`;
      const body = async function* () {
        yield bytes;
      };
      const known = { key, owner: 'aki', storedAt: Date.now() };
      await files.publish(await files.stage(body(), () => ({ ...sumsOf(bytes), ...known })));
    }
  }
}

/** Seconds it took. Throws where it did not end well. */
async function runBackup(side: Side, words: readonly string[], dataDir: string): Promise<number> {
  const begun = performance.now();
  const env = { DATA_DIR: dataDir, BACKUP_DIR: at(`backups-${side}`), BACKUP_KEY_FILE: at('key') };
  const child = spawn(process.execPath, ['server/admin/main.ts', 'backup', ...words], {
    cwd: rootOf(side),
    env: { ...ofTheMachine(), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`backup ${words.join(' ')} of ${side} ended with ${code}.`);
  return (performance.now() - begun) / 1000;
}

async function restore(side: Side): Promise<number> {
  await mkdir(at('target'), { mode: 0o700 });
  const seconds = await runBackup(side, ['restore', 'latest'], at('target'));
  await rm(at('target'), { recursive: true });
  return (seconds * 1000) / PHOTOS;
}

try {
  await writeFile(at('key'), `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  await fill(at('data'));
  for (const side of SIDES)
    console.log(
      `  backup of ${PHOTOS} photos, ${side}: ${(await runBackup(side, ['create'], at('data'))).toFixed(1)} s`,
    );
  const taken = { ours: [] as number[], other: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of shuffled(SIDES)) {
      const seconds = await restore(side);
      taken[side].push(seconds);
      console.log(`  restore, ${side}: ${seconds.toFixed(1)} s for 1,000 photos`);
    }
  }
  const mean = quantileOf(taken.ours, 0.5);
  verdict.most('for 1,000 photos, s', mean, PER_THOUSAND_S);
  if (AGAINST) verdict.most('÷ that of the other checkout', mean / quantileOf(taken.other, 0.5), SHARE);
} finally {
  await rm(folder, { recursive: true, force: true });
}
verdict.end();
