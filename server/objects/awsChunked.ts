import { incompleteBody, StorageError } from './storageError.ts';

const MAX_LINE = 1024;
const MAX_TRAILER_LINES = 16;
const CRLF = Buffer.from('\r\n');

const malformed = () => new StorageError('InvalidRequest', 400, 'The chunked body is malformed');

/** Pulls lines and byte runs out of a stream without holding more than one chunk and one line. */
class ByteReader {
  #kept: Buffer = Buffer.alloc(0);
  readonly #source: AsyncIterator<Uint8Array>;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async line(): Promise<string> {
    for (;;) {
      const end = this.#kept.indexOf(CRLF);
      if (end > MAX_LINE || (end < 0 && this.#kept.length > MAX_LINE)) throw malformed();
      if (end >= 0) {
        const text = this.#kept.toString('latin1', 0, end);
        this.#kept = this.#kept.subarray(end + CRLF.length);
        return text;
      }
      this.#kept = Buffer.concat([this.#kept, await this.#more()]);
    }
  }

  async *bytes(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (this.#kept.length === 0) this.#kept = await this.#more();
      const part = this.#kept.subarray(0, left);
      this.#kept = this.#kept.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  async #more(): Promise<Buffer> {
    const { done, value } = await this.#source.next();
    if (done) throw incompleteBody();
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
}

/** Decodes `aws-chunked` with unsigned chunks: yields the payload, then fills `trailers` (lower-case names). */
export async function* decodeAwsChunked(
  source: AsyncIterable<Uint8Array>,
  trailers: Map<string, string>,
): AsyncGenerator<Uint8Array> {
  const reader = new ByteReader(source);
  for (;;) {
    const size = /^([0-9a-f]{1,8})(?:;.*)?$/i.exec(await reader.line())?.[1];
    if (size === undefined) throw malformed();
    const count = Number.parseInt(size, 16);
    if (count === 0) break;
    yield* reader.bytes(count);
    if ((await reader.line()) !== '') throw malformed();
  }
  for (let read = 0; read < MAX_TRAILER_LINES; read += 1) {
    const line = await reader.line();
    if (line === '') return;
    const colon = line.indexOf(':');
    if (colon < 1) throw malformed();
    trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  throw malformed();
}
