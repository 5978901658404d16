/** Players as rows and lists show them. */
import type { Person, PersonCount, PersonPicture, Team } from '../../contract/entities.ts';
import { writtenNumber } from '../../messages/jaPlayers.ts';
import { searchKey, withoutAccents, wordMatcher } from '../../rules/searchMatch.ts';

export interface Player {
  readonly name: string;
  readonly number: string | null;
  /** The name in Latin letters. */
  readonly reading?: string | undefined;
  /** Photos that show the player. */
  readonly count: number;
  readonly teamId: string | null;
  readonly picture: PersonPicture | null;
  readonly isFavorite: boolean;
}

interface Sources {
  readonly persons: readonly Person[];
  readonly pictures: readonly PersonPicture[];
  readonly favorites: readonly string[];
}

const keysOf = (names: readonly string[]) => new Set(names.map((name) => searchKey(name)));

/** Everybody of the tenant, in the operator's order. */
export function joinPlayers({ persons, pictures, favorites }: Sources): Player[] {
  const pictureOf = new Map(pictures.map((picture) => [searchKey(picture.name), picture]));
  const favoriteKeys = keysOf(favorites);
  return persons.map(({ name, number, reading, count, team_id }) => {
    const key = searchKey(name);
    return {
      name,
      number,
      reading,
      count,
      teamId: team_id,
      picture: pictureOf.get(key) ?? null,
      isFavorite: favoriteKeys.has(key),
    };
  });
}

/** Favourites first, then those with most photos; of equals as they came. */
const favoritesFirst = <T extends Pick<Player, 'isFavorite' | 'count'>>(players: readonly T[]): T[] =>
  players.toSorted((a, b) => Number(b.isFavorite) - Number(a.isFavorite) || b.count - a.count);

/** Who has a door: a favourite, or somebody there are photos of. */
export const withDoor = (players: readonly Player[]): Player[] =>
  favoritesFirst(players.filter(({ isFavorite, count }) => isFavorite || count > 0));

/**
 * Who is found by a typed word, the best first: whose number it is, whole, whose name or reading begins with it, whose name or reading
 * contains it. Of equals as they came. No word finds nobody.
 */
export function findPlayers<T extends Pick<Player, 'name' | 'number' | 'reading'>>(
  players: readonly T[],
  typed: string,
): readonly T[] {
  const word = withoutAccents(typed);
  const key = searchKey(word);
  if (key === '') return [];
  const number = writtenNumber.exec(key)?.[1] ?? key;
  const matches = wordMatcher(word);
  const rankOf = (player: T): number => {
    if (player.number !== null && searchKey(player.number) === number) return 0;
    const found = [player.name, player.reading ?? ''].map(withoutAccents).filter(matches);
    if (found.length === 0) return 3;
    return found.some((words) => searchKey(words).startsWith(key)) ? 1 : 2;
  };
  return players
    .map((player) => ({ player, rank: rankOf(player) }))
    .filter(({ rank }) => rank < 3)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ player }) => player);
}

/** Those shown in an event's photos, with the counts there. Somebody the tenant does not list has a name alone. */
export function playersIn(shown: readonly PersonCount[], players: readonly Player[]): Player[] {
  const known = new Map(players.map((player) => [searchKey(player.name), player]));
  return shown.map(({ name, count }) => ({
    ...(known.get(searchKey(name)) ?? { number: null, teamId: null, picture: null, isFavorite: false }),
    name,
    count,
  }));
}

export interface PlayerGroup {
  /** null: favourites, and all players where there is but one team. */
  readonly team: string | null;
  readonly players: readonly Player[];
}

/** Players by team, favourites before all; teams in the order of the most shown player. One group where no two teams are shown. */
export function byTeam(players: readonly Player[], teams: readonly Team[]): PlayerGroup[] {
  const sorted = favoritesFirst(players);
  if (new Set(sorted.map(({ teamId }) => teamId)).size < 2) return [{ team: null, players: sorted }];
  const favorites = sorted.filter(({ isFavorite }) => isFavorite);
  const others = sorted.filter(({ isFavorite }) => !isFavorite);
  const named = [...new Set(others.map(({ teamId }) => teamId))].map((id) => ({
    team: teams.find(({ team_id }) => team_id === id)?.team_name ?? null,
    players: others.filter(({ teamId }) => teamId === id),
  }));
  return favorites.length === 0 ? named : [{ team: null, players: favorites }, ...named];
}
