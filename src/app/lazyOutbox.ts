import type { OutboxClient, OutboxSnapshot } from '../outbox/client.ts';

const UNKNOWN: OutboxSnapshot = { jobs: [], progress: [], isDraining: false, isLoaded: false };

/** The outbox before its code is there: nothing known yet; every call loads it. */
export function createLazyOutbox(
  load: () => Promise<OutboxClient>,
): OutboxClient & { readonly attach: (real: OutboxClient) => void } {
  let real: OutboxClient | null = null;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    attach(outbox) {
      real = outbox;
      outbox.subscribe(tell);
      tell();
    },
    getSnapshot: () => real?.getSnapshot() ?? UNKNOWN,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    enqueue: async (job) => (await load()).enqueue(job),
    sendNow: async (jobId) => (await load()).sendNow(jobId),
    pause: async (jobId) => (await load()).pause(jobId),
    resume: async (jobId) => (await load()).resume(jobId),
    cancel: async (jobId) => (await load()).cancel(jobId),
    readPhoto: async (jobId, name) => (await load()).readPhoto(jobId, name),
  };
}
