/** Fans who write at their own pace, whether or not earlier writes were answered. */
import type { Case } from './cases.ts';
import { type Caller, createCaller } from './measure.ts';

interface Writing {
  /** Milliseconds of every write that was answered. */
  readonly times: readonly number[];
  readonly failures: readonly string[];
}

export interface Writers {
  /** Waits for what is under way. */
  end(): Promise<Writing>;
}

/** @param paces which write, and how many a second */
export function openWriters(port: number, paces: readonly (readonly [kind: Case, perSecond: number])[]): Writers {
  const caller: Caller = createCaller(port, 64);
  const times: number[] = [];
  const failures: string[] = [];
  const open = new Set<Promise<unknown>>();
  const write = async ({ next }: Case): Promise<void> => {
    const begun = performance.now();
    try {
      await caller.call(next());
      times.push(performance.now() - begun);
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  };
  const timers = paces.map(([kind, perSecond]) =>
    setInterval(() => {
      const written = write(kind);
      open.add(written);
      void written.finally(() => open.delete(written));
    }, 1000 / perSecond),
  );
  return {
    async end() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(open);
      caller.close();
      return { times, failures };
    },
  };
}
