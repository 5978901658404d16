import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';

/** Smaller bodies fit a packet anyway. */
const SMALLEST_BYTES = 1024;
/** Brotli at 4 is as quick as gzip and smaller. */
const BROTLI_QUALITY = 4;

/** A text answer made now, compressed as the asker understands. */
export async function encodeBody(
  request: Request,
  text: string,
  { status = 200, headers }: { readonly status?: number; readonly headers: Readonly<Record<string, string>> },
): Promise<Response> {
  const accepted = request.headers.get('accept-encoding') ?? '';
  const encoding =
    text.length < SMALLEST_BYTES ? null : /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null;
  if (encoding === null) return new Response(text, { status, headers });
  const bytes = Buffer.from(text);
  const body =
    encoding === 'br'
      ? await promisify(brotliCompress)(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
      : await promisify(gzip)(bytes);
  return new Response(new Uint8Array(body), { status, headers: { ...headers, 'content-encoding': encoding } });
}
