/** What the server asks of a bucket of any S3, whoever put the objects there. */
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import * as v from 'valibot';
import { StoredKey } from '../../src/contract/entities.ts';
import type { BucketSettings } from '../config/settings.ts';
import type { ListedObject } from './keptObjects.ts';

/** Connections at once: each photo that is put or read takes one for a moment. */
const SOCKETS = 512;
const CONNECT_MS = 3_000;
/** A connection on which nothing goes on is given up. */
const SILENT_MS = 30_000;

const nothing = () => {};

export interface S3Bucket {
  readonly client: S3Client;
  readonly bucket: string;
}

export function openBucket({ endpoint, region, credentials, bucket }: BucketSettings): S3Bucket {
  const agent = { keepAlive: true, maxSockets: SOCKETS };
  const client = new S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === null ? {} : { credentials }),
    requestHandler: { httpAgent: agent, httpsAgent: agent, connectionTimeout: CONNECT_MS, socketTimeout: SILENT_MS },
    // It would tell the console of every key that is there already.
    logger: { debug: nothing, info: nothing, warn: nothing, error: nothing },
    // Other makers' stores know no others than these.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { client, bucket };
}

/** Up to `length` bytes from `start` on; fewer where the object ends. null: not there. */
export async function readObject(at: S3Bucket, key: string, start: number, length: number): Promise<Uint8Array | null> {
  if (!v.is(StoredKey, key)) return null;
  if (length === 0) return new Uint8Array();
  try {
    const range = `bytes=${start}-${start + length - 1}`;
    const found = await at.client.send(new GetObjectCommand({ Bucket: at.bucket, Key: key, Range: range }));
    return (await found.Body?.transformToByteArray()) ?? null;
  } catch (error) {
    if (isRangeEmpty(error)) return new Uint8Array();
    if (!isAbsent(error)) throw error;
    return null;
  }
}

/** Quiet when there is none. */
export async function removeOne({ client, bucket }: S3Bucket, key: string): Promise<void> {
  await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
}

/** Our objects below a folder of the bucket, page by page. */
export async function* listObjects(
  { client, bucket }: S3Bucket,
  folder: string,
  after: string | null = null,
): AsyncGenerator<ListedObject> {
  let token: string | undefined;
  do {
    const from = token === undefined && after !== null ? { StartAfter: after } : { ContinuationToken: token };
    const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: folder, ...from }));
    for (const { Key, LastModified } of page.Contents ?? []) {
      // What an operator put there besides is none of our business.
      if (LastModified && v.is(StoredKey, Key)) yield { key: Key, storedAt: LastModified.getTime() };
    }
    token = page.NextContinuationToken;
  } while (token !== undefined);
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');
export const isAbsent = (error: unknown): boolean => ['NoSuchKey', 'NotFound'].includes(nameOf(error));
/** The object has no bytes in that range, such as an empty one. */
export const isRangeEmpty = (error: unknown): boolean => nameOf(error) === 'InvalidRange';
/** There is an object of this key already. */
export const isTaken = (error: unknown): boolean => nameOf(error) === 'PreconditionFailed';
