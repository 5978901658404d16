/** Bytes of a stream, as many at a time as wanted. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #held: Buffer[] = [];
  #length = 0;
  #isOver = false;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** Fewer at the end. */
  async take(wanted: number): Promise<Buffer> {
    await this.#hold(wanted);
    const all = this.#held.length === 1 ? (this.#held[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#held);
    const taken = all.subarray(0, wanted);
    const rest = all.subarray(taken.length);
    this.#held = rest.length > 0 ? [rest] : [];
    this.#length = rest.length;
    return taken;
  }

  async isAtEnd(): Promise<boolean> {
    await this.#hold(1);
    return this.#length === 0;
  }

  async #hold(wanted: number): Promise<void> {
    while (this.#length < wanted && !this.#isOver) {
      const { value, done } = await this.#chunks.next();
      if (done) this.#isOver = true;
      else if (value.byteLength > 0) {
        this.#held.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
        this.#length += value.byteLength;
      }
    }
  }
}
