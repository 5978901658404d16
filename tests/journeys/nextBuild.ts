/**
 * A later build made of the present one: other names for every chunk, a newer schema of the device's database, and what is new in
 * each script and style sheet, for browsers that have the present one.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { readOldFiles, writeDeltas } from '../../build/deltas.ts';

export const DIST = resolve(import.meta.dirname, '../../dist');
/** Stands in a chunk's name for all of its hash but the end. */
const LATER = '-later';
const named = (chunk: string) => chunk.replace(/-[\w-]{5}(?=[\w-]{2}\.\w+$)/, LATER);
const TEXT = /\.(?:html|js|css|json|webmanifest)$/;
/** The name of the database and, after it, its version, as the bundler writes them. */
const VERSION = /(=`fan-photo`,[\w$]+=)(\d+)/g;

export interface NextBuild {
  readonly dist: string;
  /** Version of the device's database in this build. */
  readonly databaseVersion: number;
  /** Names of the files of which less than the whole may travel. */
  readonly deltas: readonly string[];
  remove(): void;
}

export async function makeNextBuild(): Promise<NextBuild> {
  const dist = mkdtempSync(join(tmpdir(), 'next-build-'));
  // Compressed copies would hold the old text; the demo's pictures are drawn already.
  const isLeftOut = (path: string) => /\.(?:br|gz|dcz)$/.test(path) || relative(DIST, path) === 'demo';
  cpSync(DIST, dist, { recursive: true, filter: (path) => !isLeftOut(path) });
  const assets = join(dist, 'assets');
  const chunks = readdirSync(assets).filter((name) => /\.(?:js|css)$/.test(name));
  const anyChunk = new RegExp(chunks.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  const versions = new Set<number>();
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !TEXT.test(entry.name)) continue;
    const text = readFileSync(path, 'utf8')
      .replace(anyChunk, named)
      .replace(VERSION, (_, head: string, version: string) => {
        versions.add(Number(version) + 1);
        return `${head}${Number(version) + 1}`;
      });
    // What the worker keeps by a hash of its content has another content now.
    writeFileSync(path, entry.name === 'sw.js' ? text.replace(/(revision"?:")([0-9a-f])/g, '$1later$2') : text);
  }
  for (const name of chunks) renameSync(join(assets, name), join(assets, named(name)));
  const deltas = await writeDeltas(dist, await readOldFiles(DIST));
  const [databaseVersion, ...others] = versions;
  if (databaseVersion === undefined || others.length > 0) throw new Error('The database’s version is not where it was');
  return { dist, databaseVersion, deltas, remove: () => rmSync(dist, { recursive: true, force: true }) };
}

/** Whether a page runs the later build. */
export const isLater = (source: string): boolean => /\/assets\/[\w.]+-later[\w-]{2}\./.test(source);
