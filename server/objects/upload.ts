/** The body of a put: decoded, bounded and checked while it streams. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { decodeAwsChunked } from './awsChunked.ts';
import { JPEG_START } from './jpegStart.ts';
import type { ObjectMeta } from './objectFiles.ts';
import { incompleteBody, StorageError } from './storageError.ts';

const CHUNKED = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';

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

/** Reads the body of a put. `source` yields the bytes as sent. */
export function createUpload(headers: Headers, source: AsyncIterable<Uint8Array>, maxBytes: number): Upload {
  const announced = announcedSize(headers, maxBytes);
  const payload = headers.get('x-amz-content-sha256') ?? '';
  const trailers = new Map<string, string>();
  if (payload.startsWith('STREAMING-') && payload !== CHUNKED) {
    throw new StorageError('NotImplemented', 501, 'This kind of streaming payload is not supported.');
  }
  const decoded = payload === CHUNKED ? decodeAwsChunked(source, trailers) : source;
  const isHashed = /^[0-9a-f]{64}$/.test(payload);
  const sha = createHash('sha256');
  const md5 = createHash('md5');
  let size = 0;
  let crc = 0;
  let start = Buffer.alloc(0);

  async function* checked() {
    for await (const chunk of untilGone(decoded)) {
      size += chunk.byteLength;
      if (size > announced) throw incompleteBody();
      if (start.length < JPEG_START.length) start = readStart(start, chunk);
      if (isHashed) sha.update(chunk);
      md5.update(chunk);
      crc = crc32(chunk, crc);
      yield chunk;
    }
  }

  return {
    body: checked(),
    finish() {
      if (size !== announced) throw incompleteBody();
      if (!start.equals(JPEG_START)) throw notJpeg();
      if (isHashed && payload !== sha.digest('hex')) {
        throw new StorageError('XAmzContentSHA256Mismatch', 400, 'The provided x-amz-content-sha256 does not match.');
      }
      const digest = md5.digest();
      const sum = base64OfCrc(crc);
      const given = headers.get('x-amz-checksum-crc32') ?? trailers.get('x-amz-checksum-crc32') ?? sum;
      const givenMd5 = headers.get('content-md5') ?? digest.toString('base64');
      if (given !== sum || givenMd5 !== digest.toString('base64')) throw badDigest();
      return { size, md5: digest.toString('hex'), crc32: sum };
    },
  };
}

/** A sender that goes away is a short body, not a failure of ours. */
async function* untilGone(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (error) {
    throw error instanceof StorageError ? error : incompleteBody();
  }
}

const notJpeg = () => new StorageError('InvalidRequest', 400, 'The object is not a JPEG picture.');

/** The first bytes, refused as soon as they cannot be a JPEG's. */
function readStart(before: Buffer<ArrayBuffer>, chunk: Uint8Array): Buffer<ArrayBuffer> {
  const start = Buffer.concat([before, chunk.subarray(0, JPEG_START.length - before.length)]);
  if (!JPEG_START.subarray(0, start.length).equals(start)) throw notJpeg();
  return start;
}

function base64OfCrc(crc: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc >>> 0);
  return bytes.toString('base64');
}
