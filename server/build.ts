/**
 * Builds what is served, if there is no build of these very sources: the client, and the demo's pictures.
 * `npm run build` runs it alone; `npm start` before it serves.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { emptyDatabaseFolder, isTemplateFolder } from './database/databaseFolder.ts';

const root = resolve(import.meta.dirname, '..');
const dist = join(root, 'dist');
const stampFile = join(dist, '.stamp');
/** All that a build is made of. */
const SOURCES = ['src', 'sw', 'tenants', 'public', 'build', 'vite.config.ts', 'tsconfig.json', 'package-lock.json'];

/** Folder of the demo's pictures in a build. */
const demoPicturesDir = join(dist, 'demo');

/**
 * Client and the empty database at once, then the demo's pictures, each in a process of its own: they share the cores, and the
 * server that starts afterwards does not keep their memory.
 */
export async function buildIfStale(): Promise<void> {
  await Promise.all([buildClient(), initialiseDatabase()]);
  // Into dist/ only now: the client's build empties it.
  await run('server/demo/makePictures.ts', demoPicturesDir);
}

async function buildClient(): Promise<void> {
  const stamp = hashOf(SOURCES);
  if (readStamp() === stamp) return;
  console.log('Building the client …');
  await run('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn');
  writeFileSync(stampFile, stamp);
}

async function initialiseDatabase(): Promise<void> {
  if (!isTemplateFolder(emptyDatabaseFolder)) await run('server/database/emptyDatabase.ts');
}

/** Runs a script of ours to its end. Throws when it fails; what it says goes where our own words go. */
async function run(script: string, ...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${script} ended with ${code}`);
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
