/**
 * A fan who just activated their first account on this device is shown the service, and then whom to follow (MOD-04). Kept until
 * the tutorial was read to its end, also over a restart of the browser.
 */
const KEY = 'first_steps';

/** The account was activated here. */
export function beginFirstSteps(): void {
  attempt(() => localStorage.setItem(KEY, '1'));
}

/** The fan is new and was not led through yet. */
export const isInFirstSteps = (): boolean => attempt(() => localStorage.getItem(KEY)) === '1';

/** Ends the first steps. True, once, if there were any. */
export function endFirstSteps(): boolean {
  const wasNew = isInFirstSteps();
  attempt(() => localStorage.removeItem(KEY));
  return wasNew;
}

function attempt<T>(run: () => T): T | null {
  try {
    return run();
  } catch {
    return null; // storage may be denied: then nobody is new
  }
}
