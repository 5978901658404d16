import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressFolder } from './precompress.ts';

test('text files get a .br and a .gz that unpack to themselves; pictures and tiny files do not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'precompress-'));
  try {
    const page = '<p>写真</p>'.repeat(200);
    await writeFile(join(folder, 'page.html'), page);
    await writeFile(join(folder, 'tag.txt'), '#推し\n');
    await writeFile(join(folder, 'icon.png'), Buffer.alloc(4096));
    expect(await compressFolder(folder)).toBe(1);
    expect((await readdir(folder)).sort()).toEqual([
      'icon.png',
      'page.html',
      'page.html.br',
      'page.html.gz',
      'tag.txt',
    ]);
    expect(brotliDecompressSync(await readFile(join(folder, 'page.html.br'))).toString()).toBe(page);
    expect(gunzipSync(await readFile(join(folder, 'page.html.gz'))).toString()).toBe(page);
  } finally {
    await rm(folder, { recursive: true });
  }
});
