/** The body of a put: decoded, bounded and checked while it streams. */
import { readJpegStart } from '../../src/rules/jpegHeader.ts';
import { mostBytes, type PictureUse } from '../../src/rules/pictureBytes.ts';
import { decodeAwsChunked } from './awsChunked.ts';
import { CHECKSUM_BYTES, CHECKSUMS, type Checksum, type ChecksumName, hashSum, isChecksumName } from './checksums.ts';
import { isJpegStart, JPEG_START } from './jpegStart.ts';
import type { ObjectMeta } from './objectFiles.ts';
import { incompleteBody, StorageError } from './storageError.ts';

/** Bytes that are looked at for a picture's size: ours tell it within less than 1 kB. */
const START_BYTES = 16 * 1024;
const CHUNKED = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';
/** Base64 of 16 bytes. */
const MD5 = /^[A-Za-z0-9+/]{22}==$/;
const CHECKSUM_HEADER = /^x-amz-checksum-(?!type$|mode$|algorithm$)(.+)$/;

export interface Upload {
  readonly body: AsyncIterable<Uint8Array>;
  /** Call after the last byte. Throws StorageError when the bytes are not the ones that were announced. */
  finish(): Omit<ObjectMeta, 'key' | 'owner' | 'storedAt'>;
}

/** Bytes a put announces. Throws MissingContentLength, EntityTooLarge. */
export function announcedSize(headers: Headers, maxBytes: number): number {
  const text = headers.get('x-amz-decoded-content-length') ?? headers.get('content-length') ?? '';
  if (!/^\d{1,15}$/.test(text)) {
    throw new StorageError('MissingContentLength', 411, 'You must provide the Content-Length HTTP header.');
  }
  const size = Number(text);
  if (size > maxBytes) throw tooLarge();
  return size;
}

const tooLarge = () =>
  new StorageError('EntityTooLarge', 400, 'Your proposed upload exceeds the maximum allowed object size.');
const badDigest = () => new StorageError('BadDigest', 400, 'The checksum you specified did not match.');
const invalid = (message: string) => new StorageError('InvalidRequest', 400, message);

export interface UploadBounds {
  readonly maxBytes: number;
  /** What the object is for: its bytes are bounded by its pixels, too (SAF-44a). null or left out: not by pixels. */
  readonly use?: PictureUse | null;
}

/**
 * Reads the body of a put. `source` yields the bytes as sent. Every checksum that comes with them, as a header or behind the
 * chunks, must be right (SAF-28). Throws NotImplemented, InvalidRequest, InvalidDigest; while it is read EntityTooLarge.
 */
export function createUpload(
  headers: Headers,
  source: AsyncIterable<Uint8Array>,
  { maxBytes, use = null }: UploadBounds,
): Upload {
  const announced = announcedSize(headers, maxBytes);
  const payload = headers.get('x-amz-content-sha256') ?? '';
  const trailers = new Map<string, string>();
  if (payload.startsWith('STREAMING-') && payload !== CHUNKED) {
    throw new StorageError('NotImplemented', 501, 'This kind of streaming payload is not supported.');
  }
  const announcedMd5 = headers.get('content-md5');
  if (announcedMd5 !== null && !MD5.test(announcedMd5)) {
    throw new StorageError('InvalidDigest', 400, 'The Content-MD5 you specified is not valid.');
  }
  const decoded = payload === CHUNKED ? decodeAwsChunked(source, trailers) : source;
  const sums = createSums(headers);
  const md5 = hashSum('md5');
  const sha = /^[0-9a-f]{64}$/.test(payload) ? hashSum('sha256') : null;
  const running: Checksum[] = [...sums.values(), md5, ...(sha ? [sha] : [])];
  let size = 0;
  let start = Buffer.alloc(0);

  async function* checked() {
    for await (const chunk of untilGone(decoded)) {
      size += chunk.byteLength;
      if (size > announced) throw incompleteBody();
      if (start.length < START_BYTES) {
        start = readStart(start, chunk);
        if (isTooHeavy(start, announced, use)) throw tooLarge();
      }
      for (const sum of running) sum.update(chunk);
      yield chunk;
    }
  }

  return {
    body: checked(),
    finish() {
      if (size !== announced) throw incompleteBody();
      if (!isJpegStart(start)) throw notJpeg();
      if (sha && Buffer.from(sha.digest(), 'base64').toString('hex') !== payload) {
        throw new StorageError('XAmzContentSHA256Mismatch', 400, 'The provided x-amz-content-sha256 does not match.');
      }
      const digests = new Map([...sums].map(([name, sum]) => [name, sum.digest()]));
      const md5Digest = md5.digest();
      if ((announcedMd5 ?? md5Digest) !== md5Digest) throw badDigest();
      checkSums(headers, trailers, digests);
      const crc32 = digests.get('crc32') ?? '';
      return { size, md5: Buffer.from(md5Digest, 'base64').toString('hex'), crc32 };
    },
  };
}

/** The same facts of bytes that are all here. */
export function sumsOf(bytes: Uint8Array): Pick<ObjectMeta, 'size' | 'md5' | 'crc32'> {
  const md5 = hashSum('md5');
  const crc32 = CHECKSUMS.crc32();
  for (const sum of [md5, crc32]) sum.update(bytes);
  return {
    size: bytes.byteLength,
    md5: Buffer.from(md5.digest(), 'base64').toString('hex'),
    crc32: crc32.digest(),
  };
}

/** Those that were sent or announced; CRC-32 always, since answers tell it. */
function createSums(headers: Headers): Map<ChecksumName, Checksum> {
  const trailing = trailersOf(headers);
  const names = [...headers.keys(), ...trailing].flatMap((header) => CHECKSUM_HEADER.exec(header)?.[1] ?? []);
  const asked = headers.get('x-amz-sdk-checksum-algorithm')?.toLowerCase();
  if (asked !== undefined && !names.includes(asked)) throw invalid('The checksum that was announced is not there.');
  const sums = new Map<ChecksumName, Checksum>([['crc32', CHECKSUMS.crc32()]]);
  for (const name of names) {
    if (!isChecksumName(name)) throw invalid('This checksum algorithm is not supported.');
    if (!sums.has(name)) sums.set(name, CHECKSUMS[name]());
  }
  return sums;
}

/** Headers that are announced to come behind the chunks, in lower case. */
const trailersOf = (headers: Headers): string[] =>
  (headers.get('x-amz-trailer') ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');

/** Compares what was sent with what came. Throws InvalidRequest, BadDigest. */
function checkSums(
  headers: Headers,
  trailers: ReadonlyMap<string, string>,
  digests: ReadonlyMap<ChecksumName, string>,
): void {
  const announced = trailersOf(headers);
  const isAsAnnounced = announced.length === trailers.size && announced.every((name) => trailers.has(name));
  if (!isAsAnnounced) throw invalid('The trailing headers are not those that were announced.');
  for (const [header, value] of [...headers, ...trailers]) {
    const name = CHECKSUM_HEADER.exec(header)?.[1];
    if (name === undefined || !isChecksumName(name)) continue;
    if (Buffer.from(value, 'base64').length !== CHECKSUM_BYTES[name])
      throw invalid(`The value of ${header} is invalid.`);
    if (value !== digests.get(name)) throw badDigest();
  }
}

/** A sender that goes away is a short body, not a failure of ours. */
async function* untilGone(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (error) {
    throw error instanceof StorageError ? error : incompleteBody();
  }
}

const notJpeg = () => invalid('The object is not a JPEG picture.');

/** The first bytes, refused as soon as they cannot be a JPEG's. */
function readStart(before: Buffer<ArrayBuffer>, chunk: Uint8Array): Buffer<ArrayBuffer> {
  const start = Buffer.concat([before, chunk.subarray(0, START_BYTES - before.length)]);
  const known = Math.min(start.length, JPEG_START.length);
  if (!JPEG_START.subarray(0, known).equals(start.subarray(0, known))) throw notJpeg();
  return start;
}

/** Whether these bytes are more than the picture's own size in pixels is worth. A start that tells no size is for the registration. */
function isTooHeavy(start: Uint8Array, bytes: number, use: PictureUse | null): boolean {
  const size = use === null ? null : readJpegStart(start);
  return use !== null && size !== null && bytes > mostBytes(use, size);
}
