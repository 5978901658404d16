/** Members of a tenant as moderators see them (STF-07). Names and addresses nobody else sees are read by `readPrivateData` alone. */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { CaseDecision, ReportKind } from '../../../src/contract/reports.ts';
import { PEOPLE_LISTED } from '../../../src/contract/staffLimits.ts';
import { containsPattern } from '../../database/likePattern.ts';
import type { Database } from '../../database/schema.ts';

type Db = Kysely<Database>;
interface Member {
  readonly tenant: string;
  readonly userId: string;
}

interface PersonFacts {
  readonly user_id: string;
  readonly user_name: string;
  readonly photos: number;
  readonly is_suspended: boolean;
  readonly is_staff: boolean;
  readonly joined_at: Date;
}

async function readPeople(db: Db, tenant: string, which: RawBuilder<unknown>, now: Date): Promise<PersonFacts[]> {
  const { rows } = await sql<PersonFacts>`
    select m.user_id, coalesce(f.nickname, '') as user_name, m.joined_at,
      (select count(*)::int from photo p where p.tenant = m.tenant and p.user_id = m.user_id) as photos,
      exists(select from suspension s where s.tenant = m.tenant and s.user_id = m.user_id
        and (s.until is null or s.until > ${now}::timestamptz)) as is_suspended,
      exists(select from staff t where t.tenant = m.tenant and t.user_id = m.user_id)
        or exists(select from official_user o where o.tenant = m.tenant and o.user_id = m.user_id) as is_staff
    from membership m left join profile f on f.user_id = m.user_id
    where m.tenant = ${tenant} and ${which}
    order by f.search, m.user_id limit ${PEOPLE_LISTED.found}`.execute(db);
  return rows;
}

/** Returns members whose public name contains the key (`searchKey`), or whose id is the text. */
export const findPeople = (db: Db, tenant: string, { text, key }: { text: string; key: string }, now: Date) => {
  const named = key === '' ? sql`false` : sql`f.search like ${containsPattern(key)}`;
  return readPeople(db, tenant, sql`(m.user_id = ${text} or ${named})`, now);
};

/** Returns the member with exactly this mail address, in lower case: of accounts of our own identity provider. */
export const findByMail = (db: Db, tenant: string, email: string, now: Date) =>
  readPeople(db, tenant, sql`m.user_id in (select sub from identity_user where email = ${email})`, now);

/** Returns a member; undefined: the tenant has none of this id. */
export async function readPerson(db: Db, { tenant, userId }: Member, now: Date): Promise<PersonFacts | undefined> {
  return (await readPeople(db, tenant, sql`m.user_id = ${userId}`, now))[0];
}

/** Returns the member's newest photos, hidden ones too. */
export const readPersonPhotos = (db: Db, { tenant, userId }: Member) =>
  db
    .selectFrom('photo')
    .select(['media_url', 'comment', 'created_at', 'hidden_at'])
    .where('tenant', '=', tenant)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PEOPLE_LISTED.photos)
    .execute();

interface PersonCase {
  readonly case_id: number;
  readonly kind: ReportKind;
  readonly opened_at: Date;
  readonly reports: number;
  readonly decision: CaseDecision | null;
}

/** Returns cases about the member, the latest first, and how many reports the member made. */
export async function readPersonCases(db: Db, { tenant, userId }: Member) {
  const { rows } = await sql<PersonCase>`
    select case_id, kind, opened_at, reports, decision from report_case
    where tenant = ${tenant} and author_id = ${userId} order by case_id desc limit ${PEOPLE_LISTED.rows}`.execute(db);
  const { n } = await db
    .selectFrom('subject_report')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('tenant', '=', tenant)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { cases: rows, reported: Number(n) };
}

/** Returns acts about the member, the latest first. */
export const readPersonActs = (db: Db, { tenant, userId }: Member) =>
  db
    .selectFrom('operator_log')
    .select(['act', 'at', 'reason'])
    .where('tenant', '=', tenant)
    .where('what', '=', userId)
    .orderBy('id', 'desc')
    .limit(PEOPLE_LISTED.rows)
    .execute();

/** Returns what nobody else sees: the name of sign-up and the mail address; null where another identity provider has them. */
export async function readPrivateData(trx: Transaction<Database>, userId: string) {
  const row = await trx
    .selectFrom('identity_user')
    .select(['name', 'email'])
    .where('sub', '=', userId)
    .executeTakeFirst();
  return row ?? { name: null, email: null };
}

/** Ends all sign-ins of an account of our own identity provider. Returns how many there were. */
export async function endSignIns(trx: Transaction<Database>, userId: string): Promise<number> {
  const ended = await trx.deleteFrom('identity_session').where('sub', '=', userId).returning('id').execute();
  return ended.length;
}
