/**
 * An answer the database has written as JSON: it goes out as it is, since reading and writing hundreds of objects again
 * costs more than the query.
 */
export class JsonText<T> {
  readonly #given: string | Uint8Array<ArrayBuffer>;
  #bytes: Uint8Array<ArrayBuffer> | null = null;

  /** @param given the text, or its UTF-8 */
  constructor(given: string | Uint8Array<ArrayBuffer>) {
    this.#given = given;
  }
  get text(): string {
    return typeof this.#given === 'string' ? this.#given : new TextDecoder().decode(this.#given);
  }
  /** UTF-8; not to be changed. */
  get bytes(): Uint8Array<ArrayBuffer> {
    this.#bytes ??= typeof this.#given === 'string' ? new TextEncoder().encode(this.#given) : this.#given;
    return this.#bytes;
  }
  parse(): T {
    return JSON.parse(this.text) as T;
  }
}
