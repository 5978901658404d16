export interface Pgbouncer {
  readonly path: string;
  /** What it needs besides the environment of everything. */
  readonly env: Readonly<Record<string, string>>;
}
/** PgBouncer as it can be run. null: there is none. */
export declare function findPgbouncer(): Pgbouncer | null;
/** As findPgbouncer, and unpacks one first when none is there. null: none can be had. */
export declare function ensurePgbouncer(): Pgbouncer | null;
