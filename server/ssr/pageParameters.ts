import { PAGE_DRAWINGS } from '../../src/contract/loadLimits.ts';
import { PAGE_PARAMETERS } from '../../src/contract/pageParameters.ts';

/** The address's query in one form of writing: what is known, once, in one order (HLF-15). null: a value is longer than any is meant to be. */
export function knownParameters(search: URLSearchParams): URLSearchParams | null {
  const known = new URLSearchParams();
  for (const name of PAGE_PARAMETERS) {
    const value = search.get(name);
    if (value !== null && value.length > PAGE_DRAWINGS.valueMax) return null;
    if (value !== null) known.set(name, value);
  }
  return known;
}
