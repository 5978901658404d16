/** What §3 keeps of the signed-in fan in local storage; known at once at start, before any token is read. */

export interface SessionUser {
  readonly id: string;
  readonly name: string;
  /** May the club use the fan's photos? null: not asked yet or not known, so the prompt shows (§4 login). */
  readonly usepermit: boolean | null;
}

const KEYS = {
  id: 'USER_ID',
  name: 'USER_NAME',
  permission: 'USER_PERMISSION',
  loginTenant: 'login_tenant',
  tenant: 'tenant_id',
} as const;

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
export function createRememberedUser(storage: Storage = globalThis.localStorage): RememberedUser {
  const get = (key: string) => attempt(() => storage.getItem(key)) ?? null;
  const set = (key: string, value: string) => attempt(() => storage.setItem(key, value));
  const remove = (key: string) => attempt(() => storage.removeItem(key));
  return {
    load() {
      const id = get(KEYS.id);
      if (id === null) return null;
      const permission = get(KEYS.permission);
      return { id, name: get(KEYS.name) ?? '', usepermit: permission === null ? null : permission === 'true' };
    },
    save(user) {
      set(KEYS.id, user.id);
      set(KEYS.name, user.name);
      if (user.usepermit === null) remove(KEYS.permission);
      else set(KEYS.permission, String(user.usepermit));
    },
    clear() {
      for (const key of [KEYS.id, KEYS.name, KEYS.permission, KEYS.loginTenant]) remove(key);
    },
    loadLoginTenant: () => get(KEYS.loginTenant),
    saveLoginTenant(tenant) {
      set(KEYS.loginTenant, tenant);
      set(KEYS.tenant, tenant);
    },
    saveTenant: (tenant) => set(KEYS.tenant, tenant),
  };
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
