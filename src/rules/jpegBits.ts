/** Bits and Huffman codes of a JPEG's picture data. Only lengths count: nothing is transformed, no pixel is made. Pure. */

/** By the next 16 bits: length of the code in the upper byte, its symbol in the lower one; 0: no such code. */
export type HuffmanTable = Uint16Array;

/** A code that no table has: libjpeg reads on this many bits and takes it for symbol 0. */
const WRONG_CODE_BITS = 17;

/** Reads the codes of one table. `counts`: codes of each length 1–16. null: more codes than fit. */
export function createHuffmanTable(counts: Uint8Array, symbols: Uint8Array): HuffmanTable | null {
  const table = new Uint16Array(65_536);
  let code = 0;
  let read = 0;
  for (let length = 1; length <= 16; length++) {
    const width = 1 << (16 - length);
    for (let i = counts[length - 1] ?? 0; i > 0; i--) {
      if (code + width > 65_536) return null;
      table.fill((length << 8) | (symbols[read++] ?? 0), code, code + width);
      code += width;
    }
  }
  return table;
}

/** The bits of entropy-coded data, up to the first marker. */
export class BitReader {
  /** The next byte. At a marker it stays on it. */
  at: number;
  /** Bits were asked for that are not there: a marker or the end of the file came first. */
  isShort = false;
  readonly #bytes: Uint8Array;
  #bits = 0;
  #count = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** Goes on behind a marker. */
  restart(at: number): void {
    this.at = at;
    this.isShort = false;
    this.#bits = 0;
    this.#count = 0;
  }

  /** The symbol of the next code. */
  decode(table: HuffmanTable): number {
    if (this.#count < 16) this.#fill();
    const count = this.#count;
    const next = count >= 16 ? this.#bits >>> (count - 16) : this.#bits << (16 - count);
    const entry = table[next & 0xffff] ?? 0;
    this.#drop(entry === 0 ? WRONG_CODE_BITS : entry >> 8);
    return entry & 0xff;
  }

  /** The next bits as a number; at most 16. */
  receive(length: number): number {
    if (this.#count < length) this.#fill();
    const value = this.#count < length ? 0 : (this.#bits >>> (this.#count - length)) & ((1 << length) - 1);
    this.#drop(length);
    return value;
  }

  /** At most 16 bits are left out. */
  skip(length: number): void {
    if (this.#count < length) this.#fill();
    this.#drop(length);
  }

  #drop(length: number): void {
    if (this.#count < length) this.#fill();
    if (this.#count < length) {
      this.isShort = true;
      this.#count = 0;
      this.#bits = 0;
      return;
    }
    this.#count -= length;
    this.#bits &= (1 << this.#count) - 1;
  }

  #fill(): void {
    const bytes = this.#bytes;
    while (this.#count <= 16) {
      const byte = bytes[this.at];
      if (byte === undefined) return;
      let next = this.at + 1;
      if (byte === 0xff) {
        // FF may be repeated before the zero that makes it data.
        while (bytes[next] === 0xff) next++;
        if (bytes[next] !== 0) return;
        next++;
      }
      this.at = next;
      this.#bits = (this.#bits << 8) | byte;
      this.#count += 8;
    }
  }
}
