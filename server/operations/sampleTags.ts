/** Sample hashtags of the post form that the desk chose (STF-20c). Without any those of the tenant's file `tag.txt` count. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

/** `tags` null: those of the tenant's file. `revision` 0: nobody ever changed them. */
export interface ChosenTags {
  readonly tags: readonly string[] | null;
  readonly revision: number;
}

/** Returns the tenant's sample hashtags. */
export async function readSampleTags(db: Kysely<Database>, tenant: string): Promise<ChosenTags> {
  const row = await db
    .selectFrom('sample_tags')
    .select(['tags', 'revision'])
    .where('tenant', '=', tenant)
    .executeTakeFirst();
  return row ?? { tags: null, revision: 0 };
}

/** Writes the tenant's sample hashtags. Returns what they were before; null: somebody else changed them since `revision`. */
export async function saveSampleTags(
  trx: Transaction<Database>,
  tenant: string,
  { tags, revision }: ChosenTags,
): Promise<ChosenTags | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sample tags ${tenant}`}, 0))`.execute(trx);
  const before = await readSampleTags(trx, tenant);
  if (JSON.stringify(before.tags) === JSON.stringify(tags)) return before;
  if (before.revision !== revision) return null;
  const changes = { tags: tags === null ? null : [...tags], revision: revision + 1 };
  await trx
    .insertInto('sample_tags')
    .values({ tenant, ...changes })
    .onConflict((c) => c.column('tenant').doUpdateSet(changes))
    .execute();
  return before;
}
