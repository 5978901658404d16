import type { Keyword } from '../../contract/entities.ts';
import type { SearchQuery } from '../../navigation/paths.ts';

/** Condition of the search result page that a word stands for (RTE-15). */
export function wordQuery({ word, tagtype, id }: Pick<Keyword, 'word' | 'tagtype' | 'id'>): SearchQuery {
  switch (tagtype) {
    case 'event':
      return id === null ? { event_name: word } : { e: id };
    case 'season':
      return id === null ? { text: word } : { s: id };
    case 'person':
      return { cp: word };
    case 'photolocation':
      return { pl: word };
    case 'hashtag':
      return { ht: word.replace(/^[#＃]/u, '') };
    default:
      return { text: word };
  }
}
