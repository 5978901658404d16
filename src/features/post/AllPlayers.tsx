import { Search } from 'lucide-react';
import { useState } from 'react';
import { favorites, players as playerTexts } from '../../messages/jaPlayers.ts';
import { postForm } from '../../messages/jaPost.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useBackToClose } from '../../ui/useBackToClose.ts';
import { findPlayers } from '../players/playerList.ts';
import { type ChipPlayer, PlayerChip } from './PlayerChip.tsx';
import styles from './PlayerSelector.module.css';

interface AllPlayersProps {
  /** The tenant's word for a player. */
  readonly label: string;
  /** In the operator's order. */
  readonly players: readonly ChipPlayer[];
  readonly toggles: {
    readonly chosen: readonly string[];
    readonly isFull: boolean;
    readonly onToggle: (name: string) => void;
  };
  readonly onClose: () => void;
}

/** Everybody who can be chosen, favourites first and in a league by team; found by a part of the name or by the number (FAN-03c). */
export function AllPlayers({ label, players, toggles, onClose }: AllPlayersProps) {
  const { chosen, isFull, onToggle } = toggles;
  const [word, setWord] = useState('');
  useBackToClose(true, onClose);
  const isWhole = word.trim() === '';
  const found = isWhole ? players : findPlayers(players, word);
  return (
    <Modal
      title={playerTexts.allOf(label)}
      onClose={onClose}
      actions={
        <>
          <p className={styles.sum} role="status">
            {chosen.length > 0 && postForm.chosen(chosen.length)}
          </p>
          <Button variant="primary" onClick={onClose}>
            {postForm.playersChosen}
          </Button>
        </>
      }
    >
      <div className={styles.list}>
        <PlayerSearch label={postForm.searchPlayers(label)} word={word} onType={setWord} />
        {groupsOf(found, isWhole).map(([title, group]) => (
          <fieldset key={title} className={styles.group}>
            <legend className={title === '' ? 'visually-hidden' : styles.legend}>{title || label}</legend>
            <ul className={styles.chips}>
              {group.map((player) => (
                <li key={player.name}>
                  <PlayerChip
                    player={titled(player, title)}
                    isOn={chosen.includes(player.name)}
                    isFull={isFull}
                    onToggle={onToggle}
                  />
                </li>
              ))}
            </ul>
          </fieldset>
        ))}
        {found.length === 0 && <p role="status">{postForm.noPlayerFound(label)}</p>}
      </div>
    </Modal>
  );
}

/** Favourites, then everybody else: by team, or together where there are no teams. Of a search the group with the best match is first. */
function groupsOf(players: readonly ChipPlayer[], isWhole: boolean): [title: string, players: ChipPlayer[]][] {
  const titleOf = ({ isFavorite, team }: ChipPlayer) => (isFavorite ? favorites.mark : (team ?? ''));
  const sorted = isWhole ? players.toSorted((a, b) => Number(b.isFavorite) - Number(a.isFavorite)) : players;
  const titles = new Set(sorted.map(titleOf));
  return [...titles].map((title) => [title, sorted.filter((player) => titleOf(player) === title)]);
}

/** The heading tells the team already. */
const titled = (player: ChipPlayer, title: string): ChipPlayer =>
  player.team === title ? { ...player, team: null } : player;

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
