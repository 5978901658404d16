/** Runs the work on one key one after another; different keys don't wait for each other. */
export type KeyLock = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Between looking whose an object is and replacing or deleting it, nobody else may touch it. */
export function createKeyLock(): KeyLock {
  const tails = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = tails.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    const tail = mine.catch(() => {});
    tails.set(key, tail);
    try {
      return await mine;
    } finally {
      if (tails.get(key) === tail) tails.delete(key);
    }
  };
}
