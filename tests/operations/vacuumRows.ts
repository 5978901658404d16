/** Rows of the table that vacuumWriter.ts writes. */
export const WORN_ROWS = 4_000;
