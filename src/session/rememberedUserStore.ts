import { deviceStorage } from '../platform/storage/webStorage.ts';
import {
  byTenant,
  loadRememberedId,
  loadRememberedUser,
  type SessionUser,
  USER_ID,
  USER_NAME,
  USER_PERMISSION,
  USER_STAFF,
  USER_SUSPENSION,
} from './rememberedUser.ts';

const LOGIN_TENANT = 'login_tenant';
const TENANT = 'tenant_id';

export interface RememberedUser {
  load(): SessionUser | null;
  /** Replaces what is remembered of another fan, in all tenants. */
  save(user: SessionUser): void;
  clear(): void;
  /** Tenant the fan signed in to (§3 login_tenant). Nothing is decided by it: the server tells who is a member. */
  saveLoginTenant(tenant: string): void;
  /** Tenant last used (§4 logout stores it). */
  saveTenant(tenant: string): void;
}

/** Private windows may deny storage: then the session lasts as long as the page. */
export function createRememberedUser(getTenantId: () => string | null, storage = deviceStorage): RememberedUser {
  const clear = () => {
    for (const key of [USER_ID, USER_NAME, USER_PERMISSION, USER_SUSPENSION, USER_STAFF, LOGIN_TENANT])
      storage.removeItem(key);
  };
  function saveForTenant(key: string, value: unknown): void {
    const tenantId = getTenantId();
    if (tenantId === null) return;
    const { [tenantId]: _, ...others } = byTenant(storage.getItem(key));
    const next = value === null ? others : { ...others, [tenantId]: value };
    if (Object.keys(next).length === 0) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(next));
  }
  return {
    load: () => loadRememberedUser(getTenantId(), storage),
    save(user) {
      if (loadRememberedId(storage) !== user.id) clear();
      storage.setItem(USER_ID, user.id);
      storage.setItem(USER_NAME, user.name);
      saveForTenant(USER_PERMISSION, user.usepermit);
      saveForTenant(USER_SUSPENSION, user.suspension ?? null);
      saveForTenant(USER_STAFF, user.staff ?? null);
    },
    clear,
    saveLoginTenant(tenant) {
      storage.setItem(LOGIN_TENANT, tenant);
      storage.setItem(TENANT, tenant);
    },
    saveTenant: (tenant) => void storage.setItem(TENANT, tenant),
  };
}
