/** What the device knows of one kept match. */
import { type KeptRecord, openKept } from './keptDatabase.ts';

/** Changes a record if it is still there. */
export async function changeRecord(id: string, change: Partial<KeptRecord>): Promise<void> {
  const tx = (await openKept()).transaction('collections', 'readwrite');
  const known = await tx.store.get(id);
  if (known) await tx.store.put({ ...known, ...change });
  await tx.done;
}

export const readRecord = async (id: string): Promise<KeptRecord | undefined> =>
  (await openKept()).get('collections', id);
