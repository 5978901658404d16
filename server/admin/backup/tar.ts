/** Folders as a tar stream (ustar): what was not encrypted can be unpacked by hand. */
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PRIVATE_FOLDER } from '../../database/privateFolder.ts';
import type { ByteReader } from './byteReader.ts';
import { Damaged } from './cipher.ts';

const BLOCK = 512;
const PIECE = 1024 * 1024;
const FILE_MODE = 0o600;

export interface TarEntry {
  /** Relative, up to 100 bytes. */
  readonly path: string;
  /** null: a folder. */
  readonly body: { readonly size: number; readonly chunks: AsyncIterable<Uint8Array> } | null;
}

function headerOf(path: string, size: number, isFolder: boolean): Buffer {
  const header = Buffer.alloc(BLOCK);
  const name = isFolder ? `${path}/` : path;
  if (Buffer.byteLength(name) > 100) throw new Error(`The path ${name} is too long for a backup.`);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  header.write(name, 0);
  header.write(octal(isFolder ? PRIVATE_FOLDER : FILE_MODE, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(0, 12), 136);
  header.write(isFolder ? '5' : '0', 156);
  header.write('ustar\x0000', 257);
  // The sum is made over the header with blanks in the sum's own place.
  header.write('        ', 148);
  header.write(
    octal(
      header.reduce((sum, byte) => sum + byte, 0),
      7,
    ),
    148,
  );
  return header;
}

/** The stream. A file that became shorter meanwhile is filled with zeros, of a longer one the size that was told is taken. */
export async function* packTar(entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  for await (const { path, body } of entries) {
    yield headerOf(path, body?.size ?? 0, body === null);
    if (body === null) continue;
    let left = body.size;
    for await (const chunk of body.chunks) {
      const piece = Buffer.from(chunk.buffer, chunk.byteOffset, Math.min(chunk.byteLength, left));
      left -= piece.length;
      if (piece.length > 0) yield piece;
      if (left === 0) break;
    }
    for (; left > 0; left -= Math.min(left, PIECE)) yield Buffer.alloc(Math.min(left, PIECE));
    if (body.size % BLOCK > 0) yield Buffer.alloc(BLOCK - (body.size % BLOCK));
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** Unpacks into a folder; whoever keeps it flushes it. Throws Damaged. */
export async function unpackTar(reader: ByteReader, folder: string): Promise<void> {
  for (;;) {
    const header = await reader.take(BLOCK);
    if (header.length < BLOCK) throw new Damaged('The copy of the database is cut off.');
    if (header.every((byte) => byte === 0)) break;
    const path = textAt(header, 0, 100);
    const size = Number.parseInt(textAt(header, 124, 12), 8);
    if (!/^[\w.-]+(?:\/[\w.-]+)*\/?$/.test(path) || path.split('/').includes('..') || !(size >= 0))
      throw new Damaged('The copy of the database is no archive of ours.');
    if (path.endsWith('/')) await mkdir(join(folder, path), { recursive: true, mode: PRIVATE_FOLDER });
    else await unpackFile(reader, join(folder, path), size);
  }
  // What follows the end is read too: it belongs to what the checksum is of.
  while (!(await reader.isAtEnd())) await reader.take(PIECE);
}

async function unpackFile(reader: ByteReader, path: string, size: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
  const file = await open(path, 'wx', FILE_MODE);
  try {
    for (let left = size; left > 0; ) {
      const chunk = await reader.take(Math.min(left, PIECE));
      if (chunk.length === 0) throw new Damaged('The copy of the database is cut off.');
      await file.writeFile(chunk);
      left -= chunk.length;
    }
  } finally {
    await file.close();
  }
  if (size % BLOCK > 0) await reader.take(BLOCK - (size % BLOCK));
}

const textAt = (header: Buffer, start: number, length: number): string =>
  header.toString('latin1', start, start + length).replace(/\0.*$/s, '');
