import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Photo } from '../../../contract/entities.ts';
import { factsOf } from '../../../contract/pages.ts';
import { photoSelection as texts } from '../../../messages/jaSelection.ts';
import { pageOf } from '../../../navigation/paths.ts';
import { useToast } from '../../../ui/toasts.tsx';
import { listenToLongPress } from './longPress.ts';
import './PhotoSelection.css';
import type { SelectionModeProps } from './SelectionMode.tsx';
import { addSelectableList } from './selectableLists.ts';

interface Begun {
  readonly Mode: ComponentType<SelectionModeProps>;
  /** The photo that was held; null: begun by the button. */
  readonly held: string | null;
}

/** Makes the list it stands in selectable (KEP-02): by the button of its head, or by holding a photo. All else comes when it begins. */
export function PhotoSelection({ photos }: { readonly photos: readonly Photo[] }) {
  const place = useRef<HTMLSpanElement>(null);
  const [grid, setGrid] = useState<HTMLElement | null>(null);
  const [begun, setBegun] = useState<Begun | null>(null);
  const toast = useToast();
  const [pathname] = useLocation();
  // A list in somebody else's page is for looking.
  const isFramed = factsOf(pageOf(pathname)).hasNoMenu ?? false;
  const isSelecting = begun !== null;

  const begin = (held: string | null) => {
    import('./SelectionMode.tsx').then(
      ({ SelectionMode }) => setBegun((now) => now ?? { Mode: SelectionMode, held }),
      () => toast(texts.notReady, 'error'),
    );
  };
  const toggle = useEffectEvent(() => (isSelecting ? setBegun(null) : begin(null)));
  const beginWith = useEffectEvent((key: string) => {
    if (!isSelecting) begin(key);
    return !isSelecting;
  });

  useEffect(() => setGrid(place.current?.parentElement?.querySelector<HTMLElement>(':scope > ul') ?? null), []);
  useEffect(() => {
    if (grid === null || isFramed) return;
    return addSelectableList({ isSelecting, toggle: () => toggle() });
  }, [grid, isFramed, isSelecting]);
  useEffect(() => {
    if (grid === null || isFramed) return;
    grid.dataset.selectable = '';
    return listenToLongPress(grid, (key) => beginWith(key));
  }, [grid, isFramed]);

  return (
    <>
      <span ref={place} hidden />
      {begun && grid && <begun.Mode grid={grid} photos={photos} held={begun.held} onLeave={() => setBegun(null)} />}
    </>
  );
}
