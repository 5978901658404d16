/** The checksums S3's clients send with a put, each computed while the bytes pass. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

export interface Checksum {
  update(bytes: Uint8Array): void;
  /** As S3 writes it: base64, numbers big-endian. Once, after the last byte. */
  digest(): string;
}

/** By the name in `x-amz-checksum-{name}`. */
export const CHECKSUMS = {
  crc32: () => numberSum(4, createCrc32()),
  crc32c: () => numberSum(4, createTableSum(0x82f63b78n, 32n)),
  crc64nvme: () => numberSum(8, createTableSum(0x9a6c9329ac4bc9b5n, 64n)),
  sha1: () => hashSum('sha1'),
  sha256: () => hashSum('sha256'),
} as const satisfies Record<string, () => Checksum>;
export type ChecksumName = keyof typeof CHECKSUMS;

/** Bytes of each kind. */
export const CHECKSUM_BYTES: Readonly<Record<ChecksumName, number>> = {
  crc32: 4,
  crc32c: 4,
  crc64nvme: 8,
  sha1: 20,
  sha256: 32,
};

export const isChecksumName = (name: string): name is ChecksumName => Object.hasOwn(CHECKSUMS, name);

export const hashSum = (algorithm: 'md5' | 'sha1' | 'sha256'): Checksum => {
  const hash = createHash(algorithm);
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('base64') };
};

interface Cyclic {
  update(bytes: Uint8Array): void;
  /** Upper and lower 32 bits. */
  value(): { readonly high: number; readonly low: number };
}

function numberSum(bytes: 4 | 8, sum: Cyclic): Checksum {
  return {
    update: sum.update,
    digest() {
      const { high, low } = sum.value();
      const buffer = Buffer.alloc(8);
      buffer.writeUInt32BE(high, 0);
      buffer.writeUInt32BE(low, 4);
      return buffer.subarray(8 - bytes).toString('base64');
    },
  };
}

function createCrc32(): Cyclic {
  let sum = 0;
  return {
    update(bytes) {
      sum = crc32(bytes, sum);
    },
    value: () => ({ high: 0, low: sum >>> 0 }),
  };
}

const tables = new Map<bigint, { readonly high: Uint32Array; readonly low: Uint32Array }>();

/** The remainder of each byte under a reflected polynomial, in two halves: numbers are much faster than bigints. */
function tableOf(polynomial: bigint) {
  const known = tables.get(polynomial);
  if (known) return known;
  const table = { high: new Uint32Array(256), low: new Uint32Array(256) };
  for (let byte = 0; byte < 256; byte += 1) {
    let rest = BigInt(byte);
    for (let bit = 0; bit < 8; bit += 1) rest = rest & 1n ? (rest >> 1n) ^ polynomial : rest >> 1n;
    table.high[byte] = Number(rest >> 32n);
    table.low[byte] = Number(rest & 0xffffffffn);
  }
  tables.set(polynomial, table);
  return table;
}

/** A CRC of up to 64 bits that begins and ends with all bits turned. */
function createTableSum(polynomial: bigint, width: 32n | 64n): Cyclic {
  const table = tableOf(polynomial);
  const turned = width === 64n ? 0xffffffff : 0;
  let high = turned;
  let low = 0xffffffff;
  return {
    update(bytes) {
      for (const byte of bytes) {
        const index = (low ^ byte) & 0xff;
        low = ((low >>> 8) | (high << 24)) ^ (table.low[index] ?? 0);
        high = (high >>> 8) ^ (table.high[index] ?? 0);
      }
    },
    value: () => ({ high: (high ^ turned) >>> 0, low: ~low >>> 0 }),
  };
}
