/** Avatars that a pool of Amazon's names: fans choose theirs there, and a row tells of it only when the fan comes back. */
import { originalOf } from '../../src/rules/objectKeys.ts';
import type { AccountChecks } from './accountChecks.ts';
import type { CognitoPool } from './cognito.ts';

/** Whether the picture may be a fan's avatar. Of a fan the pool does not know, another pool may name it. */
export async function isNamedAvatar(
  {
    pool,
    checks,
  }: { readonly pool: Pick<CognitoPool, 'attributesOf'>; readonly checks: Pick<AccountChecks, 'isKnown'> },
  key: string,
): Promise<boolean> {
  const owner = key.split('/')[2] ?? '';
  const account = await pool.attributesOf(owner);
  return account === null ? checks.isKnown(owner) : originalOf(account.avatar ?? '') === originalOf(key);
}
