/** The parameters of an address the product knows: all others change nothing of a page (HLF-15). */
import { PAGE_DRAWINGS } from '../../src/contract/loadLimits.ts';
import { FACET_PARAMS } from '../../src/contract/photoFields.ts';

/** The edge knows the same ones (server/deploy/nginx.conf). */
export const PAGE_PARAMETERS = [
  ...['e', 's', 'u', ...FACET_PARAMS, 'photographer', 'sort', 'q', 'p', 't', 'tab', 'mode', 'kind', 'list'],
  ...['open', 'gender', 'text', 'event_name', 'arrived'],
] as const;

/** The address's query in one form of writing: what is known, once, in one order. null: a value is longer than any is meant to be. */
export function knownParameters(search: URLSearchParams): URLSearchParams | null {
  const known = new URLSearchParams();
  for (const name of PAGE_PARAMETERS) {
    const value = search.get(name);
    if (value !== null && value.length > PAGE_DRAWINGS.valueMax) return null;
    if (value !== null) known.set(name, value);
  }
  return known;
}
