import { Share2, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { arrival as texts } from '../../../messages/jaArrival.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { phrased } from '../../../ui/phrases/phrased.ts';
import { tapHand } from '../../../ui/tapHand.ts';
import styles from './ArrivalCard.module.css';
import { ArrivalPhotos } from './ArrivalPhotos.tsx';
import { ArrivalWords } from './ArrivalWords.tsx';
import type { Arrival } from './arrivals.ts';
import { useShareArrival } from './useShareArrival.ts';
import { useTopDialog } from './useTopDialog.ts';

/** How long the card stands where nobody touches it, in milliseconds. What it tells stands in the outbox for a day. */
const SHOWN_MS = 15_000;

interface ArrivalCardProps {
  readonly arrival: Arrival;
  readonly onSee: () => void;
  readonly onClose: () => void;
}

/** What arrived, small, above the bar of the phone: over any page or dialog, without taking the focus. */
export function ArrivalCard({ arrival, onSee, onClose }: ArrivalCardProps) {
  const { event, photos } = arrival;
  const host = useTopDialog();
  const card = useShownPopover(host);
  const isTold = useIsTold();
  useEffect(tapHand, []);
  const hold = useTimedClose(onClose);
  const share = useShareArrival(arrival);
  const handleKey = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'Escape') return;
    pressed.stopPropagation();
    onClose();
  };
  return createPortal(
    <section
      ref={card}
      className={styles.card}
      aria-label={texts.label}
      popover="manual"
      onKeyDown={handleKey}
      {...hold}
    >
      <ArrivalPhotos photos={photos} max={1} />
      <p className={styles.words} role="status">
        {isTold && (
          <>
            <strong>{phrased(texts.lead(photos.length))}</strong>
            <span className={styles.event}>{event.name}</span>
            <ArrivalWords arrival={arrival} className={styles.word} />
          </>
        )}
      </p>
      <div className={styles.actions}>
        <IconButton label={texts.share} icon={<Share2 size={20} aria-hidden="true" />} onClick={share} />
        <Button variant="primary" aria-label={texts.seeLabel(event.name)} onClick={onSee}>
          {texts.see}
        </Button>
        <IconButton label={texts.close} icon={<X size={20} aria-hidden="true" />} onClick={onClose} />
      </div>
    </section>,
    host,
  );
}

/** In the top layer, above the dialog it stands in and where that one's edges would cut it. */
function useShownPopover(host: Element) {
  const card = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another dialog is another place to show it in
  useEffect(() => {
    const element = card.current;
    if (element?.isConnected && 'showPopover' in element && !element.matches(':popover-open')) element.showPopover();
  }, [host]);
  return card;
}

/** False at first: a reader hears what comes into a live region, not what stands in it from the start. */
function useIsTold(): boolean {
  const [isTold, setTold] = useState(false);
  useEffect(() => setTold(true), []);
  return isTold;
}

/** Closes after a while; not under a finger, the pointer or the focus. Handlers of the element that is held. */
function useTimedClose(onClose: () => void) {
  const [isHeld, setHeld] = useState(false);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => close(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return { onPointerEnter: hold, onFocus: hold, onPointerLeave: release, onBlur: release };
}
