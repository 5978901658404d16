/** Tables of the highlights of events (WAL-07, WAL-08). */
import type { ColumnType, Generated } from 'kysely';
import type { HighlightsFormat } from '../../src/contract/highlights.ts';
import type { Happened, Instant, Words } from './columnTypes.ts';

export interface HighlightsPageTable {
  tenant: string;
  event_id: string;
  title: string;
  body: string;
  sections: Words;
  /** Grows with each change. */
  revision: number;
  /** null: a draft, or taken back. */
  published_at: Happened;
  /** When the page is looked at for a drawing. It may be infinite, so nobody reads it. */
  due_at: ColumnType<Date, Date | string | undefined, Date | string>;
  /** Drawings that failed since the last one that did not. */
  tries: Generated<number>;
}

/** A picture as it is served. No row: there is none (yet). */
export interface HighlightsPictureTable {
  tenant: string;
  event_id: string;
  format: HighlightsFormat;
  /** Names what it shows. */
  tag: string;
  /** Keys of its photos and ids of their fans. */
  about: Words;
  /** Read and written as base64 by the database. */
  bytes: ColumnType<never, never, never>;
  drawn_at: Instant;
}

export interface HighlightsTables {
  highlights_page: HighlightsPageTable;
  highlights_picture: HighlightsPictureTable;
}
