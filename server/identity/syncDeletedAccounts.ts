/**
 * Accounts that are gone from a pool of Amazon's. A fan leaves there (ACC-10), and the pool tells nobody: so the server
 * looks, and takes the fan's content away. It asks for those alone who were here lately (`accountChecks.ts`). What it takes away cannot
 * be brought back: only the pool an account was seen in can say that it is gone, and not of most accounts at once.
 */
import { ACCOUNTS_PER_RUN, TOO_MANY_GONE } from '../../src/contract/limits.ts';
import type { AccountCheck, AccountChecks } from './accountChecks.ts';
import type { CognitoPool } from './cognito.ts';

/** Taken at once: all of them asked for within the lease. */
const AT_ONCE = 50;

export interface DeletedAccountsDeps {
  readonly pool: Pick<CognitoPool, 'attributesOf'>;
  readonly checks: Omit<AccountChecks, 'see'>;
  /** Takes everything of the fan away; may be asked again after it failed. */
  readonly leave: (sub: string) => Promise<void>;
  /** Told what the operator should look at. */
  readonly onError: (error: unknown) => void;
  /** True: end early, the server stops. */
  readonly isStopped?: () => boolean;
}

/** Accounts asked for, and fans who had left. */
export interface CheckedAccounts {
  readonly looked: number;
  readonly left: number;
  /** Fans the pool does not know, and who were never seen in it: all of theirs stays. */
  readonly unsure: number;
}

/** One run, of any number of copies at once. */
export async function syncDeletedAccounts(deps: DeletedAccountsDeps): Promise<CheckedAccounts> {
  const { checks, onError, isStopped } = deps;
  await checks.flush();
  const other = await checks.otherPool();
  if (other !== null) onError(otherPoolError(other));
  const counts = { looked: 0, left: 0, unsure: 0 };
  while (counts.looked < ACCOUNTS_PER_RUN && !isStopped?.()) {
    const taken = await checks.take(AT_ONCE);
    const gone = await askFor(deps, taken, counts);
    // Those that are left are another's when the lease has run out.
    if (isStopped?.()) break;
    if (areTooMany(gone.length, taken.length)) {
      onError(tooManyError(gone.length, taken.length));
      break;
    }
    for (const check of gone) {
      if (isStopped?.()) return counts;
      await deps.leave(check.user_id);
      counts.left += 1;
      await checks.forget(check);
    }
    if (taken.length < AT_ONCE) break;
  }
  return counts;
}

type Counts = { -readonly [Name in keyof CheckedAccounts]: CheckedAccounts[Name] };

/** Asks for each; gives back the fans whose accounts are gone. */
async function askFor(
  { pool, checks, isStopped }: DeletedAccountsDeps,
  taken: readonly AccountCheck[],
  counts: Counts,
): Promise<AccountCheck[]> {
  const gone: AccountCheck[] = [];
  for (const check of taken) {
    if (isStopped?.()) break;
    const isThere = (await pool.attributesOf(check.user_id)) !== null;
    const isFan = isThere || (await checks.isKnown(check.user_id));
    counts.looked += 1;
    if (isThere) await checks.keep(check);
    else if (isFan && check.isSeen) gone.push(check);
    else {
      if (isFan) counts.unsure += 1;
      await checks.forget(check);
    }
  }
  return gone;
}

const areTooMany = (gone: number, asked: number) => gone >= TOO_MANY_GONE.count && gone > asked * TOO_MANY_GONE.share;

/** An operator gave this server another pool, or moves from one to another. */
const otherPoolError = (pool: string) =>
  new Error(
    `Accounts seen in user pool ${pool}, which is not this server's, are not asked for. Is COGNITO_USER_POOL_ID right?`,
  );

const tooManyError = (gone: number, asked: number) =>
  new Error(
    `The user pool does not know ${gone} of ${asked} accounts: nothing of theirs is deleted. They are asked for again later.`,
  );
