/** A page without the test tool's log of requests, consoles and frames: that log is written on the page's own thread. */
import type { Browser } from 'playwright';
import { VIEWPORT } from './watchPhotos.ts';

export interface PlainPage {
  /** A command of the devtools protocol. Rejects with its error. */
  call(method: string, params?: object): Promise<unknown>;
  /** Runs a function in the page, which may give a promise. Arguments and result travel as JSON. */
  run<A extends readonly unknown[], R>(task: (...args: A) => R, ...args: A): Promise<Awaited<R>>;
  close(): Promise<void>;
}

interface Answer {
  readonly id?: number;
  readonly result?: { readonly result?: { readonly value?: unknown }; readonly exceptionDetails?: object };
  readonly error?: { readonly message: string };
}

/** A phone's page in a context of its own, with nothing loaded. */
export async function openPlainPage(browser: Browser): Promise<PlainPage> {
  const cdp = await browser.newBrowserCDPSession();
  const { browserContextId } = await cdp.send('Target.createBrowserContext');
  const { targetId } = await cdp.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await cdp.send('Target.attachToTarget', { targetId });
  const waiting = new Map<number, (answer: Answer) => void>();
  cdp.on('Target.receivedMessageFromTarget', ({ message }) => {
    const answer = JSON.parse(message) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  let last = 0;
  const call = async (method: string, params: object = {}): Promise<Answer['result']> => {
    const id = ++last;
    const answered = new Promise<Answer>((done) => waiting.set(id, done));
    await cdp.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) });
    const { result, error } = await answered;
    waiting.delete(id);
    if (error || result?.exceptionDetails)
      throw new Error(`${method}: ${error?.message ?? JSON.stringify(result?.exceptionDetails)}`);
    return result;
  };
  await call('Page.enable');
  await call('Emulation.setDeviceMetricsOverride', { ...VIEWPORT, deviceScaleFactor: 2, mobile: true });
  await call('Emulation.setTouchEmulationEnabled', { enabled: true });
  return {
    call,
    async run(task, ...args) {
      const expression = `(${task})(...${JSON.stringify(args)})`;
      const answer = await call('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
      return answer?.result?.value as never;
    },
    async close() {
      await cdp.send('Target.disposeBrowserContext', { browserContextId });
      await cdp.detach();
    },
  };
}
