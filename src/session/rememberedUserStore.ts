import { deviceStorage } from '../platform/storage/webStorage.ts';
import { loadRememberedUser, type SessionUser, USER_ID, USER_NAME, USER_PERMISSION } from './rememberedUser.ts';

const LOGIN_TENANT = 'login_tenant';
const TENANT = 'tenant_id';

export interface RememberedUser {
  load(): SessionUser | null;
  save(user: SessionUser): void;
  clear(): void;
  /** Tenant the fan signed in to (§3 login_tenant), or null. */
  loadLoginTenant(): string | null;
  saveLoginTenant(tenant: string): void;
  /** Tenant last used (§4 logout stores it). */
  saveTenant(tenant: string): void;
}

/** Private windows may deny storage: then the session lasts as long as the page. */
export function createRememberedUser(storage = deviceStorage): RememberedUser {
  return {
    load: () => loadRememberedUser(storage),
    save(user) {
      storage.setItem(USER_ID, user.id);
      storage.setItem(USER_NAME, user.name);
      if (user.usepermit === null) storage.removeItem(USER_PERMISSION);
      else storage.setItem(USER_PERMISSION, String(user.usepermit));
    },
    clear() {
      for (const key of [USER_ID, USER_NAME, USER_PERMISSION, LOGIN_TENANT]) storage.removeItem(key);
    },
    loadLoginTenant: () => storage.getItem(LOGIN_TENANT),
    saveLoginTenant(tenant) {
      storage.setItem(LOGIN_TENANT, tenant);
      storage.setItem(TENANT, tenant);
    },
    saveTenant: (tenant) => void storage.setItem(TENANT, tenant),
  };
}
