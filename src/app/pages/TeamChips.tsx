import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { Link } from 'wouter';
import { photoLists as texts } from '../../messages/jaPhotoLists.ts';
import { usePaths } from '../../navigation/paths.ts';
import { teamsQuery } from '../../queries/peopleQueries.ts';
import { useServices } from '../../services/services.tsx';
import { centerCurrent } from '../../ui/centerCurrent.ts';
import styles from './Chips.module.css';

/** Narrows the list to one team of a league; `current` null: all teams. */
export function TeamChips({ current }: { readonly current: string | null }) {
  const paths = usePaths();
  const { data } = useQuery(teamsQuery(useServices()));
  const row = useRef<HTMLUListElement>(null);
  const isReady = data !== undefined;
  useLayoutEffect(() => {
    if (isReady) centerCurrent(row.current);
  }, [isReady]);
  const options = [{ team_id: null, team_name: texts.allTeams }, ...(data?.list ?? [])];
  return (
    <nav aria-label={texts.team}>
      <ul ref={row} className={styles.row}>
        {options.map(({ team_id, team_name }) => (
          <li key={team_id}>
            <Link
              href={paths.gallery(team_id)}
              className={styles.chip}
              aria-current={team_id === current ? 'true' : undefined}
            >
              {team_name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
