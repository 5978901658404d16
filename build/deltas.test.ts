import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, zstdDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DELTA_ENDING, dictionaryOf, readOldFiles, versionsOf, writeDeltas } from './deltas.ts';

const HEAD_BYTES = 40;
/** Text that does not repeat itself: whatever is small was taken from the build before. */
const code = (seed: string) =>
  Array.from({ length: 200 }, (_, line) => createHash('sha256').update(`${seed} ${line}`).digest('base64')).join('\n');
const hashOf = (bytes: Buffer) => `:${createHash('sha256').update(bytes).digest('base64')}:`;

let folder: string;
const assets = (build: string) => join(folder, build, 'assets');
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltas-'));
  for (const build of ['first', 'second', 'third']) await mkdir(assets(build), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

async function write(build: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(assets(build), name), text);
    await writeFile(join(assets(build), `${name}.br`), brotliCompressSync(text));
  }
}
const build = async (name: string, before: string) =>
  writeDeltas(join(folder, name), await readOldFiles(join(folder, before)));
const deltasIn = async (name: string) =>
  (await readdir(assets(name))).filter((file) => file.endsWith(DELTA_ENDING)).sort();

test('KEP-05a a script that changed unpacks from what is new in it and the one of the build before', async () => {
  const [before, after] = [code('app'), `${code('app')}\nchanged`];
  await write('first', { 'app-AAAAAAA.js': before, 'chrome-AAAA-AA.css': code('chrome') });
  await write('second', { 'app-BBBBBBB.js': after, 'chrome-BBBB-BB.css': `a{}${code('chrome')}` });
  expect((await build('second', 'first')).toSorted()).toEqual(['app-BBBBBBB.js', 'chrome-BBBB-BB.css']);

  const delta = await readFile(join(assets('second'), 'app-BBBBBBB.js.dcz'));
  const dictionary = Buffer.from(before);
  expect(delta.length).toBeLessThan(150);
  expect(dictionaryOf(delta)).toBe(hashOf(dictionary));
  expect(zstdDecompressSync(delta.subarray(HEAD_BYTES), { dictionary }).toString()).toBe(after);
});

test('KEP-05a what is new, another file or smaller as it is gets none, nor does a first build', async () => {
  await write('first', { 'app-AAAAAAA.js': code('app'), 'post-AAAAAAA.js': code('post'), 'tiny-AAAAAAA.js': 'a' });
  const news = { 'app-BBBBBBB.js': code('all is new'), 'posts-BBBBBBB.js': code('post'), 'tiny-BBBBBBB.js': 'b' };
  await write('second', news);
  expect(await build('second', 'first')).toEqual([]);
  expect(await build('second', 'nowhere')).toEqual([]);
  expect(await deltasIn('second')).toEqual([]);
});

test('KEP-05a a file that stays as it is keeps what it had for the build before', async () => {
  await write('first', { 'app-AAAAAAA.js': code('app') });
  await write('second', { 'app-BBBBBBB.js': `${code('app')}\nchanged` });
  await build('second', 'first');
  await write('third', { 'app-BBBBBBB.js': `${code('app')}\nchanged` });
  await build('third', 'second');
  const [kept, made] = await Promise.all(
    ['third', 'second'].map((name) => readFile(join(assets(name), 'app-BBBBBBB.js.dcz'))),
  );
  expect(kept?.equals(made ?? Buffer.alloc(0))).toBe(true);
});

test('KEP-05a all versions of a file have one pattern, other files and copies none', () => {
  expect(versionsOf('app-BJ81jsa.js')).toBe('app-*.js');
  expect(versionsOf('SideMenu-1t7WR-3.css')).toBe('SideMenu-*.css');
  expect(versionsOf('index.browser-xpSAx5s.js')).toBe('index.browser-*.js');
  for (const name of ['app-BJ81jsa.js.br', 'app.js', 'a*b-BJ81jsa.js', 'logo-BJ81jsa.png']) {
    expect([name, versionsOf(name)]).toEqual([name, null]);
  }
});
