/** Smaller differences are the second's grain of the Date header and the way there, in milliseconds. */
const GRAIN_MS = 2_000;

export interface ClockOffset {
  /** Milliseconds to add to this device's clock to get the server's (T22). */
  get(): number;
  /** Takes the server's clock from an answer; all in epoch milliseconds. */
  observe(seen: { readonly serverDate: number; readonly sentAt: number; readonly receivedAt: number }): void;
}

/** One per page or worker: what our own API's `Date` header says about this device's clock. */
export function createClockOffset(): ClockOffset {
  let offset = 0;
  return {
    get: () => offset,
    observe({ serverDate, sentAt, receivedAt }) {
      // The header is cut to the second: its middle is the best guess.
      const measured = serverDate + 500 - (sentAt + receivedAt) / 2;
      offset = Math.abs(measured) < GRAIN_MS + (receivedAt - sentAt) / 2 ? 0 : Math.round(measured);
    },
  };
}
