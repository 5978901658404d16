import type { CompiledQuery } from 'kysely';

/**
 * The query as one that each connection to a server parses once instead of each time: for what every list asks first, where parsing takes
 * longer than answering. Plans are made anew each time all the same, as our sessions ask (`serverConnections.ts`). Through a pooler, and
 * on the embedded database, it is a query like any other.
 * @param statement its name: one text for each name
 */
export const prepareOnce = <R>(statement: string, query: CompiledQuery<R>): CompiledQuery<R> =>
  Object.assign({ ...query }, { statement });

/** undefined: a query like any other. */
export const statementOf = (query: CompiledQuery): string | undefined =>
  'statement' in query && typeof query.statement === 'string' ? query.statement : undefined;
