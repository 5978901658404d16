import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import { CLAIM } from '../../../src/contract/staffLimits.ts';
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

/**
 * Keeps a takedown request with the hash of its code. A repetition from the same address gets a new code while it is not confirmed.
 * Returns false if nothing was changed.
 */
export async function addClaim(db: Kysely<Database>, claim: Insertable<ContactTable>): Promise<boolean> {
  const added = await db
    .insertInto('contact')
    .values(claim)
    .onConflict((c) =>
      c
        .columns(['tenant', 'contact_id'])
        .doUpdateSet({ confirm_hash: claim.confirm_hash ?? null, confirm_tries: 0 })
        .where('contact.email', '=', claim.email)
        .where('contact.confirm_hash', 'is not', null)
        .where('contact.confirmed_at', 'is', null),
    )
    .returning('contact_id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Counts one try of a code. Returns the hash it must have; null: no request waits for one, or it was tried too often. */
export async function takeTry(
  db: Kysely<Database>,
  tenant: string,
  contactId: string,
): Promise<{ readonly confirm_hash: string | null } | null> {
  const row = await db
    .updateTable('contact')
    .set((eb) => ({ confirm_tries: eb('confirm_tries', '+', 1) }))
    .where('tenant', '=', tenant)
    .where('contact_id', '=', contactId)
    .where('confirm_hash', 'is not', null)
    .where('confirm_tries', '<', CLAIM.tries)
    .returning('confirm_hash')
    .executeTakeFirst();
  return row ?? null;
}

/** Marks the address of a request as confirmed. Idempotent: the first moment stays. */
export async function confirmClaim(
  db: Kysely<Database>,
  { tenant, contact_id }: Pick<Selectable<ContactTable>, 'tenant' | 'contact_id'>,
  confirmed_at: Date,
): Promise<void> {
  await db
    .updateTable('contact')
    .set({ confirmed_at })
    .where('tenant', '=', tenant)
    .where('contact_id', '=', contact_id)
    .where('confirmed_at', 'is', null)
    .execute();
}

/** Removes requests nobody confirmed since before a moment: their names and addresses are nobody's business. */
export async function removeUnconfirmed(db: Kysely<Database>, tenant: string, before: Date): Promise<void> {
  await db
    .deleteFrom('contact')
    .where('tenant', '=', tenant)
    .where('closed_at', 'is', null)
    .where('created_at', '<', before)
    .where('confirm_hash', 'is not', null)
    .where('confirmed_at', 'is', null)
    .execute();
}

/** Takes an open message that is not mailed; no other copy gets it while the lease lasts. null: there is none. Those that failed come last. */
export async function takeUnmailed(db: Kysely<Database>, now: Date): Promise<Selectable<ContactTable> | null> {
  const { rows } = await sql<Selectable<ContactTable>>`
    update contact set mail_due_at = ${new Date(now.getTime() + LEASE_MS)}
    where (tenant, contact_id) = (
      select tenant, contact_id from contact
      where mailed_at is null and closed_at is null and (confirm_hash is null or confirmed_at is not null) and (mail_due_at is null or mail_due_at <= ${now})
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
