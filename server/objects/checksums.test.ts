import { expect, test } from 'vitest';
import { CHECKSUMS, type ChecksumName } from './checksums.ts';

test('SAF-28 every checksum has the published value of "123456789", in whatever pieces it comes', () => {
  const published: Record<ChecksumName, string> = {
    crc32: 'cbf43926',
    crc32c: 'e3069283',
    crc64nvme: 'ae8b14860a799888',
    sha1: 'f7c3bc1d808e04732adf679965ccc34ca7ae3441',
    sha256: '15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225',
  };
  for (const [name, make] of Object.entries(CHECKSUMS)) {
    const sum = make();
    for (const part of ['1234', '', '56789']) sum.update(Buffer.from(part));
    expect([name, Buffer.from(sum.digest(), 'base64').toString('hex')]).toEqual([
      name,
      published[name as ChecksumName],
    ]);
  }
});
