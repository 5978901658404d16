/** Photos in a bucket of any S3. Browsers put them there themselves; the server looks, deletes, lists, and puts what it derives. */
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import * as v from 'valibot';
import { ObjectKey, StoredKey } from '../../src/contract/entities.ts';
import { MAX_OBJECT_BYTES } from '../../src/contract/limits.ts';
import type { BucketSettings } from '../config/settings.ts';
import { callService, serviceFailure } from '../identity/awsFailure.ts';
import { isJpegStart, JPEG_START } from './jpegStart.ts';
import { IMMUTABLE, type KeptObjects, type ListedObject, typeOfKey } from './keptObjects.ts';

/** Deletes at once: a leaver's thousand photos take seconds, and the store is not stormed. */
const PARALLEL_DELETES = 8;

/** Needs s3:GetObject, s3:PutObject, s3:DeleteObject on the objects and s3:ListBucket on the bucket (`server/deploy/aws.yaml`). */
export function createBucket(settings: BucketSettings): KeptObjects {
  const at: S3Bucket = { client: createClient(settings), bucket: settings.bucket };
  const named = <T>(call: () => Promise<T>) => callService(`bucket ${settings.bucket}`, call);
  return {
    stat: (key) => named(() => statObject(at, key)),
    read: (key, start, length) => named(() => readObject(at, key, start, length)),
    put: (key, bytes) => named(() => putObject(at, key, bytes)),
    remove: (keys) => named(() => removeAll(at, keys)),
    removeBelow: (folder) => named(() => removeBelow(at, folder)),
    storedAt: (key) => named(() => readStoredAt(at, key)),
    list: (folder, after) => listNamed(at, folder, after),
  };
}

async function removeBelow(at: S3Bucket, folder: string): Promise<void> {
  const keys: string[] = [];
  for await (const { key } of listObjects(at, folder)) if (key.startsWith(folder)) keys.push(key);
  await removeAll(at, keys);
}

/** As `listObjects`; a failure names the bucket. */
async function* listNamed(at: S3Bucket, folder: string, after?: string | null): AsyncGenerator<ListedObject> {
  try {
    yield* listObjects(at, folder, after);
  } catch (error) {
    throw serviceFailure(`bucket ${at.bucket}`, error);
  }
}

interface S3Bucket {
  readonly client: S3Client;
  readonly bucket: string;
}

async function statObject(at: S3Bucket, key: string): ReturnType<KeptObjects['stat']> {
  if (!v.is(ObjectKey, key)) return null;
  try {
    const range = `bytes=0-${JPEG_START.length - 1}`;
    const found = await at.client.send(new GetObjectCommand({ Bucket: at.bucket, Key: key, Range: range }));
    const start = (await found.Body?.transformToByteArray()) ?? new Uint8Array();
    const size = Number(/\/(\d+)$/.exec(found.ContentRange ?? '')?.[1] ?? Number.NaN);
    const isPhoto = isJpegStart(start) && found.ContentType === 'image/jpeg' && size <= MAX_OBJECT_BYTES;
    // The bucket's rules know neither sizes nor pictures. What is no photo must not block its key for one.
    if (isPhoto && found.LastModified) return { size, owner: null, storedAt: found.LastModified.getTime() };
    await removeOne(at, key);
    return null;
  } catch (error) {
    // An empty object has no first bytes to ask for.
    if (nameOf(error) === 'InvalidRange') await removeOne(at, key);
    else if (!isAbsent(error)) throw error;
    return null;
  }
}

async function readObject(at: S3Bucket, key: string, start: number, length: number): ReturnType<KeptObjects['read']> {
  if (!v.is(StoredKey, key)) return null;
  if (length === 0) return new Uint8Array();
  try {
    const range = `bytes=${start}-${start + length - 1}`;
    const found = await at.client.send(new GetObjectCommand({ Bucket: at.bucket, Key: key, Range: range }));
    return (await found.Body?.transformToByteArray()) ?? null;
  } catch (error) {
    if (nameOf(error) === 'InvalidRange') return new Uint8Array();
    if (!isAbsent(error)) throw error;
    return null;
  }
}

async function putObject(at: S3Bucket, key: string, bytes: Uint8Array): Promise<void> {
  v.assert(StoredKey, key);
  // The bucket's policy lets nobody overwrite (`deploy/aws.yaml`): what is there, from a try that was cut off, goes first.
  const put = () => at.client.send(new PutObjectCommand({ ...facts, Bucket: at.bucket, Key: key, Body: bytes }));
  const facts = { ContentType: typeOfKey(key), CacheControl: IMMUTABLE, IfNoneMatch: '*' };
  await put().catch(async (error: unknown) => {
    if (nameOf(error) !== 'PreconditionFailed') throw error;
    await removeOne(at, key);
    await put();
  });
}

async function readStoredAt({ client, bucket }: S3Bucket, key: string): Promise<number | null> {
  if (!v.is(StoredKey, key)) return null;
  try {
    const { LastModified } = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
    return LastModified?.getTime() ?? null;
  } catch (error) {
    if (!isAbsent(error)) throw error;
    return null;
  }
}

async function removeAll(at: S3Bucket, keys: readonly string[]): Promise<void> {
  const left = [...keys];
  const work = async () => {
    for (let key = left.pop(); key !== undefined; key = left.pop()) await removeOne(at, key);
  };
  await Promise.all(Array.from({ length: PARALLEL_DELETES }, work));
}

async function removeOne({ client, bucket }: S3Bucket, key: string): Promise<void> {
  await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
}

function createClient({ endpoint, region, credentials }: Omit<BucketSettings, 'bucket'>): S3Client {
  return new S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === null ? {} : { credentials }),
    // Other makers' stores know no others than these.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

/** Our objects below a folder of the bucket, page by page. */
async function* listObjects(
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
const isAbsent = (error: unknown): boolean => ['NoSuchKey', 'NotFound'].includes(nameOf(error));
