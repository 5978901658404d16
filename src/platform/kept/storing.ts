/** Takes in pictures of kept matches as they come: the one place where budget and rows are minded, in pages and the worker (KEP-01d). */
import { KEPT_CACHE } from '../../contract/kept.ts';
import { makeRoom } from '../../rules/keptPhotos.ts';
import type { Missing } from './fetchMissing.ts';
import type { KeptFailure } from './keptDatabase.ts';
import { notePicture, removeKept } from './keptStore.ts';
import type { KeptView } from './keptView.ts';

/** It does not go on, for a reason the fan is told. */
export class KeepingStopped extends Error {
  readonly reason: KeptFailure;
  constructor(reason: KeptFailure) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Notes one that stands in the cache.
 * @param end called for what has to go for it, whose fetching ends
 * @throws KeepingStopped: it is more than the budget
 */
export function createStoring(view: KeptView, end: (id: string) => Promise<void>) {
  return async (id: string, { name, address }: Missing, bytes: number): Promise<void> => {
    const gone = makeRoom(view.held(), view.getSnapshot().budget, bytes, id);
    if (gone === null) {
      await forget(address);
      throw new KeepingStopped('budget');
    }
    if (gone.length > 0) {
      for (const one of gone) void end(one);
      await removeKept(gone);
      await view.reload();
    }
    const { records, names } = view.read();
    const isKnown = names.get(id)?.includes(name) === true;
    const checkedAt = isKnown ? records.get(id)?.checkedAt : undefined;
    if (await notePicture({ id, name, checkedAt }, { address, bytes })) view.addPicture(name, { address, bytes });
    else await forget(address);
  };
}

const forget = async (address: string) => (await caches.open(KEPT_CACHE)).delete(address);
