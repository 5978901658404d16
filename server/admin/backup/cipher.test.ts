import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { decrypt, encrypt, parseBackupKey } from './cipher.ts';

const newKey = () => {
  const key = parseBackupKey(randomBytes(32).toString('hex'));
  if (!key) throw new Error('no key');
  return key;
};
const key = newKey();
/** In pieces of a size that fits nothing. */
async function* inPieces(bytes: Buffer) {
  for (let from = 0; from < bytes.length; from += 10_007) yield bytes.subarray(from, from + 10_007);
}
const closed = (bytes: Buffer, name = 'a') => buffer(encrypt(inPieces(bytes), key, name));
const opened = (bytes: Buffer, name = 'a', by = key) => buffer(decrypt(inPieces(bytes), by, name));

const HEADER = 28;
const CHUNK = 64 * 1024 + 16;

test.each([0, 1, 65_535, 65_536, 65_537, 200_000])(
  'OPS-01e %i bytes come back, twice never the same file',
  async (size) => {
    const bytes = randomBytes(size);
    const file = await closed(bytes);
    expect(await opened(file)).toEqual(bytes);
    expect(await closed(bytes)).not.toEqual(file);
  },
);

test('OPS-01e a file that is cut, put together anew, renamed or of another key is refused', async () => {
  const file = await closed(randomBytes(200_000));
  const chunk = (n: number) => file.subarray(HEADER + n * CHUNK, HEADER + (n + 1) * CHUNK);
  const header = file.subarray(0, HEADER);
  const refused: readonly (readonly [string, Buffer])[] = [
    ['nothing', Buffer.alloc(0)],
    ['its header alone', header],
    ['cut between two chunks', file.subarray(0, HEADER + 2 * CHUNK)],
    ['cut in a chunk', file.subarray(0, HEADER + 2 * CHUNK + 100)],
    ['its last byte gone', file.subarray(0, -1)],
    ['a byte more', Buffer.concat([file, Buffer.alloc(1)])],
    ['a chunk left out', Buffer.concat([header, chunk(0), chunk(2), chunk(3)])],
    ['two chunks exchanged', Buffer.concat([header, chunk(1), chunk(0), chunk(2), chunk(3)])],
    ['another salt', Buffer.concat([file.subarray(0, 12), randomBytes(16), file.subarray(HEADER)])],
  ];
  expect(chunk(3).length).toBeGreaterThan(0);
  for (const [name, bytes] of refused) await expect(opened(bytes), name).rejects.toThrow();
  await expect(opened(file, 'b')).rejects.toThrow('changed');
  await expect(opened(file, 'a', newKey())).rejects.toThrow('another key');
});
