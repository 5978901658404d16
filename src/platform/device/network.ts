import * as v from 'valibot';
import { ClientConfig } from '../../contract/config.ts';
import type { Network } from '../../outbox/ports.ts';
import type { ClockOffset } from './clockOffset.ts';

const PROBE_MS = 8_000;

/**
 * Asks our own origin for its small config, past every cache: a captive portal's page has another shape (T24).
 * @param onServerDate hears our server's clock, so that the first put on a device with a wrong one is signed right (T22)
 */
export function createNetwork(
  fetch: typeof globalThis.fetch = globalThis.fetch.bind(globalThis),
  onServerDate?: ClockOffset['observe'],
): Network {
  return {
    async probe() {
      const stop = new AbortController();
      const timer = setTimeout(() => stop.abort(), PROBE_MS);
      const sentAt = Date.now();
      try {
        // 'no-store' also tells our worker to keep out of it.
        const answer = await fetch('/config.json', { cache: 'no-store', redirect: 'error', signal: stop.signal });
        const isOurs = answer.ok && v.is(ClientConfig, await answer.json());
        // What comes out of a cache on the way tells the time it was put there.
        const isFresh = !answer.headers.has('age');
        const serverDate = Date.parse(answer.headers.get('date') ?? '');
        if (isOurs && isFresh && Number.isFinite(serverDate))
          onServerDate?.({ serverDate, sentAt, receivedAt: Date.now() });
        return isOurs;
      } catch {
        return false;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
