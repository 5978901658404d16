/**
 * Accounts that are gone from a pool of Amazon's. A fan leaves there (ACC-10), and the pool tells nobody: so the server
 * looks, and takes the fan's content away. It asks for those alone who were here lately (`accountChecks.ts`).
 */
import { ACCOUNTS_PER_RUN } from '../../src/contract/limits.ts';
import type { AccountChecks } from './accountChecks.ts';
import type { CognitoPool } from './cognito.ts';

/** Taken at once: all of them asked for within the lease. */
const AT_ONCE = 50;

export interface DeletedAccountsDeps {
  readonly pool: Pick<CognitoPool, 'attributesOf'>;
  readonly checks: Omit<AccountChecks, 'see'>;
  /** Takes everything of the fan away; may be asked again after it failed. */
  readonly leave: (sub: string) => Promise<void>;
  /** True: end early, the server stops. */
  readonly isStopped?: () => boolean;
}

/** Accounts asked for, and fans who had left. */
export interface CheckedAccounts {
  readonly looked: number;
  readonly left: number;
}

/** One run, of any number of copies at once. */
export async function syncDeletedAccounts(deps: DeletedAccountsDeps): Promise<CheckedAccounts> {
  const { pool, checks, leave, isStopped } = deps;
  await checks.flush();
  let [looked, left] = [0, 0];
  while (looked < ACCOUNTS_PER_RUN && !isStopped?.()) {
    const taken = await checks.take(AT_ONCE);
    for (const check of taken) {
      // Those that are left are another's when the lease has run out.
      if (isStopped?.()) return { looked, left };
      if ((await pool.attributesOf(check.user_id)) === null && (await checks.isKnown(check.user_id))) {
        await leave(check.user_id);
        left += 1;
      }
      await checks.end([check]);
      looked += 1;
    }
    if (taken.length < AT_ONCE) break;
  }
  return { looked, left };
}
