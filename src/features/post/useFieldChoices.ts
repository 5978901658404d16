import { useQuery } from '@tanstack/react-query';
import type { Person, Team } from '../../contract/entities.ts';
import { personsQuery, teamsQuery } from '../../queries/peopleQueries.ts';
import { isSameName } from '../../rules/searchMatch.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { useFavoritePlayers } from '../players/useFavoritePlayers.ts';
import { sampleTagsQuery } from './queries.ts';

interface FieldChoices {
  readonly persons: readonly Person[];
  readonly teams: readonly Team[];
  readonly samples: readonly string[];
}

/** What the fields of a post offer: players, the fan's favourites first, teams in tenants that have some, and sample tags. */
export function useFieldChoices(): FieldChoices {
  const source = useServices();
  const tenant = useTenant();
  const listed = useQuery(personsQuery(source)).data?.list ?? [];
  const favorites = useFavoritePlayers();
  const isFavorite = ({ name }: Person) => favorites.some((one) => isSameName(one, name));
  const persons = listed.toSorted((a, b) => Number(isFavorite(b)) - Number(isFavorite(a)));
  const teams = useQuery({ ...teamsQuery(source), enabled: tenant.isTeam }).data?.list ?? [];
  const samples = useQuery(sampleTagsQuery(tenant)).data ?? [];
  return { persons, teams, samples };
}

/** The players of a team; `teamId` null: of all teams. */
export const playersOfTeam = (teamId: string | null, persons: readonly Person[]): readonly Person[] =>
  teamId === null ? persons : persons.filter(({ team_id }) => team_id === teamId);
