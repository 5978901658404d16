import { expect, test } from 'vitest';
import { parseIdentity } from './backupIdentity.ts';
import { decryptWhole, openBackupKey } from './backupKey.ts';

const keyOf = (digits: string) => openBackupKey(parseIdentity(digits.repeat(32)) ?? '');
const headerOf = (file: Buffer): Buffer => file.subarray(0, file.indexOf('\n', file.indexOf('\n---') + 1) + 1);

test('OPS-01l a file of one recipient opens as the library opens it, whatever its size', async () => {
  const key = await keyOf('42');
  for (const size of [0, 1, 64 * 1024, 64 * 1024 + 1]) {
    const plain = Buffer.alloc(size, 7);
    const file = Buffer.from(await key.encrypter.encrypt(plain));
    expect(Buffer.from(await key.unwrap(headerOf(file)))).toEqual(
      Buffer.from(await key.decrypter.decryptHeader(headerOf(file))),
    );
    expect(await decryptWhole(file, key)).toEqual(plain);
  }
});

test('OPS-01l a file of two recipients opens by the library', async () => {
  const [key, other] = await Promise.all([keyOf('42'), keyOf('43')]);
  key.encrypter.addRecipient(other.id);
  const file = Buffer.from(await key.encrypter.encrypt(Buffer.from('both')));
  expect([await decryptWhole(file, key), await decryptWhole(file, other)].map(String)).toEqual(['both', 'both']);
});

test.each([
  ['of another key', (file: Buffer) => file, '43'],
  ['with another MAC', (file: Buffer) => changed(file, file.indexOf('\n---') + 6), '42'],
  ['with another wrapped key', (file: Buffer) => changed(file, file.indexOf('\n---') - 9), '42'],
  ['with another byte of the payload', (file: Buffer) => changed(file, file.length - 20), '42'],
])('OPS-01e a file %s is refused', async (_, change, digits) => {
  const file = Buffer.from(await (await keyOf('42')).encrypter.encrypt(Buffer.from('content')));
  const key = await keyOf(digits);
  await expect(decryptWhole(change(file), key)).rejects.toThrow(/./);
});

/** Another letter of base64, or another byte. */
function changed(file: Buffer, at: number): Buffer {
  const copy = Buffer.from(file);
  copy[at] = copy[at] === 65 ? 66 : 65;
  return copy;
}
