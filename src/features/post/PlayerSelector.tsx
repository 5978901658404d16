import { Search } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Person } from '../../contract/entities.ts';
import { PLAYERS_PER_PHOTO } from '../../contract/limits.ts';
import { players as playerTexts } from '../../messages/jaPlayers.ts';
import { postForm } from '../../messages/jaPost.ts';
import { isSameName } from '../../rules/searchMatch.ts';
import { useTenant } from '../../services/services.tsx';
import { Phrases } from '../../ui/phrases/Phrases.ts';
import { useFaces, useTeams } from '../players/usePlayers.ts';
import { AllPlayers } from './AllPlayers.tsx';
import { type ChipPlayer, PlayerChip } from './PlayerChip.tsx';
import styles from './PlayerSelector.module.css';
import { usePlayerRow } from './usePlayerRow.ts';

/** Rooms kept for names on their way: more than a phone is wide. */
const COMING = [1, 2, 3, 4] as const;

interface PlayerSelectorProps {
  /** The tenant's word: 選手, レーサー, メンバー. */
  readonly label: string;
  /** null: on their way; the row keeps their room. */
  readonly persons: readonly Person[] | null;
  readonly eventId: string | null;
  readonly chosen: readonly string[];
  readonly onToggle: (name: string) => void;
  readonly hint?: string;
}

/** Several players by toggles in one row that does not reflow, and all of them behind its last button (PST-04, FAN-03c). */
export function PlayerSelector({ label, persons, eventId, chosen, onToggle, hint }: PlayerSelectorProps) {
  const { names, favorites, isLoading } = usePlayerRow({ persons, eventId, chosen });
  const playerOf = usePlayerOf(persons ?? [], favorites);
  const [isListOpen, setListOpen] = useState(false);
  const row = useRef<HTMLUListElement>(null);
  useChosenInSight(row, chosen.at(-1), isListOpen);
  const isFull = chosen.length >= PLAYERS_PER_PHOTO;
  const toggles = { chosen, isFull, onToggle };
  return (
    <fieldset className={styles.group} aria-busy={isLoading}>
      <legend className={styles.legend}>
        {label}
        <Told count={chosen.length} isFull={isFull} hint={hint} />
      </legend>
      <ul ref={row} className={styles.row}>
        {names.map((name) => (
          <li key={name}>
            <PlayerChip player={playerOf(name)} isOn={chosen.includes(name)} isFull={isFull} onToggle={onToggle} />
          </li>
        ))}
        {isLoading && <Coming />}
        <li>
          <button type="button" className={styles.all} aria-haspopup="dialog" onClick={() => setListOpen(true)}>
            <Search aria-hidden="true" size={16} />
            {playerTexts.allOf(label)}
          </button>
        </li>
      </ul>
      <p className="visually-hidden" role="status">
        {isFull ? postForm.playersFull(PLAYERS_PER_PHOTO) : ''}
      </p>
      {isListOpen && (
        <AllPlayers
          label={label}
          toggles={toggles}
          players={(persons ?? []).map(({ name }) => playerOf(name))}
          onClose={() => setListOpen(false)}
        />
      )}
    </fieldset>
  );
}

/** A player by name; chosen ones may be none of the list any more. */
function usePlayerOf(persons: readonly Person[], favorites: readonly string[]): (name: string) => ChipPlayer {
  const { isTeam } = useTenant();
  const teams = useTeams();
  const pictureOf = useFaces();
  return (name) => {
    const person = persons.find((one) => one.name === name);
    const team = teams.find(({ team_id }) => team_id === person?.team_id)?.team_name ?? null;
    return {
      name,
      number: person?.number ?? null,
      team: isTeam ? team : null,
      isFavorite: favorites.some((one) => isSameName(one, name)),
      picture: pictureOf(name),
    };
  };
}

/** Who was chosen last comes into sight where the form opens and where the whole list closes; the form itself is not scrolled. */
function useChosenInSight(row: RefObject<HTMLUListElement | null>, last: string | undefined, isListOpen: boolean) {
  const isLast = useEffectEvent(({ dataset }: HTMLElement) => dataset.player === last);
  useEffect(() => {
    const list = row.current;
    if (list === null || isListOpen || typeof ResizeObserver === 'undefined') return;
    // A dialog has no size before it is shown.
    const observer = new ResizeObserver(() => {
      if (list.clientWidth === 0) return;
      observer.disconnect();
      const chip = [...list.querySelectorAll<HTMLElement>('[data-player]')].find((one) => isLast(one));
      const [outer, inner] = [list.getBoundingClientRect(), chip?.getBoundingClientRect()];
      if (inner === undefined || (inner.left >= outer.left && inner.right <= outer.right)) return;
      list.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, [row, isListOpen]);
}

interface ToldProps {
  readonly count: number;
  readonly isFull: boolean;
  readonly hint: string | undefined;
}

/** Beside the label, in one place that is as large whatever it says: for which photos, how many, that no more fit. */
const Told = ({ count, isFull, hint }: ToldProps) => (
  <span className={styles.told}>
    {hint !== undefined && (
      <span data-shown={count === 0 || undefined}>
        <Phrases text={hint} />
      </span>
    )}
    <span className={styles.count} data-shown={(count > 0 && !isFull) || undefined}>
      {postForm.chosen(count)}
    </span>
    <span className={styles.count} data-shown={isFull || undefined}>
      {postForm.playersFull(PLAYERS_PER_PHOTO)}
    </span>
  </span>
);

/** Rooms of names on their way, as high as the names. */
function Coming() {
  const { isTeam } = useTenant();
  return COMING.map((key) => (
    <li key={key} aria-hidden="true">
      <span className={styles.coming}>
        <span>
          &nbsp;
          {isTeam && <span className={styles.team}>&nbsp;</span>}
        </span>
      </span>
    </li>
  ));
}
