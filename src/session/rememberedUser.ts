import type { Suspension } from '../contract/entities.ts';
import type { StaffRole } from '../contract/staffRoles.ts';
import { deviceStorage } from '../platform/storage/webStorage.ts';

/**
 * What a page knows of its signed-in fan in its tenant. Known at once at the start from local storage (§3), then renewed by the server
 * (`renewUser.ts`): another device, tab or tenant may have changed it meanwhile (ACC-13).
 */
export interface SessionUser {
  readonly id: string;
  readonly name: string;
  /** Whether the tenant may use the fan's photos; null if the fan has not been asked or this device does not know (§4 login). */
  readonly usepermit: boolean | null;
  /** Why an operator keeps the fan from posting here; null or absent if nobody does, as far as is known. */
  readonly suspension?: Suspension | null;
  /** Role at the tenant's desk and number of cases that wait; null or absent for everybody else (STF-01f). */
  readonly staff?: { readonly role: StaffRole; readonly waiting: number } | null;
  /**
   * The fan has yet to agree to the tenant's present rules. 'demanded': the fan wants something that only members do, so a rules page
   * that was put off is shown again. Absent if the fan agreed, or if the server has not said.
   */
  readonly agreement?: 'missing' | 'demanded';
}

export const USER_ID = 'USER_ID';
export const USER_NAME = 'USER_NAME';
/** JSON by tenant. An older build kept one value for all tenants; that value counts for none. */
export const USER_PERMISSION = 'USER_PERMISSION';
export const USER_SUSPENSION = 'USER_SUSPENSION';
export const USER_STAFF = 'USER_STAFF';

/** The id of the fan this device remembers; null: nobody, or storage is denied. */
export const loadRememberedId = ({ getItem } = deviceStorage): string | null => getItem(USER_ID);

/** What this device remembers of its fan for a tenant; what writes it is `rememberedUserStore.ts`. null: nobody. */
export function loadRememberedUser(tenantId: string | null, { getItem } = deviceStorage): SessionUser | null {
  const id = getItem(USER_ID);
  if (id === null) return null;
  const ofTenant = (key: string): unknown => (tenantId === null ? undefined : byTenant(getItem(key))[tenantId]);
  const [permission, suspension, staff] = [USER_PERMISSION, USER_SUSPENSION, USER_STAFF].map(ofTenant);
  return {
    id,
    name: getItem(USER_NAME) ?? '',
    usepermit: typeof permission === 'boolean' ? permission : null,
    ...(isSuspension(suspension) ? { suspension } : {}),
    ...(isStaff(staff) ? { staff } : {}),
  };
}

/** Reads a value that is kept by tenant; {} if it is missing or not ours. */
export function byTenant(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

const isStaff = (value: unknown): value is NonNullable<SessionUser['staff']> =>
  typeof value === 'object' && value !== null && 'role' in value && 'waiting' in value;
const isSuspension = (value: unknown): value is Suspension =>
  typeof value === 'object' && value !== null && 'reason' in value && 'until' in value;
