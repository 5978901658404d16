/** Tables of what operators do, and of what is written to them. */
import type { Generated } from 'kysely';
import type { ContactTopic } from '../../src/contract/entities.ts';
import type { Happened, Instant, InstantNow, Json } from './columnTypes.ts';

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

/** A message to the operator. */
export interface ContactTable {
  tenant: string;
  contact_id: string;
  /** Null: a visitor, or a fan who has left. */
  user_id: string | null;
  name: string;
  email: string;
  topic: ContactTopic;
  message: string;
  user_agent: string;
  created_at: InstantNow;
  mailed_at: Happened;
  /** Not to be mailed by another copy before. Null: none has tried yet. */
  mail_due_at: Happened;
  /** An operator has dealt with it. */
  closed_at: Happened;
}

export interface OperatorTables {
  contact: ContactTable;
  operator_log: OperatorLogTable;
  suspension: SuspensionTable;
}
