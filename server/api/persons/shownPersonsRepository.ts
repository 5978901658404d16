import { type RawBuilder, sql } from 'kysely';
import { PERSONS_LISTED, PLAYER_NAME_MAX } from '../../../src/contract/limits.ts';

/** Longest name of theirs that is listed, in bytes: any letters, but no heaps of accents. */
const NAME_BYTES = PLAYER_NAME_MAX * 4;

interface ShownIn {
  readonly kind: 'event' | 'season';
  /** Values or columns: whose persons these are. */
  readonly tenant: RawBuilder<unknown>;
  readonly value: RawBuilder<unknown>;
}

/**
 * Persons shown in an event or a season, with the number of photos `n`. Fans may write any name, so only PERSONS_LISTED are walked
 * through, by `person_tally_most`. Where there are as many, the tenant's own persons are looked up one by one: whatever others wrote,
 * these are all there.
 */
export function shownPersons({ kind, tenant, value }: ShownIn): RawBuilder<unknown> {
  const isShown = sql`g.tenant = ${tenant} and g.kind = ${sql.lit(kind)} and g.value = ${value} and g.n > 0`;
  return sql`(
    with most as materialized (
      select g.name, g.n from person_tally g where ${isShown} order by g.n desc, g.name limit ${sql.lit(PERSONS_LISTED)})
    select name, n from most where octet_length(name) <= ${sql.lit(NAME_BYTES)}
    union
    select w.name, o.n from person w
      cross join lateral (select g.n from person_tally g where ${isShown} and g.name = w.name limit 1) o
    where w.tenant = ${tenant} and (select count(*) from most) >= ${sql.lit(PERSONS_LISTED)})`;
}

/** Their names as JSON, those with most photos first. */
export const namesShown = (shownIn: ShownIn): RawBuilder<string[]> =>
  sql<string[]>`coalesce((select json_agg(s.name order by s.n desc, s.name) from ${shownPersons(shownIn)} s), '[]')`;
