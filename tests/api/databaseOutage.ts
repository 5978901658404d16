import type { Kysely } from 'kysely';
import { DatabaseUnavailable } from '../../server/database/databaseFailure.ts';
import type { Database } from '../../server/database/schema.ts';

/** The same database, which answers nothing while `isAway`. `fails`: that of its statements alone, as JSON of their nodes. */
export function createOutage(db: Kysely<Database>) {
  const outage = { isAway: false, fails: (_statement: string): boolean => true };
  const ofCopy = db.withPlugin({
    transformQuery({ node }) {
      if (outage.isAway && outage.fails(JSON.stringify(node))) {
        throw new DatabaseUnavailable('no connection in time', { isWorthRepeating: false });
      }
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return Object.assign(outage, { db: ofCopy });
}
