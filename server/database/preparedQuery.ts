/**
 * What a stadium asks most is parsed and planned once for a connection instead of each time (HLF-22): planning took a third of the
 * database's time at half-time. Only for questions by key, or by an index that also gives their order. Their plan is the same whatever
 * the values are. Others, such as searches, are planned for their values (`sessionSettings.ts`).
 */
import { createHash } from 'node:crypto';
import type { CompiledQuery, Kysely, QueryResult, RawBuilder } from 'kysely';

/**
 * The query as one whose plan each connection keeps. Its text must be one of few: values are parameters, lists are arrays. Through a
 * pooler, and on the embedded database, it is a query like any other.
 */
export const keepPlan = <R>(query: CompiledQuery<R>): CompiledQuery<R> =>
  Object.assign({ ...query }, { statement: nameOf(query.sql) });

/** Runs a query whose plan each connection keeps (`keepPlan`), in a transaction or alone. */
export const runKept = <DB, R>(db: Kysely<DB>, query: RawBuilder<R>): Promise<QueryResult<R>> =>
  db.executeQuery(keepPlan(query.compile(db)));

/** The name a connection keeps the statement by; undefined: it is a query like any other. */
export const statementOf = (query: CompiledQuery): string | undefined =>
  'statement' in query && typeof query.statement === 'string' ? query.statement : undefined;

/** Names of PostgreSQL are cut after 63 bytes, and a name must mean one text. */
const NAME_LENGTH = 32;
const nameOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, NAME_LENGTH);
