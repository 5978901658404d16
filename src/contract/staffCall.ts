/** What a call of the staff's desk is. Its calls are in `staffEndpoints.ts` and in the tables that it includes. */
import * as v from 'valibot';
import type { Endpoint } from './endpoints.ts';
import type { StaffRole } from './staffRoles.ts';

export interface StaffEndpoint extends Endpoint {
  readonly role: StaffRole;
  /** What it does cannot be undone: the sign-in must not be older than RECENT_SIGN_IN_MS. */
  readonly isIrreversible: boolean;
}

/** An endpoint with the role it needs. */
export function forRole<const E extends Endpoint>(role: StaffRole, call: E, isIrreversible = false) {
  return { ...call, role, isIrreversible } as const;
}

/** The answer of a call that only does something. */
export const doneAnswer = v.object({ result: v.literal('ok') });
