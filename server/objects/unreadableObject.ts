/** A file of the own store is there and its object cannot be read: damaged, or not to be opened. Its path stands in the message. */
export class UnreadableObject extends Error {
  readonly path: string;
  constructor(path: string, cause: unknown) {
    super(`${path} cannot be read: ${cause instanceof Error ? cause.message : cause}`, { cause });
    this.name = 'UnreadableObject';
    this.path = path;
  }
}
