/** What is kept, for screens: read from the device, told on in this tab and to the others. */

import { KEPT } from '../../contract/limits.ts';
import { createListeners } from '../../rules/listeners.ts';
import type { KeptRecord } from './keptDatabase.ts';
import { type KeptState, readKept } from './keptStore.ts';

export interface KeptMatch extends KeptRecord {
  /** Photos of its list, and those of them that need no more fetching. */
  readonly total: number;
  readonly stored: number;
  readonly bytes: number;
  /** The browser fetches it, and got nothing for a while (KEP-03). */
  readonly isStalled: boolean;
}

export interface KeptSnapshot {
  /** Of all tenants, the last opened first. */
  readonly matches: readonly KeptMatch[];
  readonly budget: number;
  /** Bytes of all pictures; one of two matches counts once. */
  readonly usedBytes: number;
}

/** Other tabs hear of news no more often than this, and screens here of single pictures, in milliseconds. */
const TELL_MS = 1_000;
const SHOW_MS = 300;

export type KeptView = ReturnType<typeof createKeptView>;

export function createKeptView() {
  let state: KeptState = { records: new Map(), names: new Map(), pictures: new Map(), budget: undefined };
  const stalled = new Set<string>();
  let snapshot = snapshotOf(state, stalled);
  const listeners = createListeners();
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('kept-matches');
  let isTelling = false;
  let showing: ReturnType<typeof setTimeout> | undefined;

  function show(next: KeptState): void {
    clearTimeout(showing);
    showing = undefined;
    state = next;
    snapshot = snapshotOf(state, stalled);
    listeners.tell();
  }
  function tell(): void {
    if (isTelling) return;
    isTelling = true;
    setTimeout(() => {
      isTelling = false;
      channel?.postMessage('changed');
    }, TELL_MS);
  }
  const readAgain = async () => show(await readKept(state));
  channel?.addEventListener('message', () => void readAgain().catch(() => undefined));

  return {
    getSnapshot: () => snapshot,
    read: () => state,
    subscribe: listeners.subscribe,
    /** After a change of this tab. */
    async reload() {
      await readAgain();
      tell();
    },
    /** One more picture is here: what is on the disk is known without reading it. */
    addPicture(name: string, picture: { readonly address: string; readonly bytes: number }) {
      state = { ...state, pictures: new Map(state.pictures).set(name, picture) };
      // A screen drawn for each picture would hold up the next.
      showing ??= setTimeout(() => show(state), SHOW_MS);
      tell();
    },
    setStalled(id: string, isStalled: boolean) {
      if (stalled.has(id) === isStalled) return;
      if (isStalled) stalled.add(id);
      else stalled.delete(id);
      show(state);
    },
    /** Bytes by photo of each match, as `makeRoom` weighs them. */
    held: () =>
      [...state.records.values()].map(({ id, openedAt }) => ({
        id,
        openedAt,
        pictures: new Map(
          (state.names.get(id) ?? []).flatMap((name) => {
            const bytes = state.pictures.get(name)?.bytes ?? 0;
            return bytes > 0 ? [[name, bytes] as const] : [];
          }),
        ),
      })),
  };
}

function snapshotOf({ records, names, pictures, budget }: KeptState, stalled: ReadonlySet<string>): KeptSnapshot {
  const matches = [...records.values()].map((record) => {
    const own = names.get(record.id) ?? [];
    const here = own.flatMap((name) => pictures.get(name) ?? []);
    return { ...record, total: own.length, stored: here.length, bytes: sum(here), isStalled: stalled.has(record.id) };
  });
  return {
    matches: matches.sort((a, b) => b.openedAt - a.openedAt),
    budget: budget ?? KEPT.budget,
    usedBytes: sum([...pictures.values()]),
  };
}

const sum = (pictures: readonly { readonly bytes: number }[]): number =>
  pictures.reduce((all, { bytes }) => all + bytes, 0);
