/** The bucket behind our own door does not do as it is asked: nobody's input. Whoever stores or reads comes again a little later. */
export class BucketFailure extends Error {
  /** A put of which nobody knows whether it arrived. */
  readonly isUnclear: boolean;
  constructor(cause: unknown, isUnclear = false) {
    super(`The bucket failed: ${cause instanceof Error ? `${cause.name}: ${cause.message}` : cause}`, { cause });
    this.name = 'BucketFailure';
    this.isUnclear = isUnclear;
  }
}
