/** A later build made of the present one: other names for every chunk, and a newer schema of the device's database. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';

export const DIST = resolve(import.meta.dirname, '../../dist');
const LATER = 'later-';
const TEXT = /\.(?:html|js|css|json|webmanifest)$/;
/** The name of the database and, after it, its version, as the bundler writes them. */
const VERSION = /(=`fan-photo`,[\w$]+=)(\d+)/g;

export interface NextBuild {
  readonly dist: string;
  /** Version of the device's database in this build. */
  readonly databaseVersion: number;
  remove(): void;
}

export function makeNextBuild(): NextBuild {
  const dist = mkdtempSync(join(tmpdir(), 'next-build-'));
  // Compressed copies would hold the old text; the demo's pictures are drawn already.
  const isLeftOut = (path: string) => /\.(?:br|gz)$/.test(path) || relative(DIST, path) === 'demo';
  cpSync(DIST, dist, { recursive: true, filter: (path) => !isLeftOut(path) });
  const assets = join(dist, 'assets');
  const chunks = readdirSync(assets).filter((name) => /\.(?:js|css)$/.test(name));
  const anyChunk = new RegExp(chunks.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  const versions = new Set<number>();
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !TEXT.test(entry.name)) continue;
    const text = readFileSync(path, 'utf8')
      .replace(anyChunk, (name) => LATER + name)
      .replace(VERSION, (_, head: string, version: string) => {
        versions.add(Number(version) + 1);
        return `${head}${Number(version) + 1}`;
      });
    // What the worker keeps by a hash of its content has another content now.
    writeFileSync(path, entry.name === 'sw.js' ? text.replace(/(revision"?:")([0-9a-f])/g, '$1later$2') : text);
  }
  for (const name of chunks) renameSync(join(assets, name), join(assets, LATER + name));
  const [databaseVersion, ...others] = versions;
  if (databaseVersion === undefined || others.length > 0) throw new Error('The database’s version is not where it was');
  return { dist, databaseVersion, remove: () => rmSync(dist, { recursive: true, force: true }) };
}

/** Whether a page runs the later build. */
export const isLater = (source: string): boolean => source.includes(`/assets/${LATER}`);
