/**
 * Builds what is served, if there is no build of these very sources: the client, and the demo's pictures.
 * `npm run build` runs it alone; `npm start` before it serves.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureDemoPictures } from './demo/demoPictures.ts';

const root = resolve(import.meta.dirname, '..');
const dist = join(root, 'dist');
const stampFile = join(dist, '.stamp');
/** All that a build is made of. */
const SOURCES = [
  'src',
  'sw',
  'tenants',
  'public',
  'server/pages',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
];

/** Folder of the demo's pictures in a build. */
export const demoPicturesDir = join(dist, 'demo');

export async function buildIfStale(): Promise<void> {
  const stamp = hashOf(SOURCES);
  if (readStamp() !== stamp) {
    console.log('Building the client …');
    const { build } = await import('vite');
    await build({ root, logLevel: 'warn' });
    writeFileSync(stampFile, stamp);
  }
  await ensureDemoPictures(demoPicturesDir, join(root, '.cache/demo'));
}

function readStamp(): string | null {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return null;
  }
}

function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of filesBelow(path)) {
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(root, file)))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

function filesBelow(path: string): string[] {
  let entries: string[];
  try {
    entries = readdirSync(join(root, path), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    if (error.code === 'ENOTDIR') return [path];
    if (error.code === 'ENOENT') return [];
    throw error;
  }
  return entries.sort();
}

if (import.meta.main) await buildIfStale();
