import { Star } from 'lucide-react';
import { favorites as texts } from '../../messages/jaPlayers.ts';
import styles from './FavoriteStar.module.css';
import type { Player } from './playerList.ts';
import { useFavoriteToggle } from './useFavoritePlayers.ts';

interface FavoriteStarProps {
  readonly player: Pick<Player, 'name' | 'isFavorite'>;
  /** With words beside the star: a page's own button. */
  readonly isNamed?: boolean;
}

/** Makes a player a favourite (推し) and back. Works without a login and without signal. */
export function FavoriteStar({ player: { name, isFavorite }, isNamed = false }: FavoriteStarProps) {
  const toggle = useFavoriteToggle();
  return (
    <button
      type="button"
      className={styles.star}
      data-named={isNamed || undefined}
      aria-pressed={isFavorite}
      aria-label={texts.add(name)}
      onClick={() => toggle(name)}
    >
      <Star size={20} aria-hidden="true" />
      {isNamed && (isFavorite ? texts.mark : texts.button)}
    </button>
  );
}
