/** Messages between the server's thread and the one PostgreSQL runs in. */
export interface PgliteStart {
  readonly folder: string;
  /** false: nothing is flushed, for a copy whose owner flushes the whole folder when it is done. Left out: true. */
  readonly isFlushed?: boolean;
}
/** What the thread is started with. */
export interface PgliteThreadStart extends PgliteStart {
  readonly program: WebAssembly.Module;
}
export interface PgliteRequest {
  readonly id: number;
  /** null: checkpoint, close and leave. */
  readonly sql: string | null;
  readonly parameters: readonly unknown[];
}
export type PgliteReply =
  | { readonly id: number; readonly rows: unknown[]; readonly affected: number | null }
  | { readonly id: number; readonly error: PgliteFailure };
/** Error objects lose their own fields in the clone; these are the ones a caller looks at. */
export interface PgliteFailure {
  readonly message: string;
  readonly code: string | null;
  readonly constraint: string | null;
  readonly detail: string | null;
  /** PostgreSQL gave itself up, such as where its log finds no room: what is asked next would hang. */
  readonly isFatal: boolean;
}
/** id of the reply that says the database is open (or could not be opened). */
export const OPENED = 0;
