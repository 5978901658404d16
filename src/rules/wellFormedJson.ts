/** A whole pair is never escaped by JSON.stringify, so hardly any body has one. */
const HALF_PAIR = /\\ud[89a-f]/i;

/**
 * The value read from a stranger's JSON, fit to be stored: half a surrogate pair, as a cut emoji leaves it, becomes the sign for
 * 'unreadable', as in any encoding to UTF-8. Throws RangeError for what is nested too deep.
 * @param json what the value was read from
 */
export const withoutHalfPairs = (value: unknown, json: string): unknown =>
  HALF_PAIR.test(json) ? wellFormed(value) : value;

function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, wellFormed(inner)]));
}
