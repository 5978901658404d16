import { Link } from 'wouter';
import type { Team } from '../../contract/entities.ts';
import { gallery as texts } from '../../messages/ja.ts';
import styles from './TeamChips.module.css';

interface TeamChipsProps {
  readonly teams: readonly Team[];
  readonly current: string | null;
  readonly hrefOf: (teamId: string | null) => string;
}

/** Narrows the list to one team of a league. */
export function TeamChips({ teams, current, hrefOf }: TeamChipsProps) {
  const options = [{ team_id: null, team_name: texts.allTeams }, ...teams];
  return (
    <nav aria-label={texts.team}>
      <ul className={styles.chips}>
        {options.map(({ team_id, team_name }) => (
          <li key={team_id}>
            <Link
              href={hrefOf(team_id)}
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
