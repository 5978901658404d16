import { useQuery } from '@tanstack/react-query';
import { Star, X } from 'lucide-react';
import { Fragment, useLayoutEffect, useRef } from 'react';
import { Link } from 'wouter';
import { favorites, players as texts } from '../../messages/jaPlayers.ts';
import { eventPersonsQuery } from '../../queries/peopleQueries.ts';
import { isSameName } from '../../rules/searchMatch.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { centerCurrent } from '../../ui/centerCurrent.ts';
import styles from './PlayerChips.module.css';
import { byTeam, type Player, playersIn } from './playerList.ts';
import { usePlayers, useTeams } from './usePlayers.ts';

interface PlayerChipsProps {
  readonly eventId: string;
  /** Whose photos alone are shown; null: everybody's. */
  readonly chosen: string | null;
  /** Address of the page with this player's photos alone, or with all of them (null). */
  readonly hrefOf: (name: string | null) => string;
  /** A chip was pressed: the address changes next. */
  readonly onNarrow: () => void;
}

/** Who is shown in an event's photos, with counts, favourites first: one press narrows the photos below, a second one widens them. */
export function PlayerChips({ eventId, chosen, hrefOf, onNarrow }: PlayerChipsProps) {
  const { config } = useTenant();
  const shown = useQuery(eventPersonsQuery(useServices(), eventId)).data?.list;
  const { players } = usePlayers();
  const teams = useTeams();
  const row = useRef<HTMLUListElement>(null);
  const isReady = shown !== undefined && players !== undefined;
  useLayoutEffect(() => {
    if (isReady) centerCurrent(row.current);
  }, [isReady]);
  if (!isReady) return <div className={styles.place} />;
  return (
    <ul ref={row} className={styles.row} aria-label={texts.shown(config.playerlabel)}>
      {byTeam(playersIn(shown, players), teams).map(({ team, players }) => (
        <Fragment key={team ?? ''}>
          {team !== null && <li className={styles.team}>{team}</li>}
          {players.map((player) => (
            <Chip
              key={player.name}
              player={player}
              isChosen={chosen !== null && isSameName(chosen, player.name)}
              hrefOf={hrefOf}
              onNarrow={onNarrow}
            />
          ))}
        </Fragment>
      ))}
    </ul>
  );
}

interface ChipProps extends Pick<PlayerChipsProps, 'hrefOf' | 'onNarrow'> {
  readonly player: Player;
  readonly isChosen: boolean;
}

function Chip({ player: { name, number, count, isFavorite }, isChosen, hrefOf, onNarrow }: ChipProps) {
  return (
    <li>
      <Link
        className={styles.chip}
        // In place: the way back leads to where the fan came from, not through each player.
        href={hrefOf(isChosen ? null : name)}
        replace
        onClick={onNarrow}
        aria-current={isChosen ? 'true' : undefined}
      >
        {isFavorite && (
          <>
            <Star className={styles.mark} size={14} aria-hidden="true" />
            <span className="visually-hidden">{favorites.mark}</span>
          </>
        )}
        {number !== null && <span className={styles.number}>{number}</span>}
        <span>
          {name}
          <span className="visually-hidden">{isChosen ? texts.isOnly : texts.only}</span>
        </span>
        <span className={styles.count}>
          {count}
          <span className="visually-hidden">{texts.unit}</span>
        </span>
        {isChosen && <X size={16} aria-hidden="true" />}
      </Link>
    </li>
  );
}
