import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { arrival as texts } from '../../../messages/jaArrival.ts';
import type { JobPhoto } from '../../../outbox/job.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ArrivalPhotos } from './ArrivalPhotos.tsx';
import styles from './FloatingCard.module.css';
import { useTopDialog } from './useTopDialog.ts';

/** How long the card stands where nobody touches it, in milliseconds. What it tells stands in the outbox for a day. */
const SHOWN_MS = 15_000;

interface FloatingCardProps {
  /** The first one is drawn. */
  readonly photos: readonly JobPhoto[];
  /** Read aloud when they change: they stand in a live region. */
  readonly words: ReactNode;
  /** Buttons before the one that closes. */
  readonly actions: ReactNode;
  /** What it tells: the time it is shown begins anew when that changes. */
  readonly topic?: string;
  /** It tells what the fan has to do, and stays until it is closed. */
  readonly isKept?: boolean;
  readonly onClose: () => void;
}

/** Tells of a post, small, above the bar of the phone: over any page or dialog, without taking the focus. */
export function FloatingCard({ photos, words, actions, topic = '', isKept = false, onClose }: FloatingCardProps) {
  const host = useTopDialog();
  const card = useShownPopover(host);
  const isTold = useIsTold();
  const hold = useTimedClose(topic, isKept, onClose);
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
        {isTold && words}
      </p>
      <div className={styles.actions}>
        {actions}
        <IconButton label={texts.close} icon={<X size={20} aria-hidden="true" />} onClick={onClose} />
      </div>
    </section>,
    host,
  );
}

/** In the top layer, above the dialog it stands in and where that one's edges would cut it. */
function useShownPopover(host: Element) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = card.current;
    if (!element?.isConnected || !host.contains(element) || !('showPopover' in element)) return;
    if (!element.matches(':popover-open')) element.showPopover();
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
function useTimedClose(topic: string, isKept: boolean, onClose: () => void) {
  const [isHeld, setHeld] = useState(false);
  const close = useEffectEvent(onClose);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words are another time to read them
  useEffect(() => {
    if (isHeld || isKept) return;
    const timer = setTimeout(() => close(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isHeld, isKept, topic]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return { onPointerEnter: hold, onFocus: hold, onPointerLeave: release, onBlur: release };
}
