import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, gzip, constants as zlib } from 'node:zlib';

/** Smaller bodies fit a packet anyway. */
const SMALLEST_BYTES = 1024;
/** Up to this a body is compressed at once, in a quarter of a millisecond: handing it to a thread costs more. */
const AT_ONCE_BYTES = 64 * 1024;
/** As quick as at 4, and pages an eighth smaller; above 6 it takes ten times as long. */
const BROTLI_QUALITY = 5;

export type Encoding = 'br' | 'gzip' | null;
/** A body as it travels. */
export interface EncodedBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly encoding: Encoding;
}

/** The best compression the asker understands. */
export function encodingOf(request: Request): Encoding {
  const accepted = request.headers.get('accept-encoding') ?? '';
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null;
}

/** A text as it travels: compressed, unless it is small. */
export const encodeText = (text: string, wanted: Encoding): Promise<EncodedBody> =>
  encodeBytes(new TextEncoder().encode(text), wanted);

/** The same for a text's UTF-8. */
export async function encodeBytes(bytes: Uint8Array<ArrayBuffer>, wanted: Encoding): Promise<EncodedBody> {
  if (wanted === null || bytes.byteLength < SMALLEST_BYTES) return { bytes, encoding: null };
  return { bytes: new Uint8Array(await (wanted === 'br' ? brotli(bytes) : gzipInThread(bytes))), encoding: wanted };
}

const gzipInThread = promisify(gzip);
const brotliInThread = promisify(brotliCompress);

/** With a window of the body's size: the usual one of 4 MB costs a list as much as its compression. */
function brotli(bytes: Uint8Array): Promise<Uint8Array> | Uint8Array {
  const size = bytes.byteLength;
  const windowBits = Math.min(zlib.BROTLI_MAX_WINDOW_BITS, Math.max(16, Math.ceil(Math.log2(size))));
  const params = {
    [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [zlib.BROTLI_PARAM_LGWIN]: windowBits,
    [zlib.BROTLI_PARAM_SIZE_HINT]: size,
  };
  return size <= AT_ONCE_BYTES ? brotliCompressSync(bytes, { params }) : brotliInThread(bytes, { params });
}

interface Head {
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
}

export function answerBody({ bytes, encoding }: EncodedBody, { status = 200, headers }: Head): Response {
  return new Response(bytes, {
    status,
    headers: encoding === null ? headers : { ...headers, 'content-encoding': encoding },
  });
}

/** A text answer made now, compressed as the asker understands. */
export const encodeBody = async (request: Request, text: string, head: Head): Promise<Response> =>
  answerBody(await encodeText(text, encodingOf(request)), head);
