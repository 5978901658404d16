/** What a call of the staff's desk states besides what every call does. */
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
