import type { Announcer, OutboxMessage } from '../../outbox/ports.ts';
import { createListeners } from '../../rules/listeners.ts';

export interface Broadcast extends Announcer {
  /** Hears this context's own announcements too (`isOwn`). Returns the way to stop. */
  listen(listener: (message: OutboxMessage, isOwn: boolean) => void): () => void;
  close(): void;
}

/** What tabs and the worker tell each other about the queue. Without BroadcastChannel each context hears itself only. */
export function createBroadcast(name = 'outbox'): Broadcast {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  const listeners = createListeners<[message: OutboxMessage, isOwn: boolean]>();
  channel?.addEventListener('message', (event: MessageEvent<OutboxMessage>) => listeners.tell(event.data, false));
  return {
    announce(message) {
      channel?.postMessage(message);
      listeners.tell(message, true);
    },
    listen: listeners.subscribe,
    close: () => channel?.close(),
  };
}
