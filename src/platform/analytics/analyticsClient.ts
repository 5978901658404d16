/** The random id Google Analytics tells devices apart by (TEN-12): one a tenant, so that no two tenants know a device as the same. */
import { readJson, writeJson } from '../storage/storedJson.ts';
import { deviceStorage } from '../storage/webStorage.ts';
import { removeAnalyticsCookies } from './analyticsCookies.ts';

/** Ids by tenant. */
const KEY = 'analytics_client';

const isRecord = (found: unknown): found is Readonly<Record<string, unknown>> =>
  typeof found === 'object' && found !== null && !Array.isArray(found);

/** The tenant's id for this device, in the form of Google's own ids; made at the first call. Not kept where storage is denied. */
export function analyticsClient(tenantId: string): string {
  const found = readJson(deviceStorage, KEY);
  const known = isRecord(found) ? found : {};
  const kept = known[tenantId];
  if (typeof kept === 'string' && /^\d+\.\d+$/.test(kept)) return kept;
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  const made = `${random}.${Math.floor(Date.now() / 1000)}`;
  writeJson(deviceStorage, KEY, { ...known, [tenantId]: made });
  return made;
}

/** What measuring left on this device, for all tenants. */
export function forgetAnalytics(): void {
  deviceStorage.removeItem(KEY);
  removeAnalyticsCookies();
}
