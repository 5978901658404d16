/** How often a loop looks, in milliseconds, and every how many looks it looks for everything. */
export interface LoopTimes {
  readonly everyMs: number;
  /** Default: each look is for everything. */
  readonly wholeEvery?: number;
}

export interface Loop {
  /** Looks for everything once, after the look that runs. */
  run(): Promise<void>;
  /** Ends the loop; resolves once the look that runs has ended. */
  stop(): Promise<void>;
}

/**
 * Looks every so often, one look after the other. A look that takes longer than the time between two skips those in between.
 * @param look must not reject. `isWhole`: also for what is looked for now and then only
 * @param first a look that runs already. Default: none
 */
export function startLoop(
  look: (isWhole: boolean) => Promise<void>,
  { everyMs, wholeEvery = 1 }: LoopTimes,
  first: Promise<void> = Promise.resolve(),
): Loop {
  let looks = 0;
  let running = first;
  let isBusy = false;
  const add = (isWhole: boolean) => {
    running = running.then(() => look(isWhole));
    return running;
  };
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    void add(looks++ % wholeEvery === 0).finally(() => {
      isBusy = false;
    });
  }, everyMs);
  timer.unref();
  return {
    run: () => add(true),
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
