/** Many asking the same at the same moment, as a full stand does after a goal, are answered by one query. */

/** Runs `run`, or joins others who wait for the same key. */
export type SingleFlight<T> = (key: string, run: () => Promise<T>) => Promise<T>;

/**
 * At most one run of a key at a time; who asks meanwhile shares the one that starts after it. So nobody is answered with
 * what was read before they asked: one's own write is always seen. Nothing is kept once a run has ended.
 */
export function createSingleFlight<T>(): SingleFlight<T> {
  const lanes = new Map<string, { readonly current: Promise<unknown>; next: Promise<T> | null }>();

  function start(key: string, run: () => Promise<T>): Promise<T> {
    const current = run();
    const lane = { current, next: null };
    lanes.set(key, lane);
    const end = () => {
      if (lanes.get(key) === lane && lane.next === null) lanes.delete(key);
    };
    current.then(end, end);
    return current;
  }

  return (key, run) => {
    const lane = lanes.get(key);
    if (!lane) return start(key, run);
    const again = () => start(key, run);
    lane.next ??= lane.current.then(again, again);
    return lane.next;
  };
}
