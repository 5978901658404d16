import { Share2 } from 'lucide-react';
import { useEffect } from 'react';
import { arrival as texts } from '../../../messages/jaArrival.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { phrased } from '../../../ui/phrases/phrased.ts';
import { tapHand } from '../../../ui/tapHand.ts';
import { ArrivalWords } from './ArrivalWords.tsx';
import type { Arrival } from './arrivals.ts';
import styles from './FloatingCard.module.css';
import { FloatingCard } from './FloatingCard.tsx';
import { useShareArrival } from './useShareArrival.ts';

interface ArrivalCardProps {
  readonly arrival: Arrival;
  readonly onSee: () => void;
  readonly onClose: () => void;
}

/** What arrived: posts that became public while the fan did something else. */
export function ArrivalCard({ arrival, onSee, onClose }: ArrivalCardProps) {
  useEffect(tapHand, []);
  return (
    <FloatingCard
      photos={arrival.photos}
      words={<PublicWords arrival={arrival} />}
      actions={<PublicActions arrival={arrival} label={texts.seeLabel(arrival.event.name)} onSee={onSee} />}
      onClose={onClose}
    />
  );
}

/** That these photos are public, their event, and what is worth a word about them. */
export const PublicWords = ({ arrival }: { readonly arrival: Arrival }) => (
  <>
    <strong>{phrased(texts.lead(arrival.photos.length))}</strong>
    <span className={styles.event}>{arrival.event.name}</span>
    <ArrivalWords arrival={arrival} className={styles.word} />
  </>
);

interface PublicActionsProps {
  readonly arrival: Arrival;
  /** Of the button that leads to them, for readers. */
  readonly label: string;
  readonly onSee: () => void;
}

/** Sharing, and the way to the photos. */
export function PublicActions({ arrival, label, onSee }: PublicActionsProps) {
  const share = useShareArrival(arrival);
  return (
    <>
      <IconButton label={texts.share} icon={<Share2 size={20} aria-hidden="true" />} onClick={share} />
      <Button variant="primary" aria-label={label} onClick={onSee}>
        {texts.see}
      </Button>
    </>
  );
}
