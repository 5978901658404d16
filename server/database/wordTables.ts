/** Tables of words that are searched for. The others: `schema.ts`. */
import type { Instant, InstantNow } from './columnTypes.ts';

/** Words that hold photos and comments back (STF-11b). */
export interface HeldWordTable {
  tenant: string;
  /** What all spellings of the word have in common. */
  key: string;
  word: string;
  added_at: Instant;
}
/** Words operators keep out of the popular ones; `key` as `searchKey` makes it. */
export interface HiddenWordTable {
  tenant: string;
  key: string;
  word: string;
  hidden_at: InstantNow;
}
export interface SearchWordTable {
  tenant: string;
  tagtype: string;
  word: string;
  target_id: string | null;
  n: number;
  used_at: InstantNow;
}
/** Sample hashtags that the desk chose (STF-20c). */
export interface SampleTagsTable {
  tenant: string;
  /** With their #; null: those of the tenant's file. */
  tags: string[] | null;
  /** Grows with each change. */
  revision: number;
}
