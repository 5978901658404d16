import type { Person, Team } from '../../contract/entities.ts';
import type { PageParams } from '../../navigation/pageParams.ts';

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

/** The scope an address names: a team belongs to its gender. */
export function scopeOf(params: PageParams, teams: readonly Team[]): RankingScope {
  const given = params.get('gender');
  const gender = given === 'm' || given === 'f' ? given : null;
  const team = teams.find(({ team_id }) => team_id === params.get('team'));
  const isOfGender = team !== undefined && (gender === null || team.gender === gender);
  return { team: isOfGender ? team.team_id : null, gender };
}
