import { ChevronRight, Star } from 'lucide-react';
import { Link } from 'wouter';
import { favorites, players as texts } from '../../messages/jaPlayers.ts';
import { usePaths } from '../../navigation/paths.ts';
import { useTenant } from '../../services/services.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { Phrases } from '../../ui/phrases/Phrases.ts';
import { SectionHead } from '../../ui/SectionHead.tsx';
import { PlayerFace } from './PlayerFace.tsx';
import styles from './PlayerTiles.module.css';
import { type Player, withDoor } from './playerList.ts';
import { usePlayers } from './usePlayers.ts';

/** Tiles of a row; all others are a tap away. */
const SHOWN = 12;
/** Places while the players load. */
const PLACES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;

/** '選手からさがす': a row of players to scroll sideways, the fan's favourites first (FAN-04). */
export function PlayerTiles() {
  const { config } = useTenant();
  const { players, error } = usePlayers();
  const { open } = useOverlays();
  const shown = players && withDoor(players);
  // Without the list nothing is missing but this way: search and narrowing say what failed.
  if (error || shown?.length === 0) return null;
  const openAll = () => open({ mode: 'word-search' });
  return (
    <section className={styles.section} aria-labelledby="player-doors">
      <SectionHead
        id="player-doors"
        title={texts.from(config.playerlabel)}
        action={
          <button type="button" className={styles.more} onClick={openAll}>
            {texts.all}
          </button>
        }
      />
      <ul className={styles.row}>
        {shown ? (
          <>
            {shown.slice(0, SHOWN).map((player) => (
              <Tile key={player.name} player={player} />
            ))}
            {shown.length > SHOWN && (
              <li>
                <button type="button" className={styles.tile} onClick={openAll}>
                  <span className={styles.rest} aria-hidden="true">
                    <ChevronRight size={28} />
                  </span>
                  <span className={styles.name}>
                    {/* A tile has no room for both on a line. */}
                    <Phrases text={texts.allOf('')} />
                    <wbr />
                    <Phrases text={config.playerlabel} />
                  </span>
                </button>
              </li>
            )}
          </>
        ) : (
          PLACES.map((place) => (
            <li key={place} className={styles.tile} aria-hidden="true">
              <span className={styles.rest} />
            </li>
          ))
        )}
      </ul>
    </section>
  );
}

function Tile({ player }: { readonly player: Player }) {
  const paths = usePaths();
  const { name, number, count, isFavorite } = player;
  return (
    <li>
      <Link className={styles.tile} href={paths.player(name)}>
        <span className={styles.picture}>
          <PlayerFace player={player} />
          {isFavorite && (
            <span className={styles.mark}>
              <Star size={13} aria-hidden="true" />
              <span className="visually-hidden">{favorites.mark}</span>
            </span>
          )}
        </span>
        <span className={styles.name}>
          {number !== null && <span className={styles.number}>{number}</span>}
          {name}
        </span>
        <span className={styles.count}>{texts.count(count)}</span>
      </Link>
    </li>
  );
}
