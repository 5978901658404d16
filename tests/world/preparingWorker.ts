/** The image worker of a page, which has no canvas here: it takes its time, and sometimes it dies. That of the sign-in does not come up. */
import { kindOf, prepareAs } from './pictures.ts';
import type { Scheduler } from './scheduler.ts';

export function createWorkerClass(scheduler: Scheduler): unknown {
  return class PreparingWorker extends EventTarget {
    #isEnded = false;
    constructor(address: string) {
      super();
      if (!address.includes('prepareWorker')) throw new Error('This worker cannot be had.');
    }
    terminate(): void {
      this.#isEnded = true;
    }
    postMessage({ bytes }: { readonly bytes: ArrayBuffer }): void {
      const answer = () => {
        if (this.#isEnded) return;
        if (scheduler.chance(0.02)) {
          this.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }));
          return;
        }
        const data = { kind: 'prepared', result: prepareAs(kindOf(bytes), scheduler.random) };
        this.dispatchEvent(Object.assign(new Event('message'), { data }));
      };
      scheduler.plan(scheduler.between(50, 1_500), answer);
    }
  };
}
