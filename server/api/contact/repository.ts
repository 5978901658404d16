import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { ContactTable } from '../../database/operatorTables.ts';
import type { Database } from '../../database/schema.ts';

/** A copy that has not mailed a message after this long has died: another takes it. Longer than the mail server is waited for. */
const LEASE_MS = 5 * 60_000;

/** Keeps a message. A resend on a bad line changes nothing; also whoever guesses an id changes nothing. */
export async function addContact(db: Kysely<Database>, message: Insertable<ContactTable>): Promise<void> {
  await db
    .insertInto('contact')
    .values(message)
    .onConflict((c) => c.doNothing())
    .execute();
}

/** Takes an open message that is not mailed; no other copy gets it while the lease lasts. null: there is none. Those that failed come last. */
export async function takeUnmailed(db: Kysely<Database>, now: Date): Promise<Selectable<ContactTable> | null> {
  const { rows } = await sql<Selectable<ContactTable>>`
    update contact set mail_due_at = ${new Date(now.getTime() + LEASE_MS)}
    where (tenant, contact_id) = (
      select tenant, contact_id from contact
      where mailed_at is null and closed_at is null and (mail_due_at is null or mail_due_at <= ${now})
      order by mail_due_at nulls first, created_at limit 1 for update skip locked)
    returning *`.execute(db);
  return rows[0] ?? null;
}

type Taken = Pick<Selectable<ContactTable>, 'tenant' | 'contact_id' | 'mail_due_at'>;

/** After the mail server took it. */
export async function markMailed(db: Kysely<Database>, { tenant, contact_id }: Taken, now: Date): Promise<void> {
  await db
    .updateTable('contact')
    .set({ mailed_at: now })
    .where('tenant', '=', tenant)
    .where('contact_id', '=', contact_id)
    .execute();
}

/** As `takeUnmailed`, of answers that are not mailed. */
export async function takeUnmailedAnswer(db: Kysely<Database>, now: Date): Promise<Selectable<ContactTable> | null> {
  const { rows } = await sql<Selectable<ContactTable>>`
    update contact set answer_due_at = ${new Date(now.getTime() + LEASE_MS)}
    where (tenant, contact_id) = (
      select tenant, contact_id from contact
      where answered_at is not null and answer_mailed_at is null and (answer_due_at is null or answer_due_at <= ${now})
      order by answer_due_at nulls first, answered_at limit 1 for update skip locked)
    returning *`.execute(db);
  return rows[0] ?? null;
}

/** Notes that the mail server took an answer (a moment), or that it is taken again at once (null). */
export async function markAnswerMailed(
  db: Kysely<Database>,
  { tenant, contact_id }: Pick<Taken, 'tenant' | 'contact_id'>,
  { mailed, now }: { readonly mailed: boolean; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('contact')
    .set(mailed ? { answer_mailed_at: now } : { answer_due_at: now })
    .where('tenant', '=', tenant)
    .where('contact_id', '=', contact_id)
    .execute();
}

/** It could not be mailed: it is taken again, after all that nobody has tried. */
export async function giveBackUnmailed(
  db: Kysely<Database>,
  { tenant, contact_id, mail_due_at }: Taken,
  now: Date,
): Promise<void> {
  await db
    .updateTable('contact')
    .set({ mail_due_at: now })
    .where('tenant', '=', tenant)
    .where('contact_id', '=', contact_id)
    .where('mail_due_at', '=', mail_due_at)
    .execute();
}
