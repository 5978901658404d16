/** What the browser fetches by itself of kept matches: its name there, and its end. */
import { findSystemFetches } from '../systemFetch/systemFetch.ts';
import { changeRecord } from './keptRecords.ts';

const PREFIX = 'kept:';
export const systemIdOf = (id: string): string => PREFIX + id;
/** null: it is no kept match that is fetched. */
export const keptIdIn = (systemId: string): string | null =>
  systemId.startsWith(PREFIX) ? systemId.slice(PREFIX.length) : null;

/**
 * Ends what the browser fetches of a match, as its owner here wants it: the mark goes first, so the worker does not take it for the fan's
 * word in the system's notification. What came by then is taken in by the worker.
 */
export async function endSystemFetch(id: string): Promise<void> {
  const running = await (await findSystemFetches())?.get(systemIdOf(id));
  await changeRecord(id, { isBySystem: false });
  await running?.abort();
}

/** At a logout, of whatever kind: nothing that was asked for in one fan's time arrives in another's. */
export async function endSystemFetches(): Promise<void> {
  const fetches = await findSystemFetches();
  for (const systemId of (await fetches?.getIds()) ?? []) {
    const id = keptIdIn(systemId);
    if (id === null) await (await fetches?.get(systemId))?.abort();
    else await endSystemFetch(id);
  }
}
