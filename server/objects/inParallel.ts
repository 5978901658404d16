/** Calls of a store at once: a leaver's thousand photos take seconds, and the store is not stormed. */
const PARALLEL = 8;

/** Does the work for each item, some at a time. Rejects when all that was begun has ended, and one of it has failed. */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const one = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  const ends = await Promise.allSettled(Array.from({ length: PARALLEL }, one));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
