import { useSyncExternalStore } from 'react';
import { NOTHING_KNOWN, type OutboxSnapshot } from '../outbox/client.ts';
import { useServices } from './services.tsx';

/** What waits to be sent; re-renders on a change. */
export function useOutboxSnapshot(): OutboxSnapshot {
  const { outbox } = useServices();
  return useSyncExternalStore(outbox.subscribe, outbox.getSnapshot, () => NOTHING_KNOWN);
}
