/**
 * Reads all objects of the own store again, slowly, and compares them with their checksums (OPS-11b): a disk that loses bytes says
 * nothing, and nobody looks at an old photo for years. How far it came stands in a file of the store, so a restart goes on there.
 */
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { SCRUB } from '../../src/contract/loadLimits.ts';
import { checkObjectFile, listObjectFiles, objectFileIn } from './objectFiles.ts';
import { UnreadableObject } from './unreadableObject.ts';

type ScrubBounds = { readonly [name in keyof typeof SCRUB]: number };

const State = v.object({
  /** Name of the file that was checked last; '': the round has not begun. */
  after: v.string(),
  /** Epoch ms. */
  roundBegan: v.number(),
  /** `as`: which file it was; another one in its place is checked anew. */
  damaged: v.array(v.object({ name: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)), as: v.string() })),
});
type State = v.InferOutput<typeof State>;

export interface Scrubbed {
  /** Objects and bytes that were read. */
  readonly looked: number;
  readonly bytes: number;
  /** Damaged objects that are known, at most SCRUB.damaged. */
  readonly damaged: number;
  /** Since the round under way, or the one that ended last, began: in milliseconds. */
  readonly roundAgeMs: number;
}

export interface Scrubber {
  /** Goes on with the round, within SCRUB. `onDamaged` is notified of each object once. */
  run(isStopped: () => boolean, onDamaged: (failure: UnreadableObject) => void): Promise<Scrubbed>;
}

export interface ScrubberDeps {
  /** Folder of the object files. */
  readonly dir: string;
  /** Epoch ms. */
  readonly now: () => number;
  /** Left out: SCRUB; for tests. */
  readonly bounds?: ScrubBounds;
}

const fileOf = (dir: string): string => join(dir, 'scrub.json');

export function createScrubber({ dir, now, bounds = SCRUB }: ScrubberDeps): Scrubber {
  return {
    async run(isStopped, onDamaged) {
      const known = await readState(dir);
      const state = { after: '', roundBegan: now(), ...known, damaged: known ? await stillDamaged(dir, known) : [] };
      const isUnderWay = known === null || known.after !== '';
      if (!isUnderWay && now() - state.roundBegan < bounds.roundEveryMs) {
        await writeState(dir, state);
        return { looked: 0, bytes: 0, damaged: state.damaged.length, roundAgeMs: now() - state.roundBegan };
      }
      if (!isUnderWay) state.roundBegan = now();
      const { looked, bytes } = await goOn({ dir, bounds, state, isStopped, onDamaged });
      await writeState(dir, state);
      return { looked, bytes, damaged: state.damaged.length, roundAgeMs: now() - state.roundBegan };
    },
  };
}

interface Round {
  readonly dir: string;
  readonly bounds: ScrubBounds;
  /** Changed as the round goes on. */
  readonly state: State;
  readonly isStopped: () => boolean;
  readonly onDamaged: (failure: UnreadableObject) => void;
}

/** Checks the next files. At the end of the round `after` is '' again. */
async function goOn({ dir, bounds, state, isStopped, onDamaged }: Round) {
  let [looked, bytes] = [0, 0];
  for await (const { name, path } of listObjectFiles(dir, state.after)) {
    if (looked >= bounds.files || bytes >= bounds.bytes || isStopped()) return { looked, bytes };
    looked += 1;
    state.after = name;
    if (state.damaged.some((one) => one.name === name)) continue;
    try {
      bytes += (await checkObjectFile(path))?.size ?? 0;
    } catch (error) {
      if (!(error instanceof UnreadableObject)) throw error;
      onDamaged(error);
      if (state.damaged.length < bounds.damaged) state.damaged.push({ name, as: (await identityOf(path)) ?? '' });
    }
  }
  state.after = '';
  return { looked, bytes };
}

/** Names of the files that were found damaged: for the command that restores them. */
export async function readDamaged(dir: string): Promise<string[]> {
  const state = await readState(dir);
  return state === null ? [] : (await stillDamaged(dir, state)).map(({ name }) => name);
}

/** Without those that were replaced since, or removed. */
async function stillDamaged(dir: string, { damaged }: State): Promise<State['damaged']> {
  const now = await Promise.all(damaged.map(({ name }) => identityOf(objectFileIn(dir, name))));
  return damaged.filter(({ as }, i) => now[i] === as);
}

/** null: there is no such file. */
async function identityOf(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  return found && `${found.ino}-${found.mtimeMs}`;
}

/** null: there was no round yet, or the file is damaged itself: the round begins anew. */
async function readState(dir: string): Promise<State | null> {
  const text = await readFile(fileOf(dir), 'utf8').catch(() => null);
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), State), text);
  return read.success ? read.output : null;
}

async function writeState(dir: string, state: State): Promise<void> {
  const draft = `${fileOf(dir)}.new`;
  await writeFile(draft, JSON.stringify(state), { mode: 0o600 });
  await rename(draft, fileOf(dir));
}
