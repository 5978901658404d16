import * as v from 'valibot';
import { ClientConfig } from '../contract/config.ts';
import type { Network } from '../outbox/ports.ts';

const PROBE_MS = 8_000;

/** Asks our own origin for its small config, past every cache: a captive portal's page has another shape (T24). */
export function createNetwork(fetch: typeof globalThis.fetch = globalThis.fetch.bind(globalThis)): Network {
  return {
    async probe() {
      const stop = new AbortController();
      const timer = setTimeout(() => stop.abort(), PROBE_MS);
      try {
        // 'no-store' also tells our worker to keep out of it.
        const answer = await fetch('/config.json', { cache: 'no-store', redirect: 'error', signal: stop.signal });
        return answer.ok && v.is(ClientConfig, await answer.json());
      } catch {
        return false;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
