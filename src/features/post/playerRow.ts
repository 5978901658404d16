/** The order of the post form's row of players (FAN-03c): decided once, so that nothing moves under a finger. */
import type { Person } from '../../contract/entities.ts';
import { searchKey } from '../../rules/searchMatch.ts';

/** A row with fewer names is filled up with others of the list: a fan at the first match finds somebody, too. */
const ROW_FILLED = 12;
/** Those shown most in a match's photos; a row of all of them would be a list. */
const ROW_SHOWN = 20;
/** A fan at a thin line is not kept waiting for the names of a match: the list's own are there. */
export const NAMES_PATIENCE_MS = 3_000;

interface RowSources {
  /** Everybody who may be chosen, in the operator's order. */
  readonly persons: readonly Person[];
  /** Names of the fan's favourites, of those chosen last, and of those shown in the photos of this match (null: not known yet). */
  readonly favorites: readonly string[];
  readonly recent: readonly string[];
  readonly shown: readonly string[] | null;
}

/** Whom the row offers: favourites, then those chosen last, then those of this match, then others of the list. Names as the list has them. */
export function rowNames({ persons, favorites, recent, shown }: RowSources): string[] {
  const nameOf = new Map(persons.map(({ name }) => [searchKey(name), name]));
  const known = [...favorites, ...recent, ...(shown ?? []).slice(0, ROW_SHOWN)].flatMap(
    (name) => nameOf.get(searchKey(name)) ?? [],
  );
  const names = [...new Set(known)];
  if (shown === null || names.length >= ROW_FILLED) return names;
  return [...new Set([...names, ...persons.map(({ name }) => name)])].slice(0, ROW_FILLED);
}

/** The row with those who are new to it at its end: what stands in it keeps its place. */
export const grownRow = (row: readonly string[], names: readonly string[]): readonly string[] => {
  const added = names.filter((name) => !row.includes(name));
  return added.length === 0 ? row : [...row, ...new Set(added)];
};
