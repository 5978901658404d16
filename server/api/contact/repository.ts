import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { ContactTable, Database } from '../../database/schema.ts';

/** Messages one copy mails at once. */
const BATCH = 20;

/** Keeps a message. A resend on a bad line changes nothing; also whoever guesses an id changes nothing. */
export async function addContact(db: Kysely<Database>, message: Insertable<ContactTable>): Promise<void> {
  await db
    .insertInto('contact')
    .values(message)
    .onConflict((c) => c.doNothing())
    .execute();
}

/** Open messages not mailed yet, oldest first, marked as mailed: no other copy gets them. */
export async function takeUnmailed(db: Kysely<Database>, now: Date): Promise<Selectable<ContactTable>[]> {
  const { rows } = await sql<Selectable<ContactTable>>`
    update contact set mailed_at = ${now} where ctid = any(array(
      select ctid from contact where mailed_at is null and closed_at is null
      order by created_at limit ${BATCH} for update skip locked))
    returning *`.execute(db);
  return rows;
}

/** It could not be mailed: it is taken again. */
export async function markUnmailed(
  db: Kysely<Database>,
  { tenant, contact_id }: Pick<ContactTable, 'tenant' | 'contact_id'>,
): Promise<void> {
  await db
    .updateTable('contact')
    .set({ mailed_at: null })
    .where('tenant', '=', tenant)
    .where('contact_id', '=', contact_id)
    .execute();
}
