/** Keeps matches on this device: what screens ask for, and the fetching that goes on while a page is open (KEP-01). */
import { type Keepable, keptIdOf } from '../../contract/kept.ts';
import { askToPersist, type DeviceSpace, readSpace } from './deviceSpace.ts';
import { createFetching, type KeeperDeps } from './fetching.ts';
import type { KeptRecord } from './keptDatabase.ts';
import { markKept } from './keptMark.ts';
import { changeRecord } from './keptRecords.ts';
import { keptNote, removeKept, writeBudget, writeRecord } from './keptStore.ts';
import { createKeptView, type KeptMatch, type KeptView } from './keptView.ts';
import { goneFor, type Measured, measureKept } from './measureKept.ts';

export interface Keeper extends Pick<KeptView, 'getSnapshot' | 'subscribe'> {
  /** @throws AppError without signal */
  measure(keepable: Keepable): Promise<Measured>;
  /** Begins, goes on after a pause or a failure, or fetches what is new. `onMetered`: the fan agreed to a mobile line. */
  keep(keepable: Keepable, choice: { readonly onMetered: boolean }): Promise<void>;
  pause(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Returns what had to go. */
  setBudget(bytes: number): Promise<readonly KeptMatch[]>;
  /** Its page was opened: it goes last, and with signal its list is read anew now and then. */
  opened(id: string): Promise<void>;
  readSpace(): Promise<DeviceSpace>;
  askToPersist(): Promise<boolean>;
}

export async function createKeeper(deps: KeeperDeps): Promise<Keeper> {
  keptNote.write = markKept;
  const view = createKeptView();
  await view.reload();
  const fetching = createFetching({ ...deps, view });
  const { getSnapshot, subscribe } = view;

  return {
    getSnapshot,
    subscribe,
    measure: (keepable) => measureKept(deps.config, view, keepable),
    readSpace,
    askToPersist,
    async keep(keepable, { onMetered }) {
      const id = keptIdOf(keepable);
      const known = view.read().records.get(id);
      const fresh = { checkedAt: 0, wholeAt: null, openedAt: Date.now() };
      const record: KeptRecord = { ...fresh, ...known, ...keepable, id, onMetered, isWanted: true, failure: null };
      await writeRecord(record);
      await view.reload();
      // Not waited for: it asks the fan in some browsers, and changes nothing about what is fetched.
      void askToPersist();
      fetching.start(id);
    },
    async pause(id) {
      await changeRecord(id, { isWanted: false, failure: null });
      await fetching.stop(id);
      await view.reload();
    },
    async remove(id) {
      await fetching.stop(id);
      await removeKept([id]);
      await view.reload();
    },
    async setBudget(bytes) {
      const gone = goneFor(view, { id: '', wanted: 0, budget: bytes }) ?? [];
      for (const { id } of gone) await fetching.stop(id);
      await writeBudget(bytes);
      await removeKept(gone.map(({ id }) => id));
      await view.reload();
      return gone;
    },
    opened: (id) => fetching.look(id),
  };
}
