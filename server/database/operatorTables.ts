/** Tables of what operators do. */
import type { Generated } from 'kysely';
import type { Happened, Instant, Json } from './columnTypes.ts';

/** An act of an operator. The database refuses to change or remove a row. */
export interface OperatorLogTable {
  id: Generated<number>;
  at: Instant;
  tenant: string;
  /** As on the command line: 'photo hide'. */
  act: string;
  /** Id of what it was done to; empty: the tenant. */
  what: string;
  reason: string | null;
  /** Who ran the command. */
  operator: string;
  outcome: string;
  details: Json<object> | null;
}

/** Who may read, but not post, in a tenant. */
export interface SuspensionTable {
  tenant: string;
  user_id: string;
  /** The fan is told it. */
  reason: string;
  /** When it is over by itself; null: when an operator says so. */
  until: Happened;
  at: Instant;
}

export interface OperatorTables {
  operator_log: OperatorLogTable;
  suspension: SuspensionTable;
}
