import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Photo } from '../../../contract/entities.ts';
import { SELECTED_MAX } from '../../../contract/limits.ts';
import { photoSelection as texts } from '../../../messages/jaSelection.ts';
import {
  NOTHING_SELECTED,
  type SelectedKeys,
  selectAllOf,
  selectRange,
  toggleSelected,
  withoutKeys,
} from '../../../rules/photoSelection.ts';
import { useToast } from '../../../ui/toasts.tsx';

/** What the presses of a list do to its selection. */
export interface SelectionMoves {
  readonly toggle: (key: string) => void;
  /** A range begins at this photo: with what it is not yet. */
  readonly beginRange: (key: string) => void;
  /** From where the range began to this photo; what an earlier end of it took along goes back. */
  readonly extendTo: (key: string) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
  readonly takeOut: (keys: ReadonlySet<string>) => void;
  readonly keepOnly: (keys: ReadonlySet<string>) => void;
}

interface Begun {
  readonly base: SelectedKeys;
  readonly from: string;
  readonly isOn: boolean;
}

/** The selection of a list: it stays while the list grows or is read anew. */
export function useSelection(photos: readonly Photo[], held: string | null) {
  const [selection, setSelection] = useState(() =>
    held === null ? NOTHING_SELECTED : toggleSelected(NOTHING_SELECTED, held, SELECTED_MAX),
  );
  const toast = useToast();
  const order = useMemo(() => photos.map(({ media_url }) => media_url), [photos]);
  // As last seen: a selected photo may be beyond what a list that was read anew shows.
  const seen = useRef(new Map<string, Photo>());
  for (const photo of photos) seen.current.set(photo.media_url, photo);
  const range = useRef<Begun | null>(held === null ? null : { base: NOTHING_SELECTED, from: held, isOn: true });
  const now = useRef({ selection, order });
  useLayoutEffect(() => {
    now.current = { selection, order };
  }, [selection, order]);

  const moves = useMemo((): SelectionMoves => {
    const bounds = () => ({ order: now.current.order, max: SELECTED_MAX });
    const put = (next: SelectedKeys, wanted = 0) => {
      if (next.keys.size === SELECTED_MAX && wanted > SELECTED_MAX) toast(texts.full);
      // Several moves may come before the next drawing.
      now.current = { ...now.current, selection: next };
      setSelection(next);
    };
    const toggle = (key: string) => {
      const { selection: known } = now.current;
      put(toggleSelected(known, key, SELECTED_MAX), known.keys.size + (known.keys.has(key) ? 0 : 1));
      range.current = { base: now.current.selection, from: key, isOn: true };
    };
    const beginRange = (from: string) => {
      const { selection: base } = now.current;
      range.current = { base, from, isOn: !base.keys.has(from) };
    };
    const extendTo = (to: string) => {
      range.current ??= { base: now.current.selection, from: to, isOn: true };
      const { base, from, isOn } = range.current;
      const span = Math.abs(now.current.order.indexOf(from) - now.current.order.indexOf(to)) + 1;
      put(selectRange(base, { from, to, isOn }, bounds()), isOn ? span : 0);
    };
    const drop = (next: SelectedKeys) => {
      range.current = null;
      put(next);
    };
    return {
      toggle,
      beginRange,
      extendTo,
      selectAll: () => put(selectAllOf(now.current.selection, bounds()), now.current.order.length),
      clear: () => drop(NOTHING_SELECTED),
      takeOut: (gone) => drop(withoutKeys(now.current.selection, gone)),
      keepOnly: (kept) =>
        drop(
          withoutKeys(now.current.selection, new Set([...now.current.selection.keys].filter((key) => !kept.has(key)))),
        ),
    };
  }, [toast]);

  const selected = [...selection.keys].flatMap((key) => seen.current.get(key) ?? []);
  return { keys: selection.keys, selected, order, moves };
}
