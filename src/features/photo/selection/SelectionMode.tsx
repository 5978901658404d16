import { useRef } from 'react';
import type { Photo } from '../../../contract/entities.ts';
import { useBackToClose } from '../../../ui/useBackToClose.ts';
import { SelectionBar } from './SelectionBar.tsx';
import './SelectionMode.css';
import { useSelection } from './useSelection.ts';
import { useSelectionInput } from './useSelectionInput.ts';

export interface SelectionModeProps {
  readonly grid: HTMLElement;
  /** What the list has so far. */
  readonly photos: readonly Photo[];
  /** Selected from the start: the photo that was held. */
  readonly held: string | null;
  readonly onLeave: () => void;
}

/** While photos are selected: the list's cards are checkboxes, and a bar says what can be done. Back and Escape end it. */
export function SelectionMode({ grid, photos, held, onLeave }: SelectionModeProps) {
  const { keys, selected, order, moves } = useSelection(photos, held);
  const bar = useRef<HTMLElement>(null);
  const leave = () => {
    // The bar goes: who stood in it goes on at the photos.
    if (bar.current?.contains(document.activeElement))
      grid.querySelector<HTMLElement>(':scope > li > a[tabindex="0"]')?.focus({ preventScroll: true });
    onLeave();
  };
  useBackToClose(true, leave);
  useSelectionInput({ grid, keys, order, moves, held, onLeave: leave });
  return <SelectionBar ref={bar} selected={selected} order={order} moves={moves} onLeave={leave} />;
}
