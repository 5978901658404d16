import { Check, Star } from 'lucide-react';
import type { PersonPicture } from '../../contract/entities.ts';
import { favorites } from '../../messages/jaPlayers.ts';
import { SmallFace } from '../players/SmallFace.tsx';
import styles from './PlayerSelector.module.css';

export interface ChipPlayer {
  readonly name: string;
  readonly number: string | null;
  /** In a league: names alone would be mixed up. */
  readonly team: string | null;
  readonly isFavorite: boolean;
  /** null: the drawn face stands for it. */
  readonly picture: PersonPicture | null;
}

interface PlayerChipProps {
  readonly player: ChipPlayer;
  readonly isOn: boolean;
  /** No more players fit: only chosen ones can be pressed. */
  readonly isFull: boolean;
  readonly onToggle: (name: string) => void;
}

/** A player as a toggle. It is as wide chosen as not: a press moves nothing (FAN-03c). */
export function PlayerChip({ player, isOn, isFull, onToggle }: PlayerChipProps) {
  const { name, number, team, isFavorite } = player;
  return (
    <button
      type="button"
      className={styles.chip}
      aria-pressed={isOn}
      disabled={isFull && !isOn}
      data-player={name}
      onClick={() => onToggle(name)}
    >
      <span className={styles.mark}>
        <SmallFace player={player} />
        <span className={styles.check}>
          <Check aria-hidden="true" size={12} strokeWidth={3} />
        </span>
      </span>
      {number !== null && <span className={styles.number}>{number}</span>}
      {isFavorite && (
        <>
          <Star className={styles.star} size={14} aria-hidden="true" />
          <span className="visually-hidden">{favorites.mark}</span>
        </>
      )}
      <span>
        {name}
        {team !== null && <span className={styles.team}>{team}</span>}
      </span>
    </button>
  );
}
