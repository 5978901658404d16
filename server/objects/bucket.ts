/** Photos in a bucket of any S3, where browsers put them there themselves; the server looks, deletes, lists, and puts what it derives. */
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import * as v from 'valibot';
import { ObjectKey, StoredKey } from '../../src/contract/entities.ts';
import { MAX_OBJECT_BYTES } from '../../src/contract/limits.ts';
import type { BucketSettings } from '../config/settings.ts';
import { callService, serviceFailure } from '../identity/awsFailure.ts';
import {
  isAbsent,
  isRangeEmpty,
  isTaken,
  listObjects,
  openBucket,
  readObject,
  removeOne,
  type S3Bucket,
} from './bucketCalls.ts';
import { inParallel } from './inParallel.ts';
import { isJpegStart, JPEG_START } from './jpegStart.ts';
import { IMMUTABLE, type KeptObjects, type ListedObject, typeOfKey } from './keptObjects.ts';
import { forgetOnNetwork } from './pictureNetwork.ts';

/** Needs s3:GetObject, s3:PutObject, s3:DeleteObject on the objects and s3:ListBucket on the bucket (`server/deploy/aws.yaml`). */
export function createBucket(settings: BucketSettings): KeptObjects {
  const at = openBucket(settings);
  const named = <T>(call: () => Promise<T>) => callService(`bucket ${settings.bucket}`, call);
  const removeAll = (keys: readonly string[]) => inParallel(keys, (key) => removeOne(at, key));
  return {
    stat: (key) => named(() => statObject(at, key)),
    read: (key, start, length) => named(() => readObject(at, key, start, length)),
    put: (key, bytes) => named(() => putObject(at, key, bytes)),
    remove: (keys) => named(() => removeAll(keys)),
    forget: (keys) => forgetPictures(at, settings, keys),
    removeBelow: (folder) =>
      named(async () => {
        const keys: string[] = [];
        for await (const { key } of listObjects(at, folder)) if (key.startsWith(folder)) keys.push(key);
        await removeAll(keys);
      }),
    storedAt: (key) => named(() => readStoredAt(at, key)),
    list: (folder, after) => listNamed(at, folder, after),
  };
}

/** As `listObjects`; a failure names the bucket. */
async function* listNamed(at: S3Bucket, folder: string, after?: string | null): AsyncGenerator<ListedObject> {
  try {
    yield* listObjects(at, folder, after);
  } catch (error) {
    throw serviceFailure(`bucket ${at.bucket}`, error);
  }
}

async function forgetPictures(
  { client }: S3Bucket,
  { networkId }: BucketSettings,
  keys: readonly string[],
): Promise<boolean> {
  if (networkId === null) return false;
  await forgetOnNetwork(networkId, client.config.credentials, keys);
  return true;
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
    if (isRangeEmpty(error)) await removeOne(at, key);
    else if (!isAbsent(error)) throw error;
    return null;
  }
}

async function putObject(at: S3Bucket, key: string, bytes: Uint8Array): Promise<void> {
  v.assert(StoredKey, key);
  // The bucket's policy lets nobody overwrite (`deploy/aws.yaml`): what is there, from a try that was cut off, goes first.
  const put = () => at.client.send(new PutObjectCommand({ ...facts, Bucket: at.bucket, Key: key, Body: bytes }));
  const facts = { ContentType: typeOfKey(key), CacheControl: IMMUTABLE, IfNoneMatch: '*' };
  await put().catch(async (error: unknown) => {
    if (!isTaken(error)) throw error;
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
