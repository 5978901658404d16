/** The embedded accounts as a file: what `accounts export` writes and `accounts import` takes. No passwords: no other pool could use them. */
import { type Kysely, sql } from 'kysely';
import * as v from 'valibot';
import { isEmailAddress } from '../../src/contract/emailAddress.ts';
import type { Database } from '../database/schema.ts';
import { Refusal } from '../operations/outcome.ts';

const word = v.nullable(v.string());
const Account = v.object({
  user_id: v.pipe(v.string(), v.nonEmpty()),
  email: v.pipe(v.string(), v.check(isEmailAddress)),
  name: v.string(),
  nickname: word,
  extended1: word,
  extended2: word,
  /** Object key. */
  avatar: word,
  /** ISO 8601. */
  created_at: v.string(),
  /** Tenants the fan has joined. */
  tenants: v.array(v.string()),
});
const AccountsFile = v.object({ format: v.literal('fan-photos accounts 1'), accounts: v.array(Account) });
export type ExportedAccount = v.InferOutput<typeof Account>;

/** All accounts whose address is confirmed, in the order of their ids. */
export async function writeAccounts(db: Kysely<Database>): Promise<string> {
  const rows = await db
    .selectFrom('identity_user as i')
    .select(['i.sub', 'i.email', 'i.name', 'i.nickname', 'i.extended1', 'i.extended2', 'i.extended4', 'i.created_at'])
    .select(
      sql<string[]>`array(select m.tenant from membership m where m.user_id = i.sub order by m.tenant)`.as('tenants'),
    )
    .where('i.status', '=', 'CONFIRMED')
    .orderBy('i.sub')
    .execute();
  const accounts = rows.map(
    ({ sub, extended4, created_at, ...row }): ExportedAccount => ({
      user_id: sub,
      ...row,
      avatar: extended4,
      created_at: created_at.toISOString(),
    }),
  );
  return `${JSON.stringify({ format: 'fan-photos accounts 1', accounts }, null, 1)}\n`;
}

/** Throws Refusal for what `writeAccounts` has not written. */
export function readAccounts(text: string): ExportedAccount[] {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), AccountsFile), text);
  if (parsed.success) return parsed.output.accounts;
  const [issue] = parsed.issues;
  const place = v.getDotPath(issue);
  throw new Refusal(`Nothing was changed: this is no file of \`accounts export\`. ${place ?? ''} ${issue.message}`);
}
