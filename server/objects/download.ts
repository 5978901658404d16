/** Answers to GET and HEAD: whole objects, ranges, and 'you have it already'. */
import { IMMUTABLE, typeOfKey } from './keptObjects.ts';
import type { ObjectMeta, OpenObject } from './objectFiles.ts';
import { errorAnswer, preconditionFailed, StorageError } from './storageError.ts';

interface Span {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}

export const etagOf = ({ md5 }: ObjectMeta): string => `"${md5}"`;

function headersOf(meta: ObjectMeta): Headers {
  return new Headers({
    'accept-ranges': 'bytes',
    // A key is never used for other bytes: it is random, and only its owner can write it.
    'cache-control': IMMUTABLE,
    'content-type': typeOfKey(meta.key),
    etag: etagOf(meta),
    'last-modified': new Date(meta.storedAt).toUTCString(),
  });
}

/** The sum is of all bytes. Clients compare it with the body of whatever answer has it. */
function addSum(headers: Headers, { crc32 }: ObjectMeta, asked: Headers): void {
  if (crc32 === '' || asked.get('x-amz-checksum-mode') !== 'ENABLED') return;
  headers.set('x-amz-checksum-crc32', crc32);
  headers.set('x-amz-checksum-type', 'FULL_OBJECT');
}

const CONDITIONS = ['range', 'if-match', 'if-unmodified-since', 'if-none-match', 'if-modified-since'];

/** Whether the answer to this request has all of the object's bytes, as far as it can be told before the object is looked at. */
export const wantsWhole = ({ method, headers }: Request): boolean =>
  method === 'GET' && CONDITIONS.every((name) => !headers.has(name));

/** Answers a GET or HEAD and closes the object when its bytes are sent. */
export async function answerObject(request: Request, object: OpenObject): Promise<Response> {
  const { meta } = object;
  let isHandedOver = false;
  try {
    const headers = headersOf(meta);
    if (hasOther(request.headers, meta)) return errorAnswer(preconditionFailed(), request.method);
    if (hasAlready(request.headers, meta)) return new Response(null, { status: 304, headers });
    const span = readRange(request.headers, meta);
    if (span === 'unsatisfiable') {
      const size = { 'content-range': `bytes */${meta.size}` };
      return errorAnswer(new StorageError('InvalidRange', 416, 'The range is not satisfiable'), request.method, size);
    }
    const { start, end } = span ?? { start: 0, end: meta.size - 1 };
    const length = end - start + 1;
    headers.set('content-length', String(length));
    if (span) headers.set('content-range', `bytes ${start}-${end}/${meta.size}`);
    else addSum(headers, meta, request.headers);
    const status = span ? 206 : 200;
    if (request.method === 'HEAD') return new Response(null, { status, headers });
    isHandedOver = true;
    return new Response(await object.body(start, end), { status, headers });
  } finally {
    if (!isHandedOver) await object.close();
  }
}

/** A time of HTTP is of whole seconds. NaN, which no comparison holds of: none was sent, or it is no time. */
const timeOf = (header: string | null): number => Date.parse(header ?? '');
const storedSecond = ({ storedAt }: ObjectMeta): number => Math.floor(storedAt / 1000) * 1000;

/** If-Match, or else If-Unmodified-Since: the client means other bytes than these (RFC 9110, 13.2.2). */
function hasOther(headers: Headers, meta: ObjectMeta): boolean {
  const wanted = headers.get('if-match');
  if (wanted !== null) return !wanted.split(',').some((tag) => tag.trim() === '*' || tag.trim() === etagOf(meta));
  return storedSecond(meta) > timeOf(headers.get('if-unmodified-since'));
}

/** If-None-Match, or else If-Modified-Since: the client has these bytes. */
function hasAlready(headers: Headers, meta: ObjectMeta): boolean {
  const known = headers.get('if-none-match');
  if (known !== null) return matches(known, etagOf(meta));
  return storedSecond(meta) <= timeOf(headers.get('if-modified-since'));
}

/** Whether an If-None-Match list names the tag, weakly compared. */
function matches(header: string, etag: string): boolean {
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

/** The one range asked for; null: the whole. Malformed and multiple ranges are ignored, as HTTP allows. */
function readRange(headers: Headers, meta: ObjectMeta): Span | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.get('range')?.trim() ?? '');
  const ifRange = headers.get('if-range');
  if (!match || (ifRange !== null && ifRange !== etagOf(meta))) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, meta.size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? meta.size - 1 : Math.min(Number(last), meta.size - 1);
  if (first !== '' && last !== '' && Number(first) > Number(last)) return null;
  return start > end ? 'unsatisfiable' : { start, end };
}
