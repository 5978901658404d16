/** The browser ended or changed the subscription: a new one is made and told the server, also while no page is open (KEP-04). */
import { createApi } from '../src/api/client.ts';
import { createPushRecord } from '../src/platform/device/pushRecord.ts';
import { deviceId, subscribeWith } from '../src/platform/device/subscribeWith.ts';
import { refreshTokens } from '../src/platform/identity/identityRefresh.ts';
import { createTokenStore } from '../src/platform/identity/identityTokenStore.ts';
import { createTokenSource } from '../src/platform/identity/identityTokens.ts';
import { createClientDatabase } from '../src/platform/storage/clientDatabase.ts';
import { fetchConfig } from './fetchConfig.ts';

declare const self: ServiceWorkerGlobalScope;

/** For each tenant the fan is told of here. Rejects without signal, or where the fan took the permission back: the next start of a page looks again. */
export async function renewPush(): Promise<void> {
  const database = createClientDatabase();
  const record = createPushRecord(database);
  const tokenStore = createTokenStore(database);
  const known = await record.load();
  const owner = await tokenStore.load();
  if (known === null || owner === null || owner.refreshToken === null || owner.userId !== known.userId) return;
  const config = await fetchConfig();
  const tokens = createTokenSource({ store: tokenStore, refresh: (old) => refreshTokens(config.identity, old) });
  const apiOf = (tenant: string) =>
    createApi({
      config,
      getTenant: () => tenant,
      getToken: async (request) => (await tokens.get(request))?.idToken ?? null,
    });
  let body: Awaited<ReturnType<typeof subscribeWith>> | null = null;
  for (const tenant of Object.keys(known.devices)) {
    const api = apiOf(tenant);
    body ??= await subscribeWith(self.registration.pushManager, (await api.getPushKey()).public_key);
    await api.putPushDevice({ body });
    await record.save(known.userId, tenant, await deviceId(body));
  }
}
