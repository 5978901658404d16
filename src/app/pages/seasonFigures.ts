import type { OwnFigures } from '../../contract/entities.ts';
import { callerOf, endpointQuery, type UserQuerySource } from '../../queries/endpointQuery.ts';

/** What the caller's own page counts. */
export const ownFiguresQuery = (source: UserQuerySource) =>
  endpointQuery(source, 'getOwnFigures', {}, callerOf(source));

export type EventFigures = OwnFigures['events'][number];

/** What was made of some events together. */
export interface Totals {
  readonly photos: number;
  readonly likes: number;
  readonly events: number;
}

export const totalsOf = (events: readonly EventFigures[]): Totals => ({
  photos: events.reduce((sum, { photos }) => sum + photos, 0),
  likes: events.reduce((sum, { likes }) => sum + likes, 0),
  events: events.length,
});

export interface SeasonFigures {
  readonly id: string;
  readonly name: string;
  readonly events: readonly EventFigures[];
}

/** Seasons the fan posted in, the latest first, as the events come. */
export function postedSeasons(events: readonly EventFigures[]): readonly SeasonFigures[] {
  const seasons = new Map<string, { id: string; name: string; events: EventFigures[] }>();
  for (const event of events) {
    if (event.season_id === null || event.season_name === '') continue;
    const season = seasons.get(event.season_id) ?? { id: event.season_id, name: event.season_name, events: [] };
    season.events.push(event);
    seasons.set(event.season_id, season);
  }
  return [...seasons.values()];
}

/** Covers of the best-liked events, no more than `most`. */
export const bestCovers = (events: readonly EventFigures[], most: number) =>
  events
    .map(({ cover }) => cover)
    .toSorted((a, b) => b.reactionInfo.total - a.reactionInfo.total)
    .slice(0, most);

/** What these events are called together: the tenant's word for the club's own, else the word for both (`mixed`). */
export const wordFor = (events: readonly EventFigures[], own: string, mixed: string): string =>
  events.every(({ event_type }) => event_type === 'official') ? own : mixed;
