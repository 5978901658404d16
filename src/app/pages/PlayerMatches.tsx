import { useRef } from 'react';
import { Link } from 'wouter';
import { useAllEvents } from '../../features/search/queries.ts';
import { player as texts } from '../../messages/jaRanking.ts';
import { usePageParams } from '../../navigation/pageParams.ts';
import { usePaths } from '../../navigation/paths.ts';
import { useKeptPlace } from '../../navigation/useKeptPlace.ts';
import { isSameName } from '../../rules/searchMatch.ts';
import { centerCurrent } from '../../ui/centerCurrent.ts';
import styles from './Chips.module.css';

/** Events whose photos show the player, the latest first: one press narrows the photos below to one of them. */
export function PlayerMatches({ name }: { readonly name: string }) {
  const paths = usePaths();
  const { events, isPending } = useAllEvents();
  const params = usePageParams();
  const row = useRef<HTMLElement>(null);
  const keepPlace = useKeptPlace(row);
  const shown = events
    .filter(({ person_list }) => person_list.some((one) => isSameName(one, name)))
    .toSorted((a, b) => Number(a.event_date < b.event_date) - Number(a.event_date > b.event_date));
  const chosen = params.get('e');
  const hrefOf = (eventId: string | null) => {
    const next = new URLSearchParams(params);
    next.delete('q');
    next.delete('e');
    if (eventId !== null) next.set('e', eventId);
    return `${paths.player(name).split('?')[0]}?${next}`;
  };
  if (shown.length === 0) return isPending ? <div className={styles.place} /> : null;
  return (
    <nav ref={row} aria-label={texts.matches}>
      <ul ref={centerCurrent} className={styles.row}>
        {[{ event_id: null, event_name: texts.allMatches }, ...shown].map(({ event_id, event_name }) => (
          <li key={event_id}>
            <Link
              className={styles.chip}
              href={hrefOf(event_id)}
              replace
              onClick={keepPlace}
              aria-current={event_id === chosen ? 'true' : undefined}
            >
              {event_name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
