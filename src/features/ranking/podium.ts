/** The first three stand side by side (FAN-33a). Ranks up to here have a portrait in their rows, too: several may have the same rank. */
export const PODIUM = 3;

/**
 * Place on the podium of who stands in a list at this index; undefined: none. Fewer than three stand in rows. So do all if the fourth is
 * level with the third: no choice between them would be fair.
 */
export function placeOf(at: number, list: readonly { readonly rank: number }[]): number | undefined {
  const [last, next] = [list[PODIUM - 1], list[PODIUM]];
  const hasPodium = last !== undefined && next?.rank !== last.rank;
  return hasPodium && at < PODIUM ? at + 1 : undefined;
}
