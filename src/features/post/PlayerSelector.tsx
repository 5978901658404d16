import { Check, Search } from 'lucide-react';
import { useState } from 'react';
import type { Person } from '../../contract/entities.ts';
import { PLAYERS_PER_PHOTO } from '../../contract/limits.ts';
import { postForm } from '../../messages/jaPost.ts';
import { wordMatcher } from '../../rules/searchMatch.ts';
import styles from './fields.module.css';

/** Chips shown before the fan asks for more: two or three rows on a phone. */
const FIRST = 12;

interface PlayerSelectorProps {
  /** The tenant's word: 選手, レーサー, メンバー. */
  readonly label: string;
  readonly persons: readonly Person[];
  readonly chosen: readonly string[];
  readonly onToggle: (name: string) => void;
  readonly hint?: string;
}

/** Several players by chips, found by name or number (PST-04). */
export function PlayerSelector({ label, persons, chosen, onToggle, hint }: PlayerSelectorProps) {
  const [word, setWord] = useState('');
  const [isOpen, setOpen] = useState(false);
  const found = findPlayers(persons, word);
  const isChosen = ({ name }: Person) => chosen.includes(name);
  // Chosen ones never hide behind 'more' or another team's list.
  const hidden = chosen.filter((name) => !found.some((person) => person.name === name));
  const first = isOpen || word !== '' ? found : found.filter((person, index) => index < FIRST || isChosen(person));
  const isFull = chosen.length >= PLAYERS_PER_PHOTO;

  const chip = (name: string, number: string | null) => (
    <PlayerChip key={name} {...{ name, number, isFull, onToggle }} isOn={chosen.includes(name)} />
  );

  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>
        {label}
        {chosen.length > 0 ? (
          <span className={styles.count}>{postForm.chosen(chosen.length)}</span>
        ) : (
          hint && <span className={styles.aside}>{hint}</span>
        )}
      </legend>
      {persons.length > FIRST && <PlayerSearch label={postForm.searchPlayers(label)} word={word} onType={setWord} />}
      <ul className={styles.chips}>
        {hidden.map((name) => chip(name, null))}
        {first.map(({ name, number }) => chip(name, number))}
        {first.length < found.length && (
          <li>
            <button type="button" className={styles.more} aria-expanded={false} onClick={() => setOpen(true)}>
              {postForm.morePlayers(found.length - first.length)}
            </button>
          </li>
        )}
      </ul>
      {found.length === 0 && <p className={styles.hint}>{postForm.noPlayerFound(label)}</p>}
      {isFull && (
        <p className={styles.hint} role="status">
          {postForm.playersFull(PLAYERS_PER_PHOTO)}
        </p>
      )}
    </fieldset>
  );
}

/** The players a word finds: by a part of the name, or by the whole number. An empty word finds all. */
function findPlayers(persons: readonly Person[], word: string): readonly Person[] {
  const matches = wordMatcher(word);
  return word.trim() === '' ? persons : persons.filter(({ name, number }) => matches(name) || number === word.trim());
}

interface PlayerSearchProps {
  readonly label: string;
  readonly word: string;
  readonly onType: (word: string) => void;
}

const PlayerSearch = ({ label, word, onType }: PlayerSearchProps) => (
  <div className={styles.search}>
    <Search aria-hidden="true" size={18} />
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={word}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    />
  </div>
);

interface PlayerChipProps {
  readonly name: string;
  readonly number: string | null;
  readonly isOn: boolean;
  /** No more players fit: only chosen ones can be pressed. */
  readonly isFull: boolean;
  readonly onToggle: (name: string) => void;
}

const PlayerChip = ({ name, number, isOn, isFull, onToggle }: PlayerChipProps) => (
  <li>
    <button
      type="button"
      className={styles.chip}
      aria-pressed={isOn}
      disabled={isFull && !isOn}
      onClick={() => onToggle(name)}
    >
      {isOn ? (
        <Check aria-hidden="true" size={16} />
      ) : (
        number !== null && <span className={styles.number}>{number}</span>
      )}
      {name}
    </button>
  </li>
);
