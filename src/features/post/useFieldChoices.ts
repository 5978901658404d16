import { useQuery } from '@tanstack/react-query';
import type { Person, Team } from '../../contract/entities.ts';
import { personsQuery, teamsQuery } from '../../queries/peopleQueries.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { isComing, sampleTagsQuery } from './queries.ts';

interface FieldChoices {
  /** In the operator's order; null: on their way. */
  readonly persons: readonly Person[] | null;
  readonly teams: readonly Team[];
  /** null: on their way. */
  readonly samples: readonly string[] | null;
}

/** What the fields of a post offer: players, teams in tenants that have some, and sample tags. */
export function useFieldChoices(): FieldChoices {
  const source = useServices();
  const tenant = useTenant();
  const asked = useQuery(personsQuery(source));
  const persons = asked.data?.list ?? (isComing(asked) ? null : []);
  const teams = useQuery({ ...teamsQuery(source), enabled: tenant.isTeam }).data?.list ?? [];
  const tags = useQuery(sampleTagsQuery(tenant));
  const samples = tags.data ?? (isComing(tags) ? null : []);
  return { persons, teams, samples };
}

/** The players of a team; `teamId` null: of all teams. */
export const playersOfTeam = (teamId: string | null, persons: FieldChoices['persons']): FieldChoices['persons'] =>
  teamId === null ? persons : (persons?.filter(({ team_id }) => team_id === teamId) ?? null);
