import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { ObjectKey, StoredKey } from '../../src/contract/entities.ts';
import { mostBytesOf, pictureUseOf } from '../../src/rules/pictureBytes.ts';
import { isTemporary, RETRY_AFTER_SECONDS } from '../database/databaseFailure.ts';
import { BucketFailure } from './bucketFailure.ts';
import { createDiskRoom, type DiskRoom } from './diskRoom.ts';
import { answerObject, etagOf, wantsWhole } from './download.ts';
import { createKeyLock, type KeyLock } from './keyLock.ts';
import { type ObjectFiles, type ObjectMeta, openObjectFiles } from './objectFiles.ts';
import { createScrubber, type Scrubber } from './scrubber.ts';
import { type CredentialSession, checkSignature, type SignatureDeps } from './signature.ts';
import type { StagedFile } from './staging.ts';
import {
  accessDenied,
  errorAnswer,
  expiredToken,
  noSuchKey,
  preconditionFailed,
  REQUEST_ID,
  StorageError,
  slowDown,
  tooManyUploads,
} from './storageError.ts';
import type { UnregisteredUploads } from './unregisteredUploads.ts';
import { announcedSize, createUpload, sumsOf } from './upload.ts';

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Date, Content-Length, Content-Range, Accept-Ranges, x-amz-request-id, x-amz-checksum-crc32',
};

/** What a key is made of (§7). */
export interface KeyParts {
  readonly dir: 'ugc' | 'avatar';
  readonly tenant: string;
  readonly eventId: string;
  readonly key: string;
}

export interface EmbeddedObjectStoreDeps extends SignatureDeps {
  /** Folder of the objects, and of uploads on their way; made when missing. */
  readonly dir: string;
  /** Where objects are kept; left out: in `dir`, of one process at a time. */
  readonly files?: ObjectFiles;
  readonly bucket: string;
  /** Whether this fan may create this object. Owners of existing objects are the store's own business. */
  readonly mayWrite: (sub: string, parts: KeyParts) => boolean | Promise<boolean>;
  /** Whether the sign-in of these credentials was ended meanwhile (SAF-12). */
  readonly isEnded: (session: CredentialSession) => Promise<boolean>;
  /** Whether nobody is shown a stored picture (OPR-02g, SAF-44d); left out: all are. */
  readonly isWithheld?: (key: string) => Promise<boolean>;
  /** Bounds what a fan stores without registering it (SAF-10). */
  readonly uploads: UnregisteredUploads;
  /** Bytes left on the disk; left out: asked of the file system. */
  readonly freeBytes?: () => Promise<number>;
  readonly maxBytes: number;
  readonly onError: (error: unknown) => void;
}

/** Stored objects, for the server's own use. */
export interface ObjectReader {
  /** Null: not stored (or not a key). `owner` null: not known. `etag` with its quotes. `storedAt`: epoch ms. */
  head(key: string): Promise<{ size: number; owner: string | null; etag: string; storedAt: number } | null>;
  /** Quiet when there is none. */
  delete(key: string): Promise<void>;
  /** Every object below a folder (ends in '/'), in an order of its own; `after`: from behind this key on. */
  readonly list: ObjectFiles['list'];
  /** Up to `length` bytes from `start` on; fewer where the object ends. Null: not stored. */
  read(key: string, start: number, length: number): Promise<Uint8Array | null>;
  /** Stores bytes as `owner`, in place of others that are there. For demo content, and what the server derives. */
  put(key: string, bytes: Uint8Array, owner: string): Promise<void>;
}

export interface EmbeddedObjectStore extends ObjectReader {
  /** `/s3/{bucket}/{key}`: OPTIONS, GET, HEAD, PUT. An object that is there never changes (SAF-09). Never rejects. */
  fetch(request: Request): Promise<Response>;
  /** As `fetch`, of GET and HEAD alone, and of pictures nobody is shown, too: for operators on this machine. Never rejects. */
  fetchWithheld(request: Request): Promise<Response>;
  /** Bytes left on the disk of the pictures, beside what must stay free. Left out: they are kept elsewhere. */
  readonly room?: () => Promise<number>;
  /** Compares what is stored with its checksums. Left out: the objects are kept elsewhere. */
  readonly scrubber?: Scrubber;
}

interface Parts extends EmbeddedObjectStoreDeps {
  readonly files: ObjectFiles;
  readonly lock: KeyLock;
  readonly room: DiskRoom;
  /** Objects stay on this disk, not only uploads on their way. */
  readonly isOnDisk: boolean;
}

/** The embedded object store: the part of S3 the product uses, over files. Reading is public, writing is signed. */
export async function createEmbeddedObjectStore(deps: EmbeddedObjectStoreDeps): Promise<EmbeddedObjectStore> {
  const files = deps.files ?? (await openObjectFiles(deps.dir, deps.now, deps.onError));
  const isOnDisk = deps.files === undefined;
  const parts: Parts = { ...deps, files, isOnDisk, lock: createKeyLock(), room: createDiskRoom(deps) };
  return {
    ...(isOnDisk ? { room: parts.room.left, scrubber: createScrubber(deps) } : {}),
    fetch: (request) => answer(parts, request),
    fetchWithheld: async (request) =>
      ['GET', 'HEAD'].includes(request.method)
        ? answer({ ...parts, isWithheld: async () => false }, request)
        : new Response(null, { status: 405 }),
    ...createReader(parts),
  };
}

function createReader({ files, lock, room, now }: Parts): ObjectReader {
  return {
    async head(key) {
      const meta = v.is(StoredKey, key) ? await files.readMeta(key) : null;
      return meta && { size: meta.size, owner: meta.owner || null, etag: etagOf(meta), storedAt: meta.storedAt };
    },
    async delete(key) {
      if (v.is(StoredKey, key)) await lock(key, () => files.remove(key));
    },
    list: files.list,
    read: async (key, start, length) => (v.is(StoredKey, key) ? files.read(key, start, length) : null),
    async put(key, bytes, owner) {
      v.assert(StoredKey, key);
      await room.hold(bytes.byteLength, async () => {
        const meta = { ...sumsOf(bytes), key, owner, storedAt: now() };
        const staged = await files.stage(oneChunk(bytes), () => meta);
        try {
          await lock(key, async () => {
            if (await files.publish(staged)) return;
            await files.remove(key);
            await files.publish(staged);
          });
        } finally {
          await files.discard(staged);
        }
      });
    },
  };
}

async function* oneChunk(bytes: Uint8Array) {
  yield bytes;
}

/** What is nobody's input. */
const failureOf = (error: unknown): StorageError =>
  error instanceof BucketFailure || isTemporary(error) ? slowDown() : new StorageError('InternalError', 500);

async function answer(parts: Parts, request: Request): Promise<Response> {
  const response = await route(parts, request).catch(async (error: unknown) => {
    if (!(error instanceof StorageError)) parts.onError(error);
    const known = error instanceof StorageError ? error : failureOf(error);
    const refusal = errorAnswer(known, request.method);
    if (known.code === 'SlowDown') refusal.headers.set('retry-after', String(RETRY_AFTER_SECONDS));
    return refusal;
  });
  for (const [name, value] of Object.entries(CORS)) response.headers.set(name, value);
  if (!response.headers.has(REQUEST_ID)) response.headers.set(REQUEST_ID, randomUUID());
  response.headers.set('x-content-type-options', 'nosniff');
  // The SDK corrects a wrong clock by this header (T22).
  response.headers.set('date', new Date(parts.now()).toUTCString());
  return response;
}

async function route(parts: Parts, request: Request): Promise<Response> {
  if (request.method === 'OPTIONS') return preflight(request);
  const [bucket, key] = splitPath(new URL(request.url).pathname);
  if (bucket !== parts.bucket) throw new StorageError('NoSuchBucket', 404, 'The specified bucket does not exist.');
  switch (request.method) {
    case 'GET':
    case 'HEAD': {
      refuseSubresources(request);
      // A fan whose upload's answer was lost asks whether the avatar is stored: that tells no byte of it (T21).
      const isAsked = request.method === 'HEAD' && key.startsWith('avatar/');
      const isThere = v.is(StoredKey, key) && (isAsked || (await parts.isWithheld?.(key)) !== true);
      const object = isThere ? await parts.files.open(key, wantsWhole(request)) : null;
      if (!object) throw noSuchKey();
      // One of before avatars were bounded: everybody who sees its fan would download it (SAF-44d).
      if (key.startsWith('avatar/') && object.meta.size > mostBytesOf('avatar')) {
        await object.close();
        throw noSuchKey();
      }
      return answerObject(request, object);
    }
    case 'PUT':
      return putObject(parts, request, key);
    case 'DELETE':
      // Nobody but the server removes objects (SAF-09), as in the bucket's policy (`deploy/aws.yaml`).
      await checkSignature(request, parts);
      throw accessDenied();
    default:
      throw new StorageError('MethodNotAllowed', 405, 'The specified method is not allowed against this resource.');
  }
}

/** Path as sent: `/s3/{bucket}/{key}`. Nothing is decoded; a key needs no encoding. */
function splitPath(pathname: string): [string, string] {
  const [, , bucket = '', ...key] = pathname.split('/');
  return [bucket, key.join('/')];
}

function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, HEAD, PUT',
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '',
      'access-control-max-age': '3600',
    },
  });
}

/** What S3 answers of an object instead of its bytes; other parameters it does not know it leaves unread. */
const SUBRESOURCES = new Set(
  `acl attributes legal-hold metadata object-lock partNumber restore retention select tagging torrent uploadId uploads
  versionId versions`.split(/\s+/),
);

/** A picture must not be taken for what was asked of it, nor come with other headers than asked for. */
function refuseSubresources(request: Request): void {
  const names = [...new URL(request.url).searchParams.keys()];
  if (names.some((name) => SUBRESOURCES.has(name) || name.startsWith('response-')))
    throw new StorageError('NotImplemented', 501, 'This operation is not supported.');
}

/** What must not be promised by a 200: a copy, an encryption with a client's key, a lock against deletion. */
const PROMISES = /^x-amz-(?:copy-source|server-side-encryption|object-lock)/;

/** Copies, parts, versions and the like must not be taken for plain puts and deletes. */
function refuseOtherOperations(request: Request): void {
  const names = [...new URL(request.url).searchParams.keys()];
  if (names.some((name) => name !== 'x-id') || [...request.headers.keys()].some((name) => PROMISES.test(name))) {
    throw new StorageError('NotImplemented', 501, 'This operation is not supported.');
  }
}

async function putObject(parts: Parts, request: Request, key: string): Promise<Response> {
  const session = await checkSignature(request, parts);
  await checkOpen(parts, session);
  refuseOtherOperations(request);
  const isCreateOnly = readCondition(request.headers);
  const use = pictureUseOf(key);
  const maxBytes = use === null ? parts.maxBytes : Math.min(parts.maxBytes, mostBytesOf(use));
  const size = announcedSize(request.headers, maxBytes);
  await checkMayPut(parts, session.sub, key, isCreateOnly);
  const { body } = request;
  if (!body) throw new StorageError('IncompleteBody', 400, 'The body is empty.');
  const upload = createUpload(request.headers, body, { maxBytes, use });
  const meta = await parts.room.hold(size, () =>
    holdPlace(parts, { sub: session.sub, key, size }, async () => {
      const { sub } = session;
      const finish = () => ({ ...upload.finish(), key, owner: sub, storedAt: parts.now() });
      const staged = await parts.files.stage(upload.body, finish);
      try {
        // A big photo takes minutes: the fan may have signed out everywhere meanwhile.
        await checkOpen(parts, session);
        const isNew = await parts.lock(key, () => publish(parts, staged, isCreateOnly));
        return { isNew, result: staged.meta };
      } finally {
        await parts.files.discard(staged);
      }
    }),
  );
  return new Response(null, {
    headers: { etag: etagOf(meta), 'x-amz-checksum-crc32': meta.crc32, 'x-amz-checksum-type': 'FULL_OBJECT' },
  });
}

async function checkOpen({ isEnded }: Parts, session: CredentialSession): Promise<void> {
  if (await isEnded(session)) throw expiredToken();
}

/** Runs the work with a place among the fan's unregistered uploads, which stays taken only for a new object. */
async function holdPlace<T>(
  { uploads, onError, isOnDisk, room }: Parts,
  { sub, key, size }: { readonly sub: string; readonly key: string; readonly size: number },
  work: () => Promise<{ readonly isNew: boolean; readonly result: T }>,
): Promise<T> {
  const place = await uploads.reserve(sub, key, size, isOnDisk ? await room.left() : null);
  if (place === null) throw tooManyUploads();
  let isKept = false;
  try {
    const { isNew, result } = await work();
    isKept = isNew;
    return result;
  } catch (error) {
    // It may be there all the same: the place goes with the object, or when none is found.
    isKept = error instanceof BucketFailure && error.isUnclear;
    throw error;
  } finally {
    if (!isKept) await uploads.release(place).catch(onError);
  }
}

/** Whether the put asks for `If-None-Match: *`. Other conditions are not understood and must not be ignored. */
function readCondition(headers: Headers): boolean {
  const condition = headers.get('if-none-match');
  if ((condition !== null && condition !== '*') || headers.has('if-match')) {
    throw new StorageError('NotImplemented', 501, 'This condition is not supported.');
  }
  return condition === '*';
}

/** Refuses before the body is read what could not be published anyway. */
async function checkMayPut(parts: Parts, sub: string, key: string, isCreateOnly: boolean): Promise<void> {
  if (!v.is(ObjectKey, key)) throw accessDenied();
  checkExisting(await parts.files.readMeta(key), sub, isCreateOnly);
  const [dir, tenant = '', eventId = ''] = key.split('/');
  const keyParts = { dir: dir === 'avatar' ? 'avatar' : 'ugc', tenant, eventId, key } as const;
  if (!(await parts.mayWrite(sub, keyParts))) throw accessDenied();
}

function checkExisting(existing: ObjectMeta | null, sub: string, isCreateOnly: boolean): void {
  if (existing && existing.owner !== sub) throw accessDenied();
  if (existing && isCreateOnly) throw preconditionFailed();
}

/** True: it is the object of its key now. False: the very same bytes are there already. Throws PreconditionFailed, AccessDenied. */
async function publish({ files }: Parts, staged: StagedFile, isCreateOnly: boolean): Promise<boolean> {
  if (await files.publish(staged)) return true;
  const { key, owner, md5, size } = staged.meta;
  const existing = await files.readMeta(key);
  checkExisting(existing, owner, isCreateOnly);
  if (existing?.md5 !== md5 || existing.size !== size) throw preconditionFailed();
  return false;
}
