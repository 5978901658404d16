import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { Plugin } from 'vite';

/** Ending of a file that holds what is new in the one beside it, for whoever has the build before (RFC 9842). */
export const DELTA_ENDING = '.dcz';
/** What such a file begins with: a frame that decompressors skip, whose content is the dictionary's SHA-256. */
const DELTA_MAGIC = Uint8Array.of(0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0);
const HASH_BYTES = 32;
/** How far back in the old file a match may be: 8 MB, the most a browser has to allow. */
const WINDOW_BITS = 23;
const LEVEL = 19;
/** Smaller files gain nothing: they fit a packet anyway. */
const SMALLEST_BYTES = 1024;
const ASSETS = 'assets';
const NAME = /^([A-Za-z0-9._]+)-[\w-]{7}\.(js|css)$/;

/** Scripts, style sheets and deltas of the build before, by name. */
type OldFiles = ReadonlyMap<string, Buffer>;

/** The names all versions of a built file have, as a pattern; null: it is none. */
export function versionsOf(name: string): string | null {
  const [, stem, ending] = NAME.exec(name) ?? [];
  return stem === undefined ? null : `${stem}-*.${ending}`;
}

/** The `Available-Dictionary` a browser must have sent to be able to read this; null: it is no such file. */
export function dictionaryOf(delta: Uint8Array): string | null {
  const head = delta.subarray(0, DELTA_MAGIC.length);
  const hash = delta.subarray(DELTA_MAGIC.length, DELTA_MAGIC.length + HASH_BYTES);
  if (Buffer.compare(head, DELTA_MAGIC) !== 0 || hash.length < HASH_BYTES) return null;
  return `:${Buffer.from(hash).toString('base64')}:`;
}

/**
 * Writes a `.dcz` beside each script and style sheet of which the build before had another version. That build is the one in the
 * folder PREVIOUS_BUILD, else the one that is replaced. Runs after the other compressed copies are there.
 */
export function deltas(): Plugin {
  let directory = 'dist';
  let before = '';
  let old: OldFiles = new Map();
  return {
    name: 'deltas',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      directory = join(config.root, config.build.outDir);
      before = process.env.PREVIOUS_BUILD || directory;
    },
    async buildStart() {
      // Now: the build empties the folder before it writes.
      old = await readOldFiles(before);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler(error?: Error) {
        if (!error) await writeDeltas(directory, old);
      },
    },
  };
}

/** Those below `build`, a folder as the build makes it; none where there is no such build. */
export async function readOldFiles(build: string): Promise<OldFiles> {
  const folder = join(build, ASSETS);
  const all = await readdir(folder).catch(() => []);
  const names = all.filter((name) => versionsOf(name.replace(DELTA_ENDING, '')) !== null);
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)));
}

/** Writes what pays into the build at `directory`; returns the names of the files that got one. */
export async function writeDeltas(directory: string, old: OldFiles): Promise<readonly string[]> {
  const folder = join(directory, ASSETS);
  const names = (await readdir(folder)).filter((name) => versionsOf(name) !== null);
  const written = await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(folder, name));
      const delta = await deltaOf(name, bytes, old);
      const usual = await readFile(join(folder, `${name}.br`)).catch(() => bytes);
      if (delta === null || delta.length >= usual.length) return [];
      await writeFile(join(folder, name + DELTA_ENDING), delta);
      return [name];
    }),
  );
  return written.flat();
}

/** null: nothing to build on, or a Node that cannot (before 22.19). */
async function deltaOf(name: string, bytes: Buffer, old: OldFiles): Promise<Buffer | null> {
  // Nothing new in it since the build before: what that one had for the build before itself.
  if (old.has(name)) return old.get(name + DELTA_ENDING) ?? null;
  const versions = versionsOf(name);
  const dictionary = [...old].find(([other]) => versionsOf(other) === versions)?.[1];
  if (dictionary === undefined || bytes.length < SMALLEST_BYTES || zlib.zstdCompress === undefined) return null;
  const params = {
    [zlib.constants.ZSTD_c_compressionLevel]: LEVEL,
    [zlib.constants.ZSTD_c_windowLog]: WINDOW_BITS,
  };
  const body = await promisify(zlib.zstdCompress)(bytes, { dictionary, params });
  return Buffer.concat([DELTA_MAGIC, createHash('sha256').update(dictionary).digest(), body]);
}
