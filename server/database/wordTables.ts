/** Tables of words that are searched for. The others: `schema.ts`. */
import type { InstantNow } from './columnTypes.ts';

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
