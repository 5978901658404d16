import type { ColumnType, JSONColumnType } from 'kysely';

/** Written as ISO text or Date, read as Date; milliseconds are all we ever store, so a cursor is exact. */
export type Instant = ColumnType<Date, Date | string, Date | string>;
export type InstantNow = ColumnType<Date, Date | string | undefined, Date | string>;
/** Null until it happens. */
export type Happened = ColumnType<Date | null, Date | null | undefined, Date | null>;
export type Words = ColumnType<string[], string[] | undefined, string[]>;
/** Read as a value, written as JSON text. */
export type Json<T extends object> = JSONColumnType<T, string | undefined, string>;
