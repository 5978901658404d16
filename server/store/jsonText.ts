/**
 * An answer the database has written as JSON: it goes out as it is, since reading and writing hundreds of objects again
 * costs more than the query.
 */
export class JsonText<T> {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  parse(): T {
    return JSON.parse(this.text) as T;
  }
}
