/** A database that has no rows and keeps none, for units whose statements matter more than what they find. */
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Database } from '../../server/database/schema.ts';

export function openEmptyDatabase() {
  const state = {
    /** What was asked of it so far. */
    asked: [] as CompiledQuery[],
    /** Refuses statements while true. */
    isAway: false,
  };
  class Driver extends DummyDriver {
    override async acquireConnection() {
      return Object.assign(await super.acquireConnection(), {
        async executeQuery<Row>(query: CompiledQuery) {
          if (state.isAway) throw new Error('the database is away');
          state.asked.push(query);
          return { rows: [] as Row[] };
        },
      });
    }
  }
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: (own) => new PostgresIntrospector(own),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return Object.assign(state, { db });
}
