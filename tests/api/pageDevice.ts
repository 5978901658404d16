/** Browsers of fans, without the browser: the client's own session and API against a real server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../../server/main.ts';
import { createApi } from '../../src/api/client.ts';
import type { ClientConfig } from '../../src/contract/config.ts';
import { createClockOffset } from '../../src/platform/device/clockOffset.ts';
import { createIdentity } from '../../src/platform/identity/identity.ts';
import { namedIdentityError } from '../../src/platform/identity/identityCall.ts';
import { refreshTokens } from '../../src/platform/identity/identityRefresh.ts';
import { type SrpSignIn, signInBySrp } from '../../src/platform/identity/identitySrp.ts';
import { createTokenSource, type Tokens } from '../../src/platform/identity/identityTokens.ts';
import { createWebStorage } from '../../src/platform/storage/webStorage.ts';
import { createRememberedUser } from '../../src/session/rememberedUserStore.ts';
import { createSession } from '../../src/session/session.ts';
import { CLUB } from '../support/tenants.ts';

export const PASSWORD = 'Stadium-2026';

/** A server of its own, and its settings as a client outside of it needs them. */
export async function startDeviceSite() {
  const dataDir = mkdtempSync(join(tmpdir(), 'page-client-'));
  const server = await startServer({ port: 0, host: '127.0.0.1', dataDir, demoPictures: null, dist: null });
  const given = (await (await fetch(`${server.url}/config.json`)).json()) as ClientConfig;
  const absolute = (path: string | null) => (path === null ? null : new URL(path, server.url).href);
  const config: ClientConfig = {
    ...given,
    api: `${server.url}${given.api}`,
    identity: {
      ...given.identity,
      userPoolEndpoint: absolute(given.identity.userPoolEndpoint),
      identityPoolEndpoint: absolute(given.identity.identityPoolEndpoint),
    },
    objects: { ...given.objects, endpoint: absolute(given.objects.endpoint) },
  };
  return {
    config,
    server,
    async codeFor(email: string): Promise<string> {
      const answer = await fetch(`${server.url}/dev/mailbox`, { headers: { accept: 'application/json' } });
      const mails = (await answer.json()) as { to: string; code: string }[];
      return mails.find((mail) => mail.to === email)?.code ?? '';
    },
    async close() {
      await server.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** What the page's worker does, on this thread. */
export const signIn: SrpSignIn = (request) =>
  signInBySrp(request).catch((error: { name: string; message: string }) => {
    throw namedIdentityError(error.name, error.message, 400);
  });

/** What all windows of one browser share. */
export function createBrowser() {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  } as unknown as Storage;
  let kept: Tokens | null = null;
  const store = {
    load: async () => kept,
    save: async (tokens: Tokens) => {
      kept = tokens;
    },
    clear: async () => {
      kept = null;
    },
  };
  return { items, storage, store, channelName: `session-${Math.random()}` };
}

interface DeviceOptions {
  readonly browser?: ReturnType<typeof createBrowser>;
  readonly tenant?: string;
  readonly rulesVersion?: string;
}

/** A window of one fan: by default the only one of its browser, in one tenant. */
export function openDeviceOf(config: ClientConfig, options: DeviceOptions = {}) {
  const { browser = createBrowser(), tenant = CLUB, rulesVersion = '1' } = options;
  const { storage, store } = browser;
  const tokens = createTokenSource({
    store,
    refresh: (old) => refreshTokens(config.identity, old),
    exclusively: (run) => run(),
  });
  const clock = createClockOffset();
  const api = createApi({
    config,
    getTenant: () => tenant,
    getToken: async (request) => (await tokens.get(request))?.idToken ?? null,
    onServerDate: clock.observe,
  });
  const channel = new BroadcastChannel(browser.channelName);
  (channel as unknown as { unref(): void }).unref();
  const session = createSession({
    api,
    tokens,
    channel,
    identity: createIdentity(config.identity, signIn),
    remembered: createRememberedUser(
      () => tenant,
      createWebStorage(() => storage),
    ),
    getTenant: () => ({ id: tenant, rulesVersion }),
  });
  return { api, session, tokens, store, clock };
}
