import { ChevronDown } from 'lucide-react';
import { type MouseEvent, useRef, useState } from 'react';
import { players as texts } from '../../messages/jaPlayers.ts';
import { usePaths } from '../../navigation/paths.ts';
import { LoadFailure } from '../../queries/LoadFailure.tsx';
import { useTenant } from '../../services/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { FavoriteStar } from './FavoriteStar.tsx';
import styles from './PlayerList.module.css';
import { type Player, withDoor } from './playerList.ts';
import { SmallFace } from './SmallFace.tsx';
import { usePlayers, useTeams } from './usePlayers.ts';

/** Rows before the fan asks for more. */
const FIRST = 8;

interface PlayerListProps {
  /** Leads to the chosen player's page. */
  readonly onChoose: (href: string, name: string) => void;
}

/** Every player there are photos of, favourites first, with a star each; in a league by team (FAN-04). */
export function PlayerList({ onChoose }: PlayerListProps) {
  const { config } = useTenant();
  const { players, error, retry } = usePlayers();
  const teams = useTeams();
  const [team, setTeam] = useState<string | null>(null);
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const all = players && withDoor(players);
  const found = all?.filter(({ teamId }) => team === null || teamId === team) ?? [];
  const shown = isWhole ? found : found.slice(0, FIRST);
  const showAll = () => {
    setWhole(true);
    // The button goes: the focus stays where the fan was, at the first row that came.
    requestAnimationFrame(() => list.current?.children[FIRST]?.querySelector('a')?.focus());
  };
  const label = config.playerlabel;
  if (error) return <LoadFailure title={texts.failed(label)} error={error} onRetry={retry} offer={null} />;
  const withPhotos = teams.filter(({ team_id }) => all?.some(({ teamId }) => teamId === team_id));
  return (
    <section aria-labelledby="player-list" className={styles.section}>
      <h3 id="player-list" className={styles.heading}>
        {texts.from(label)}
      </h3>
      {withPhotos.length > 1 && (
        <fieldset className={styles.teams}>
          <legend className="visually-hidden">{texts.team}</legend>
          {[{ team_id: null, team_name: texts.allTeams }, ...withPhotos].map(({ team_id, team_name }) => (
            <button
              key={team_id}
              type="button"
              className={styles.team}
              aria-pressed={team === team_id}
              onClick={() => setTeam(team_id)}
            >
              {team_name}
            </button>
          ))}
        </fieldset>
      )}
      {all?.length === 0 && <p className={styles.note}>{texts.none(label)}</p>}
      <ul ref={list} className={styles.list} aria-label={texts.list(label)}>
        {shown.map((player) => (
          <Row key={player.name} player={player} onChoose={onChoose} />
        ))}
        {all === undefined &&
          [1, 2, 3, 4, 5, 6, 7, 8].map((place) => <li key={place} className={styles.place} aria-hidden="true" />)}
      </ul>
      {shown.length < found.length && (
        <Button variant="quiet" icon={<ChevronDown size={18} aria-hidden="true" />} onClick={showAll}>
          {texts.rest(found.length - shown.length)}
        </Button>
      )}
    </section>
  );
}

function Row({ player, onChoose }: { readonly player: Player; readonly onChoose: PlayerListProps['onChoose'] }) {
  const { name, number, count } = player;
  const href = usePaths().player(name);
  const handlePress = (event: MouseEvent) => {
    // A new tab is the browser's own business.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onChoose(href, name);
  };
  return (
    <li className={styles.row}>
      <a className={styles.link} href={href} onClick={handlePress}>
        <span className={styles.picture}>
          <SmallFace player={player} />
        </span>
        <span className={styles.number}>{number}</span>
        <span className={styles.name}>{name}</span>
        <span className={styles.count}>{texts.count(count)}</span>
      </a>
      <FavoriteStar player={player} />
    </li>
  );
}
