/** The first three stand side by side (FAN-33a). Ranks up to here have a portrait in their rows, too: several may have the same rank. */
export const PODIUM = 3;

/** Place on the podium of who stands in a list at this index; undefined: none. Fewer than three stand in rows. */
export const placeOf = (at: number, ranked: number): number | undefined =>
  ranked >= PODIUM && at < PODIUM ? at + 1 : undefined;
