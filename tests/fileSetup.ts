/** After each test file: its stubs go, since the next file runs in the same worker with the same globals. */
import { afterAll, vi } from 'vitest';

const umask = process.umask();

afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  vi.useRealTimers();
  process.umask(umask);
  // Set by files that wrap every change in act(); the others would be warned of each.
  Reflect.deleteProperty(globalThis, 'IS_REACT_ACT_ENVIRONMENT');
});
