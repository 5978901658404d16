import { queryOptions } from '@tanstack/react-query';
import { truncate } from '../../contract/characters.ts';
import type { FanEvent, Person, Photo, Season, UserHit } from '../../contract/entities.ts';
import { QUERY_TEXT_MAX } from '../../contract/limits.ts';
import { callEndpoint, type QuerySource } from '../../queries/endpointQuery.ts';
import { bareHashtag } from '../../rules/hashtags.ts';
import { normaliseText, searchWords, wordMatcher } from '../../rules/searchMatch.ts';
import { findPlayers } from '../players/playerList.ts';
import { startedSeasons } from './narrowOptions.ts';

/** Photos asked for at once: pictures to show, and the words they carry. */
const PHOTOS = 24;
/** Places looked up one by one. */
const LOCATIONS = 4;

/** What the server found for a word. */
export interface WordHits {
  /** Newest first, at most PHOTOS. */
  readonly photos: readonly Photo[];
  /** There are more than these. */
  readonly hasMore: boolean;
  /** Photos with the word as their hashtag; 0: none. */
  readonly tagged: number;
  /** Shooting places of the tenant's events that contain the word and have photos. */
  readonly locations: readonly { readonly name: string; readonly count: number }[];
  readonly users: readonly UserHit[];
  /** A part of it could not be asked; the rest is there. */
  readonly isPartial: boolean;
}

/** Shooting places among the tenant's events that contain the word. */
export const locationsWith = (events: readonly FanEvent[], word: string): string[] =>
  [...new Set(events.flatMap(({ photo_location }) => photo_location))].filter(wordMatcher(word)).slice(0, LOCATIONS);

/**
 * Asks for all the word can find. A part that fails is logged and left out (spec §8); when all of them fail, so does the search.
 * One query a word: an older answer has another key and is never shown for a newer word.
 */
export function wordQueryOptions(source: QuerySource, typed: string, places: readonly string[]) {
  const word = truncate(typed, QUERY_TEXT_MAX);
  return queryOptions({
    // No endpoint's name: what changes cached lists of photos must not take this for one.
    queryKey: [source.tenant?.id ?? null, 'word', word, places],
    queryFn: ({ signal }) => fetchHits(source, word, places, signal),
  });
}

async function fetchHits(
  source: QuerySource,
  word: string,
  places: readonly string[],
  signal: AbortSignal,
): Promise<WordHits> {
  const list = (query: Record<string, string>) =>
    callEndpoint(source, 'getPublicList', { params: { publicListId: 'all' }, query, signal });
  const tag = bareHashtag(word);
  const [text, tagged, users, ...placed] = await Promise.allSettled([
    list({ search_text: tag === '' ? word : tag, l: String(PHOTOS) }),
    tag === '' ? null : list({ ht: tag, l: String(PHOTOS) }),
    callEndpoint(source, 'findUsersByName', { query: { name: word }, signal }),
    ...places.map((pl) => list({ pl, l: '1' })),
  ] as const);
  const all = [text, tagged, users, ...placed];
  const failures = all.filter((part) => part.status === 'rejected').map(({ reason }) => reason as unknown);
  if (failures.length > 0 && text.status === 'rejected' && users.status === 'rejected') throw failures[0];
  for (const failure of failures) console.warn('A part of the search failed', failure);
  const page = text.status === 'fulfilled' ? text.value : null;
  return {
    photos: page?.media_list ?? [],
    hasMore: page !== null && page.cursor !== null,
    tagged: tagged.status === 'fulfilled' && tagged.value ? (tagged.value.total ?? tagged.value.media_list.length) : 0,
    locations: places.flatMap((name, index) => {
      const part = placed[index];
      if (part?.status !== 'fulfilled' || part.value.media_list.length === 0) return [];
      return [{ name, count: part.value.total ?? 1 }];
    }),
    users: users.status === 'fulfilled' ? users.value.list : [],
    isPartial: failures.length > 0,
  };
}

/** What of the shared data has the word in its name, or as a player's number (SRC-05, FAN-04): only those with photos, and seasons that have started. */
export function matchReference(
  { seasons, events, persons }: { seasons: readonly Season[]; events: readonly FanEvent[]; persons: readonly Person[] },
  word: string,
  now: number,
) {
  const matches = wordMatcher(word);
  const hasPhotos = ({ count }: { readonly count: number }) => count > 0;
  const named = events.filter(({ event_name }) => matches(event_name));
  return {
    seasons: startedSeasons(seasons, now).filter((one) => hasPhotos(one) && matches(one.season_name)),
    events: named.filter(hasPhotos),
    persons: findPlayers(persons.filter(hasPhotos), word),
    /** Events with the word in their name, those without photos too. */
    eventCount: named.length,
  };
}

/** Photos whose message has the word: what the search also finds by tags, names and places is none of them. */
export function withMessage(photos: readonly Photo[], word: string): Photo[] {
  const words = searchWords(word);
  return photos.filter(({ comment }) => {
    const message = normaliseText(comment);
    return words.every((one) => message.includes(one));
  });
}
