/** Photos whose original follows the preview (PUB-01), and whether it has come. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  // A server of the release before registers whole photos only, and knows nothing of this.
  `alter table photo add column original_state text not null default 'stored'`,
  `create index photo_pending on photo(created_at) where original_state = 'pending'`,
];

export const originals: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
