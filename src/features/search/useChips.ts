import { useQuery } from '@tanstack/react-query';
import { AppError } from '../../contract/errors.ts';
import { narrow, search as texts } from '../../messages/jaSearch.ts';
import type { PageParams } from '../../navigation/pageParams.ts';
import { eventQuery } from '../../queries/eventQueries.ts';
import { teamsQuery } from '../../queries/peopleQueries.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { personsOf } from './conditionParts.ts';
import { CONDITION_NAMES, type ConditionName, conditionsOf } from './conditions.ts';
import { seasonsQuery } from './queries.ts';

export interface Chip {
  readonly name: ConditionName;
  readonly label: string;
  /** One person of several. */
  readonly person?: string;
  /** Nothing of that id is known; the label is the id. */
  readonly isUnknown?: boolean;
}

/** Conditions of the address in words. Names of events, seasons and teams come when they are loaded. */
export function useChips(params: PageParams): Chip[] {
  const services = useServices();
  const { isTeam, config } = useTenant();
  const { text, ht, team, s, e, pl, photographer, cp } = conditionsOf(params);
  const event = useQuery({ ...eventQuery(services, e ?? ''), enabled: e !== undefined });
  const seasons = useQuery({ ...seasonsQuery(services), enabled: s !== undefined }).data?.list;
  const known = useQuery({ ...teamsQuery(services), enabled: isTeam && team !== undefined }).data?.list;
  const teams = isTeam ? known : [];
  const chip = (name: ConditionName, label: string | undefined): Chip[] =>
    label === undefined ? [] : [{ name, label }];
  /** `name`: undefined while it is not loaded, null where there is none of this id. */
  const named = (condition: ConditionName, id: string | undefined, name: string | null | undefined, kind: string) =>
    id === undefined ? [] : [{ name: condition, label: name ?? (name === null ? id : kind), isUnknown: name === null }];
  const isNoEvent =
    event.error instanceof AppError && ['EVENT_NOT_FOUND', 'INVALID_REQUEST'].includes(event.error.code);
  const chips: Readonly<Record<ConditionName, readonly Chip[]>> = {
    text: chip('text', text === undefined ? undefined : texts.quoted(text)),
    ht: chip('ht', ht === undefined ? undefined : texts.tag(ht)),
    team: named('team', team, teams && (teams.find(({ team_id }) => team_id === team)?.team_name ?? null), narrow.team),
    s: named('s', s, seasons && (seasons.find(({ season_id }) => season_id === s)?.season_name ?? null), narrow.season),
    e: named('e', e, isNoEvent ? null : event.data?.event_name, narrow.event),
    pl: chip('pl', pl),
    photographer: chip(
      'photographer',
      photographer && (photographer === 'official' ? narrow.official : narrow.staff(config.playerlabel)),
    ),
    cp: personsOf(cp).map((person): Chip => ({ name: 'cp', label: person, person })),
  };
  return CONDITION_NAMES.flatMap((name) => chips[name]);
}
