/** Tables of the news that the desk writes (STF-18). The others: `schema.ts`. */
import type { Generated, JSONColumnType } from 'kysely';
import type { NewsAudience, NewsState } from '../../src/contract/staffNewsEndpoints.ts';
import type { Happened, Instant } from './columnTypes.ts';
import type { KnownPicture } from './schema.ts';

/** A news item. Fans see its notices only. */
export interface NewsTable {
  tenant: string;
  news_id: string;
  title: string;
  body: string;
  url: string | null;
  /** Key of its picture; null: none. */
  picture: string | null;
  /** What is known of that picture; it names the picture it is of. null: nothing yet. */
  known: JSONColumnType<KnownPicture, string | null | undefined, string | null> | null;
  audience: NewsAudience;
  /** Name of the person or id of the event; empty: all members. */
  about: string;
  state: NewsState;
  /** Grows with each change by the staff. */
  revision: number;
  /** When it is to be published; null: a draft. */
  publish_at: Happened;
  published_at: Happened;
  changed_at: Instant;
  /** When the job has something to do with it; null: nothing is left. */
  due_at: Happened;
  /** Members up to this id have been handled; '': none yet. */
  after_user: Generated<string>;
}

/** Counters of a news item, one of several rows. They name nobody. */
export interface NewsCountTable {
  tenant: string;
  news_id: string;
  shard: number;
  /** Members who were told. */
  delivered: Generated<number>;
  /** Pushes that a push service took. */
  pushed: Generated<number>;
  /** Members who saw it in their list of notices. */
  opened: Generated<number>;
}

export interface NewsTables {
  news: NewsTable;
  news_count: NewsCountTable;
}
