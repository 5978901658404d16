/** The list as an array. Throws where it is empty: what is expected of each of nothing always holds. */
export function nonEmpty<T>(list: Iterable<T>): readonly T[] {
  const all = [...list];
  if (all.length === 0) throw new Error('The list is empty: nothing was looked at');
  return all;
}
