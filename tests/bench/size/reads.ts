/** What fans ask for, by the server's own repositories, each time of another photo's event, player, hashtag or fan. */
import type { Kysely } from 'kysely';
import { readBookmarks } from '../../../server/api/bookmarks/repository.ts';
import { readComments } from '../../../server/api/comments/repository.ts';
import { readEventList } from '../../../server/api/events/repository.ts';
import type { Context } from '../../../server/api/handlers.ts';
import { readNotices } from '../../../server/api/notices/repository.ts';
import { personHandlers } from '../../../server/api/persons/handlers.ts';
import { readFollowedPhotos } from '../../../server/api/photos/followedPhotos.ts';
import { readOwnFigures } from '../../../server/api/photos/ownFigures.ts';
import { cursorOf } from '../../../server/api/photos/pageCursor.ts';
import type { Facet, PhotoConditions } from '../../../server/api/photos/photoConditions.ts';
import { getPhotoCount } from '../../../server/api/photos/photoCount.ts';
import { readPhotos } from '../../../server/api/photos/photoText.ts';
import { readPopularPhotos } from '../../../server/api/photos/popularPhotos.ts';
import { readPhotoPage } from '../../../server/api/photos/repository.ts';
import { readReactors } from '../../../server/api/reactions/repository.ts';
import { readPersonCounts, readPopularWords, readSeasons } from '../../../server/api/referenceData/repository.ts';
import type { Database } from '../../../server/database/schema.ts';
import { searchKey } from '../../../src/rules/searchMatch.ts';
import { tagValue } from '../../../src/rules/searchText.ts';
import { WORDS } from '../load/words.ts';

/** A photo whose facets are asked for. */
export interface Sample {
  readonly id: number;
  readonly created_at: Date;
  readonly tenant: string;
  readonly media_url: string;
  readonly user_id: string;
  readonly event_id: string;
  readonly season_id: string | null;
  readonly htag: readonly string[];
  readonly player: readonly string[];
}

export interface Read {
  readonly name: string;
  /** @param turn which of the runs it is */
  ask(db: Kysely<Database>, photo: Sample, turn: number): Promise<unknown>;
}

const list = (name: string, conditions: (photo: Sample, turn: number) => PhotoConditions): Read => ({
  name,
  ask: (db, photo, turn) => readPhotoPage(db, { tenant: photo.tenant, userId: null }, conditions(photo, turn), {}),
});
const common = (turn: number) => WORDS[turn % 8];
const rare = (turn: number) => WORDS.at(-1 - (turn % 20));
const tagOf = ({ htag }: Sample) => tagValue(htag[0] ?? '');
const personsOf = (names: readonly string[]) => names.map((name): Facet => ['person', searchKey(name)]);
const viewerOf = ({ tenant, user_id }: Sample) => ({ tenant, userId: user_id });
/** A count of photos of one player in one event, in a database nothing else of the context is needed for. */
const count = (db: Kysely<Database>, { tenant, event_id, player }: Sample) =>
  getPhotoCount(
    { db, tenant } as Context,
    { query: { event_id, cp: player[0] } } as Parameters<typeof getPhotoCount>[1],
  );

const LISTS: readonly Read[] = [
  list('newest of the tenant', () => ({})),
  {
    name: 'newest, from long ago on',
    ask: (db, { tenant, id, created_at }) =>
      readPhotoPage(db, { tenant, userId: null }, {}, { cursor: cursorOf({ at: created_at, id }) }),
  },
  list('of an event', ({ event_id }) => ({ facets: [['event', event_id]] })),
  list('of a season', ({ season_id }) => ({ facets: [['season', season_id ?? '']] })),
  list('of a fan', ({ user_id }) => ({ facets: [['user', user_id]] })),
  list('of a player', ({ player }) => ({ facets: personsOf(player.slice(0, 1)) })),
  list('of two players', ({ player }) => ({ facets: personsOf(player.slice(0, 2)) })),
  list('player in a season', ({ player, season_id }) => ({
    facets: [['season', season_id ?? ''], ...personsOf(player.slice(0, 1))],
  })),
  list('hashtag', (photo) => ({ facets: [['htag', tagOf(photo)]] })),
  list('search: common word', (_, turn) => ({ text: common(turn) })),
  list('search: rare word', (_, turn) => ({ text: rare(turn) })),
  list('search: two words', (photo, turn) => ({ text: `${common(turn)} ${photo.player[0]?.split(' ')[0]}` })),
  list('search: no hit', () => ({ text: '鬯薙刀' })),
  list('search: common word, one event', ({ event_id }, turn) => ({
    text: common(turn),
    facets: [['event', event_id]],
  })),
  { name: 'of followed fans', ask: (db, photo) => readFollowedPhotos(db, viewerOf(photo), {}) },
  { name: 'best-liked', ask: (db, { tenant }) => readPopularPhotos(db, { tenant, userId: null }, {}) },
];

const ONES: readonly Read[] = [
  { name: 'photo by key', ask: (db, photo) => readPhotos(db, viewerOf(photo), [photo.media_url]) },
  { name: 'comments of a photo', ask: (db, { tenant, media_url }) => readComments(db, tenant, null, media_url) },
  { name: 'who reacted', ask: (db, { tenant, media_url }) => readReactors(db, tenant, null, media_url) },
  { name: 'count: player in an event', ask: count },
  { name: 'ranking of players', ask: (db, { tenant }) => readPersonCounts(db, tenant, new Date()) },
  {
    name: 'best photo of each player',
    ask: (db, { tenant }) => personHandlers.getPersonPictures({ db, tenant, now: () => new Date() } as Context),
  },
  { name: 'ranking of words', ask: (db, { tenant }) => readPopularWords(db, tenant) },
  { name: 'seasons', ask: (db, { tenant }) => readSeasons(db, tenant) },
  { name: 'list of events', ask: (db, { tenant }) => readEventList(db, tenant, { postersAt: new Date() }) },
  { name: 'notices', ask: (db, { tenant, user_id }) => readNotices(db, tenant, user_id) },
  { name: 'bookmarks', ask: (db, { tenant, user_id }) => readBookmarks(db, tenant, user_id) },
  { name: 'own figures', ask: (db, photo) => readOwnFigures(db, viewerOf(photo)) },
];

export const READS: readonly Read[] = [...LISTS, ...ONES];
