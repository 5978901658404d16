/** A connection as the server has it, which remembers the statements it ran. */
import { CompiledQuery, Kysely } from 'kysely';
import { parseDatabaseAddress } from '../../../server/database/databaseHosts.ts';
import type { Database } from '../../../server/database/schema.ts';
import { createServerDialect } from '../../../server/database/serverDialect.ts';
import { OPERATOR_LIMITS, ServerPool } from '../../../server/database/serverPool.ts';

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly ms: number;
}

export interface Watched {
  readonly db: Kysely<Database>;
  /** What ran since the last call. */
  take(): readonly Statement[];
  close(): Promise<void>;
}

/** Statements get the operator's time: one that fans would not be given is to be seen, not refused. */
export function watchDatabase(databaseUrl: string): Watched {
  let ran: Statement[] = [];
  const pool = new ServerPool(parseDatabaseAddress(databaseUrl), OPERATOR_LIMITS);
  const db = new Kysely<Database>({
    dialect: createServerDialect(pool),
    log({ query, queryDurationMillis: ms }) {
      ran.push({ sql: query.sql, parameters: query.parameters, ms });
    },
  });
  return {
    db,
    take() {
      const taken = ran;
      ran = [];
      return taken;
    },
    close: () => db.destroy(),
  };
}

export interface Plan {
  /** Milliseconds. */
  readonly planning: number;
  readonly execution: number;
  /** Of 8 KB, in memory or read: what must be in the memory for the statement to be quick. */
  readonly pages: number;
  readonly text: string;
}

const numberAfter = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0);

/** Runs the statement once more and tells how. */
async function explain(db: Kysely<Database>, { sql, parameters }: Omit<Statement, 'ms'>): Promise<Plan> {
  const query = CompiledQuery.raw(`explain (analyze, buffers) ${sql}`, [...parameters]);
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(query);
  const text = rows.map((row) => row['QUERY PLAN']).join('\n');
  const [run = '', planned = ''] = text.split('\nPlanning:');
  const buffers = /Buffers: shared (?:hit=(\d+))? ?(?:read=(\d+))?/.exec(run);
  return {
    planning: numberAfter(planned === '' ? text : planned, /Planning Time: ([\d.]+)/),
    execution: numberAfter(text, /Execution Time: ([\d.]+)/),
    pages: Number(buffers?.[1] ?? 0) + Number(buffers?.[2] ?? 0),
    text,
  };
}

/** All statements of a read, one after the other. */
export async function explainAll(db: Kysely<Database>, statements: readonly Statement[]): Promise<Plan> {
  const plans: Plan[] = [];
  for (const statement of statements) plans.push(await explain(db, statement));
  const sum = (of: (plan: Plan) => number) => plans.reduce((total, plan) => total + of(plan), 0);
  return {
    planning: sum(({ planning }) => planning),
    execution: sum(({ execution }) => execution),
    pages: sum(({ pages }) => pages),
    text: plans.map(({ text }) => text).join('\n\n'),
  };
}
