import type { Person, PersonCount, Team } from '../../contract/entities.ts';
import type { PageParams } from '../../navigation/pageParams.ts';
import { searchKey } from '../../rules/searchMatch.ts';

export interface Ranked extends Person {
  /** From 1; the same number of points is the same rank, and the next rank leaves room for it. */
  readonly rank: number;
}

export type Gender = NonNullable<Team['gender']>;

/** What the ranking is narrowed to; null: all. */
export interface RankingScope {
  readonly team: string | null;
  readonly gender: Gender | null;
}

/** Persons with points, those with most first (RNK-01). Ranks are those within the scope. */
export function rankPersons(
  persons: readonly Person[],
  teams: readonly Team[],
  { team, gender }: RankingScope,
): Ranked[] {
  const genderOf = new Map(teams.map((one) => [one.team_id, one.gender]));
  const counted = persons
    .filter(({ count }) => count > 0)
    .filter(({ team_id }) => team === null || team_id === team)
    .filter(({ team_id }) => gender === null || (team_id !== null && genderOf.get(team_id) === gender))
    .sort((a, b) => b.count - a.count);
  return counted.map((person) => ({ ...person, rank: counted.findIndex(({ count }) => count === person.count) + 1 }));
}

/** The same persons with their photos of one period, in which fans may have written a name another way (SRC-05). */
export function countedIn(persons: readonly Person[], shown: readonly PersonCount[]): Person[] {
  const counts = new Map<string, number>();
  for (const { name, count } of shown) {
    const key = searchKey(name);
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return persons.map((person) => ({ ...person, count: counts.get(searchKey(person.name)) ?? 0 }));
}

/** The scope an address names: a team belongs to its gender. */
export function scopeOf(params: PageParams, teams: readonly Team[]): RankingScope {
  const given = params.get('gender');
  const gender = given === 'm' || given === 'f' ? given : null;
  const team = teams.find(({ team_id }) => team_id === params.get('team'));
  const isOfGender = team !== undefined && (gender === null || team.gender === gender);
  return { team: isOfGender ? team.team_id : null, gender };
}
