import type { Announcer, OutboxMessage } from '../../outbox/ports.ts';

export interface Broadcast extends Announcer {
  /** Hears this context's own announcements too (`isOwn`). Returns the way to stop. */
  listen(listener: (message: OutboxMessage, isOwn: boolean) => void): () => void;
  close(): void;
}

/** What tabs and the worker tell each other about the queue. Without BroadcastChannel each context hears itself only. */
export function createBroadcast(name = 'outbox'): Broadcast {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  const listeners = new Set<(message: OutboxMessage, isOwn: boolean) => void>();
  const tell = (message: OutboxMessage, isOwn: boolean): void => {
    for (const listener of listeners) listener(message, isOwn);
  };
  channel?.addEventListener('message', (event: MessageEvent<OutboxMessage>) => tell(event.data, false));
  return {
    announce(message) {
      channel?.postMessage(message);
      tell(message, true);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      listeners.clear();
      channel?.close();
    },
  };
}
