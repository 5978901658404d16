import { sql } from 'kysely';
import { KEPT } from '../../../src/contract/limits.ts';
import { searchKey } from '../../../src/rules/searchMatch.ts';
import { ApiFailure, type Handler } from '../handlers.ts';

/** The newest photos of an event, of a person, or of both, and what their pictures weigh. Reads KEPT.photosMax rows at most. */
export const getPhotoBytes: Handler<'getPhotoBytes'> = async ({ db, tenant }, { query: { e, cp } }) => {
  const person = cp === undefined ? '' : searchKey(cp);
  if (e === undefined && person === '') throw new ApiFailure('INVALID_REQUEST');
  const ofEvent = e === undefined ? sql`` : sql`and p.event_id = ${e}`;
  // Tags stand in the lists' own order, so that the newest are read without a sort.
  const from =
    person === ''
      ? sql`photo p where p.tenant = ${tenant} and p.hidden_at is null ${ofEvent} order by p.created_at desc, p.id desc`
      : sql`photo_tag t join photo p on p.id = t.id
          where t.tenant = ${tenant} and t.kind = 'person' and t.value = ${person} and p.hidden_at is null ${ofEvent}
          order by t.created_at desc, t.id desc`;
  const { rows } = await sql<{ count: number; measured: number; bytes: number }>`
    select count(*)::int as count, count(opened_bytes)::int as measured, coalesce(sum(opened_bytes), 0)::float8 as bytes
    from (select p.opened_bytes from ${from} limit ${KEPT.photosMax}) k`.execute(db);
  return rows[0] ?? { count: 0, measured: 0, bytes: 0 };
};
