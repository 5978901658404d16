/** Slow processors of a phone, for everything that runs in a page's process: its main thread, its workers, its service worker. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** How many times slower than this machine a phone is taken to be. */
const PHONE_SLOWDOWN = 4;

/** How a browser names the processes that run pages and workers. */
const RENDERER = '--type=renderer';

export interface Slowness {
  /** All runs as fast as before. @returns how many times slower it was */
  end(): Promise<number>;
}

/**
 * Every process of a page or worker that was or will be started by this one runs one part of `rate` of the time, in turns of some
 * milliseconds. The browser's own throttling (`Emulation.setCPUThrottlingRate`) slows the page's main thread alone; asked for a worker
 * it answers 'Operation is only supported for pages, not workers'.
 * @param mark words of the command line by which such a process is known
 */
export async function slowDown(rate = PHONE_SLOWDOWN, mark = RENDERER): Promise<Slowness> {
  const holder = spawn(process.execPath, [join(import.meta.dirname, 'slowRenderers.ts'), String(rate), mark], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const gone = once(holder, 'exit');
  await Promise.race([
    once(holder.stdout, 'data'),
    gone.then(() => Promise.reject(new Error('Nothing is slowed down: the process that does it has ended.'))),
  ]);
  let told = '';
  holder.stdout.on('data', (text) => {
    told += text;
  });
  return {
    async end() {
      holder.stdin.end();
      await gone;
      return Number(told);
    },
  };
}
