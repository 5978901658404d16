/**
 * Accounts that are gone from a pool of Amazon's. A fan leaves there (ACC-10), and the pool tells nobody: so the server
 * looks, and takes the fan's content away.
 */
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { AttemptLimit } from './attemptLimit.ts';
import type { CognitoPool } from './cognito.ts';

const PAGE = 1000;
/** One copy of the server, about once an hour. */
const LEASE = { count: 1, windowMs: 50 * 60_000 };
const LEASE_NAME = 'job:leavers';

export interface DeletedAccountsDeps {
  readonly db: Kysely<Database>;
  readonly pool: Pick<CognitoPool, 'listSubs' | 'attributesOf'>;
  readonly limit: AttemptLimit;
  /** Takes everything of the fan away; may be asked again after it failed. */
  readonly leave: (sub: string) => Promise<void>;
  /** True: end early, the server stops. */
  readonly isStopped?: () => boolean;
}

/** One run, if no copy has had one lately. How many fans had left; null: it was not our turn. */
export async function syncDeletedAccounts({
  db,
  pool,
  limit,
  leave,
  isStopped,
}: DeletedAccountsDeps): Promise<number | null> {
  if (!(await limit.take(LEASE_NAME, LEASE))) return null;
  const present = new Set<string>();
  for await (const sub of pool.listSubs()) {
    if (isStopped?.()) return 0;
    present.add(sub);
  }
  let left = 0;
  for await (const sub of knownFans(db)) {
    if (isStopped?.()) break;
    // Whoever signed up while the list was read is not on it: only the account itself tells for sure.
    if (present.has(sub) || (await pool.attributesOf(sub)) !== null) continue;
    await leave(sub);
    left += 1;
  }
  return left;
}

async function* knownFans(db: Kysely<Database>): AsyncGenerator<string> {
  for (let last = ''; ; ) {
    const rows = await db
      .selectFrom('profile')
      .select('user_id')
      .where('left_at', 'is', null)
      .where('user_id', '>', last)
      .orderBy('user_id')
      .limit(PAGE)
      .execute();
    for (const row of rows) yield row.user_id;
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.user_id ?? '';
  }
}
