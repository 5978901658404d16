/** Background Fetch in memory: a test says what comes, and how it ends. */
import type { SystemFetch } from '../../src/platform/systemFetch/systemFetch.ts';

export class FakeSystemFetch extends EventTarget implements SystemFetch {
  readonly id: string;
  readonly asked: readonly string[];
  downloaded = 0;
  result: SystemFetch['result'] = '';
  failureReason = '';
  readonly #onEnd: () => void;
  readonly #answers = new Map<
    string,
    { readonly promise: Promise<Response>; settle: (answer: Response | Error) => void }
  >();

  constructor(id: string, asked: readonly string[], onEnd: () => void = () => undefined) {
    super();
    this.id = id;
    this.asked = asked;
    this.#onEnd = onEnd;
    for (const url of asked) {
      let settle: (answer: Response | Error) => void = () => undefined;
      const promise = new Promise<Response>((done, refuse) => {
        settle = (answer) => (answer instanceof Error ? refuse(answer) : done(answer));
      });
      promise.catch(() => undefined);
      this.#answers.set(url, { promise, settle });
    }
  }

  readonly matchAll = async () =>
    [...this.#answers].map(([url, { promise }]) => ({ request: { url }, responseReady: promise }));

  /** One request is done, or failed. */
  answer(url: string, answer: Response | Error): void {
    this.downloaded += 1;
    this.#answers.get(url)?.settle(answer);
    this.dispatchEvent(new Event('progress'));
  }

  /** All is done; what was not answered never is. As in Chromium its last event comes after the records. */
  async end(failureReason = ''): Promise<void> {
    for (const { settle } of this.#answers.values()) settle(new DOMException('ended', 'AbortError'));
    this.#onEnd();
    await new Promise((done) => setImmediate(done));
    this.result = failureReason === '' ? 'success' : 'failure';
    this.failureReason = failureReason;
    this.dispatchEvent(new Event('progress'));
  }

  async abort(): Promise<boolean> {
    if (this.result !== '') return false;
    await this.end('aborted');
    return true;
  }
}

/** `refuse`: what `fetch` throws. */
export function fakeSystemFetches() {
  const running = new Map<string, FakeSystemFetch>();
  const all: FakeSystemFetch[] = [];
  const faults: { refuse: Error | null } = { refuse: null };
  const manager = {
    fetch: async (id: string, requests: readonly Request[]) => {
      if (faults.refuse) throw faults.refuse;
      const urls = requests.map(({ url }) => url);
      const begun = new FakeSystemFetch(id, urls, () => running.delete(id));
      running.set(id, begun);
      all.push(begun);
      return begun;
    },
    get: async (id: string) => running.get(id),
    getIds: async () => [...running.keys()],
  };
  return { manager, all, faults };
}
