import { readJson, writeJson } from '../platform/storage/storedJson.ts';
import { deviceStorage } from '../platform/storage/webStorage.ts';

/** Remembers on this device who wants to be told on it, and in which tenants. Without it no code of pushes is loaded (`syncPushSubscription`). */
const KEY = 'push';

interface Mark {
  readonly userId: string;
  readonly tenants: readonly string[];
}

/** Storage may be denied: then nobody is told here. */
function load(): Mark | null {
  const kept = readJson(deviceStorage, KEY) as Mark | null;
  return kept !== null && Array.isArray(kept.tenants) ? kept : null;
}

function save(mark: Mark | null): void {
  if (mark === null || mark.tenants.length === 0) deviceStorage.removeItem(KEY);
  else writeJson(deviceStorage, KEY, mark);
}

/** Whose device this is, if anybody's. */
export const pushOwner = (): string | null => load()?.userId ?? null;

export function hasPush(tenantId: string, userId: string): boolean {
  const mark = load();
  return mark?.userId === userId && mark.tenants.includes(tenantId);
}

export function rememberPush(tenantId: string, userId: string): void {
  const mark = load();
  const tenants = mark?.userId === userId ? mark.tenants.filter((one) => one !== tenantId) : [];
  save({ userId, tenants: [...tenants, tenantId] });
}

/** In one tenant, or in all. */
export function forgetPush(tenantId?: string): void {
  const mark = load();
  if (mark === null || tenantId === undefined) save(null);
  else save({ ...mark, tenants: mark.tenants.filter((one) => one !== tenantId) });
}
