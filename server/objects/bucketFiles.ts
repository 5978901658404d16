/**
 * The objects of our own store, kept in a bucket of any S3 (HLF-07): `/s3` stays the door, the bucket stands behind it, and any number
 * of server copies share it. An upload is staged here, since a phone at the end of a weak line takes minutes and a bucket waits for
 * seconds; when all of it has come and was looked at, it goes to the bucket in one put, whole or not at all, and only once.
 */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import {
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import type { BucketSettings } from '../config/settings.ts';
import { isAbsent, isTaken, listObjects, openBucket, readObject, removeOne, type S3Bucket } from './bucketCalls.ts';
import { BucketFailure } from './bucketFailure.ts';
import { IMMUTABLE, typeOfKey } from './keptObjects.ts';
import type { ObjectFiles, ObjectMeta, OpenObject } from './objectFiles.ts';
import { HEADER_BYTES, openStaging, type StagedFile } from './staging.ts';
import { slowDown } from './storageError.ts';

export interface BucketFilesDeps {
  readonly settings: BucketSettings;
  /** Folder for uploads on their way; nothing stays in it. */
  readonly staging: string;
  readonly now: () => number;
}

/** Needs s3:GetObject, s3:PutObject, s3:DeleteObject on the objects and s3:ListBucket on the bucket. Its calls reject with BucketFailure. */
export async function openBucketFiles({ settings, staging, now }: BucketFilesDeps): Promise<ObjectFiles> {
  const at = openBucket(settings);
  return {
    ...(await openStaging(staging, now, false)),
    publish: (staged) => publish(at, staged),
    open: (key, isWhole) => asked(openObject(at, key, isWhole)),
    readMeta: (key) => asked(readMeta(at, key)),
    read: (key, start, length) => asked(readObject(at, key, start, length)),
    remove: (key) => asked(removeOne(at, key)),
    list: (folder, after) => listObjects(at, folder, after ?? null),
  };
}

async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new BucketFailure(error);
  }
}

async function publish(at: S3Bucket, staged: StagedFile): Promise<boolean> {
  try {
    await putStaged(at, staged);
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    // Another copy puts the same key at this moment: who comes again finds it, or stores it.
    if (statusOf(error) === 409) throw slowDown();
    if (isAnswered(error)) throw new BucketFailure(error);
    return settle(at, staged, error);
  }
}

async function putStaged({ client, bucket }: S3Bucket, { path, meta }: StagedFile): Promise<void> {
  const { key, owner, size, md5, crc32 } = meta;
  const cut = new AbortController();
  const body = createReadStream(path, { start: HEADER_BYTES }).on('error', () => cut.abort());
  try {
    const command = new PutObjectCommand({
      Bucket: bucket,
      Key: key,
      Body: body,
      ContentLength: size,
      ContentType: typeOfKey(key),
      CacheControl: IMMUTABLE,
      ContentMD5: Buffer.from(md5, 'hex').toString('base64'),
      // A key is stored once, whichever copy is asked: the bucket decides.
      IfNoneMatch: '*',
      Metadata: { owner, md5, crc32 },
    });
    await client.send(command, { abortSignal: cut.signal });
  } finally {
    body.destroy();
  }
}

/** The bucket has not answered. Asked once more, it may say that our bytes are there. */
async function settle(at: S3Bucket, { meta }: StagedFile, cause: unknown): Promise<boolean> {
  const found = await readMeta(at, meta.key).catch((error: unknown) => {
    throw new BucketFailure(error, true);
  });
  if (!found) throw new BucketFailure(cause);
  return found.owner === meta.owner && found.md5 === meta.md5;
}

/** Whether the bucket said itself that it has not stored it. */
const isAnswered = (error: unknown): boolean => {
  const status = statusOf(error);
  return status !== undefined && status !== 500 && status !== 504;
};

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined;
  return (error.$metadata as { readonly httpStatusCode?: number }).httpStatusCode;
}

type Facts = Pick<HeadObjectCommandOutput, 'ContentLength' | 'ETag' | 'LastModified' | 'Metadata'>;

function metaOf(key: string, { ContentLength, ETag = '', LastModified, Metadata = {} }: Facts): ObjectMeta {
  if (ContentLength === undefined || !LastModified) throw new Error('The bucket does not tell size and time.');
  const { owner = '', md5 = ETag.replaceAll('"', ''), crc32 = '' } = Metadata;
  return { key, owner, size: ContentLength, md5, crc32, storedAt: LastModified.getTime() };
}

async function readMeta(at: S3Bucket, key: string): Promise<ObjectMeta | null> {
  const found = await orAbsent(at.client.send(new HeadObjectCommand({ Bucket: at.bucket, Key: key })));
  return found && metaOf(key, found);
}

/** The whole object comes with its facts, in one call; of a part only the facts are asked for first. */
async function openObject(at: S3Bucket, key: string, isWhole: boolean): Promise<OpenObject | null> {
  if (!isWhole) {
    const meta = await readMeta(at, key);
    return meta && { meta, close: async () => {}, body: (start, end) => asked(readPart(at, key, start, end)) };
  }
  const found = await orAbsent(at.client.send(new GetObjectCommand({ Bucket: at.bucket, Key: key })));
  if (!found) return null;
  const stream = streamOf(found);
  return {
    meta: metaOf(key, found),
    close: async () => void stream.destroy(),
    body: async () => Readable.toWeb(stream) as ReadableStream<Uint8Array>,
  };
}

async function readPart(at: S3Bucket, key: string, start: number, end: number): Promise<ReadableStream<Uint8Array>> {
  const command = new GetObjectCommand({ Bucket: at.bucket, Key: key, Range: `bytes=${start}-${end}` });
  return Readable.toWeb(streamOf(await at.client.send(command))) as ReadableStream<Uint8Array>;
}

function streamOf({ Body }: GetObjectCommandOutput): Readable {
  if (!(Body instanceof Readable)) throw new Error('The bucket sends no bytes.');
  return Body;
}

async function orAbsent<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (!isAbsent(error)) throw error;
    return null;
  }
}
