/**
 * Passwords of the demo's logins. Everybody who has read the README knows one of them, so accounts have it only where nobody
 * but this machine's own user can sign in; everywhere else passwords are random (SAF-03).
 */

import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { DEMO_PASSWORD, demoLogins, demoStaff } from '../../demo/content/people.ts';
import type { Database } from '../database/schema.ts';
import type { PoolIds } from '../identity/embeddedPool.ts';
import { hasPassword, replacePassword } from '../identity/userDirectory.ts';

/** By sub. */
export type DemoPasswords = ReadonlyMap<string, string>;

/** A login to show at the start. */
export interface ShownLogin {
  readonly email: string;
  readonly password: string;
}

const logins = [...Object.values(demoLogins), ...Object.values(demoStaff)];

export const knownPasswords = (): DemoPasswords => new Map(logins.map(({ sub }) => [sub, DEMO_PASSWORD]));
export const randomPasswords = (): DemoPasswords =>
  new Map(logins.map(({ sub }) => [sub, randomBytes(15).toString('base64url')]));

/** Those of the demo's logins that are there and have these passwords. */
export async function loginsWith(db: Kysely<Database>, pool: PoolIds, passwords: DemoPasswords): Promise<ShownLogin[]> {
  const shown: ShownLogin[] = [];
  for (const { sub, email } of logins) {
    const password = passwords.get(sub);
    if (password !== undefined && (await hasPassword(db, pool, sub, password))) shown.push({ email, password });
  }
  return shown;
}

/**
 * Takes the known password from the accounts that have it, gives them these, and ends their sign-ins.
 * @returns how many had it
 */
export async function replaceKnownPasswords(
  db: Kysely<Database>,
  pool: PoolIds,
  passwords: DemoPasswords,
): Promise<number> {
  let replaced = 0;
  for (const [sub, to] of passwords) if (await replacePassword(db, pool, sub, { from: DEMO_PASSWORD, to })) replaced++;
  return replaced;
}
