/**
 * After each test file: its stubs go, since the next file runs in the same worker with the same globals. After each test: how many
 * assertions it made, for the sum at the end of `npm test`.
 */
import { afterAll, afterEach, expect, vi } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    assertions?: number;
  }
}

const umask = process.umask();

// Its own is one second, which is short on a machine with much else to do, and there is no setting for it.
const UNTIL = { timeout: 30_000 };
const { waitFor } = vi;
vi.waitFor = (callback, options = UNTIL) =>
  waitFor(callback, typeof options === 'number' ? options : { ...UNTIL, ...options });

afterEach(({ task }) => {
  task.meta.assertions = expect.getState().assertionCalls;
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  vi.useRealTimers();
  process.umask(umask);
  // Set by files that wrap every change in act(); the others would be warned of each.
  Reflect.deleteProperty(globalThis, 'IS_REACT_ACT_ENVIRONMENT');
  emptyPage();
});

/** Files with a page share one, in a worker: a button left in it would be found by the next file that asks for the only one. */
function emptyPage(): void {
  if (typeof document === 'undefined') return;
  for (const element of [document.documentElement, document.head, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  document.head.replaceChildren();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  // What a test said of this browser: happy-dom's own properties are the prototype's.
  for (const name of Object.getOwnPropertyNames(navigator)) Reflect.deleteProperty(navigator, name);
}
