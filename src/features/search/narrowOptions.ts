import type { FanEvent, Person, Season } from '../../contract/entities.ts';
import { parseWireDate } from '../../rules/dates.ts';
import { searchKey } from '../../rules/searchMatch.ts';
import type { NarrowForm } from './narrowForm.ts';

/** One choice; without photos it cannot be chosen (SRC-03). */
export interface Option {
  readonly value: string;
  readonly label: string;
  readonly hasPhotos: boolean;
}

/** Seasons that have started by `now` (epoch milliseconds), as they come: the latest first. */
export const startedSeasons = (seasons: readonly Season[], now: number): Season[] =>
  seasons.filter(({ season_period_start }) => (parseWireDate(season_period_start) ?? Number.POSITIVE_INFINITY) <= now);

/** An event belongs to a season if fans made it, or its date lies in the season's period (§5). */
export const isOfSeason = (
  event: Pick<FanEvent, 'event_type' | 'event_date'>,
  season: Pick<Season, 'season_period_start' | 'season_period_end'>,
): boolean =>
  event.event_type === 'memorial' ||
  event.event_type === 'ambassador' ||
  (season.season_period_start.slice(0, 10) <= event.event_date &&
    event.event_date <= season.season_period_end.slice(0, 10));

interface Sources {
  readonly seasons: readonly Season[];
  readonly events: readonly FanEvent[];
  readonly persons: readonly Person[];
}

/** Every choice of the panel for what is chosen already. `ownPerson`: the person the page is about. */
export function narrowOptions(
  { seasons, events, persons }: Sources,
  form: Pick<NarrowForm, 'team' | 'season' | 'event'>,
  { now, ownPerson }: { readonly now: number; readonly ownPerson: string | null },
) {
  const started = startedSeasons(seasons, now);
  const season = seasons.find(({ season_id }) => season_id === form.season);
  const event = events.find(({ event_id }) => event_id === form.event);
  const offered = season === undefined ? events : events.filter((one) => isOfSeason(one, season));
  const list = event?.person_list ?? season?.person_list;
  const shown = list && new Set(list.map((name) => searchKey(name)));
  const own = searchKey(ownPerson ?? '');
  return {
    seasons: started.map(({ season_id, season_name, count }) => optionOf(season_id, season_name, count > 0)),
    events: offered.map(({ event_id, event_name, count }) => optionOf(event_id, event_name, count > 0)),
    locations: [...new Set((event ? [event] : offered).flatMap(({ photo_location }) => photo_location))],
    persons: persons
      .filter(({ name, team_id }) => searchKey(name) !== own && (form.team === '' || team_id === form.team))
      .map(({ name, count }) => optionOf(name, name, shown === undefined ? count > 0 : shown.has(searchKey(name)))),
  };
}

const optionOf = (value: string, label: string, hasPhotos: boolean): Option => ({ value, label, hasPhotos });

/** What the address names is offered too, although nobody knows it: a select must be able to show it. */
export const withChosen = (options: readonly Option[], chosen: string): readonly Option[] =>
  chosen === '' || options.some(({ value }) => value === chosen)
    ? options
    : [{ value: chosen, label: chosen, hasPhotos: true }, ...options];
