import type { QueryClient } from '@tanstack/react-query';
import type { Tenant } from '../../tenants/schema.ts';
import type { ClientConfig } from '../contract/config.ts';
import { AppError } from '../contract/errors.ts';
import type { Database } from '../platform/database.ts';
import type { Drafts } from '../platform/drafts.ts';
import { createPageClient } from '../session/createPageClient.ts';
import type { Services } from '../session/services.tsx';
import type { Device } from './device.ts';
import { createLazyOutbox } from './lazyOutbox.ts';

export interface AppServices extends Services {
  /** Starts the queue: what waits from an earlier visit is sent. To be called once the first screen stands. */
  readonly startOutbox: () => Promise<void>;
}

/** Makes every effect of the page once; database and queue are loaded with the first need. */
export function createServices(config: ClientConfig, tenant: Tenant | null, queryClient: QueryClient): AppServices {
  const device = loadOnce(async () => {
    const { createDevice } = await import('./device.ts');
    const made = createDevice(client.loadSender);
    outbox.attach(made.outbox);
    made.broadcast.listen((message) => {
      if (message.kind === 'registered')
        void queryClient.invalidateQueries({ predicate: ({ queryKey }) => REFRESHED.has(String(queryKey[1])) });
    });
    return made;
  });
  const outbox = createLazyOutbox(async () => (await device()).outbox);
  const database: Database = {
    run: async (work) => (await device()).database.run(work),
    close: () => void device().then(({ database }) => database.close()),
  };
  const client = createPageClient({ config, tenant, database, onSignedOut: wipeUsers });
  drainAfterLogin(client.session, device);
  return {
    config,
    tenant,
    api: client.api,
    freshness: client.freshness,
    session: client.session,
    preparer: client.preparer,
    objects: client.objects,
    outbox,
    drafts: lazyDrafts(device),
    startOutbox: async () => {
      (await device()).outbox.start();
    },
  };
}

/** Calls whose answers change with a photo of our own that arrived. */
const REFRESHED: ReadonlySet<string> = new Set(['getPublicList', 'getEvent', 'getEvents', 'getMemorialEvents']);

/** What the worker kept in a fan's name goes with the fan (DAT-03). */
function wipeUsers(): void {
  navigator.serviceWorker?.controller?.postMessage({ type: 'WIPE_USERS' });
}

function drainAfterLogin(session: Services['session'], device: () => Promise<Device>): void {
  let status = session.getState().status;
  session.subscribe(() => {
    const before = status;
    status = session.getState().status;
    if (status === 'signedIn' && before !== 'signedIn') void device().then(({ outbox }) => outbox.drain('login'));
  });
}

function lazyDrafts(device: () => Promise<Device>): Drafts {
  const drafts = async () => (await device()).drafts;
  return {
    saveDraft: async (tenant, form) => (await drafts()).saveDraft(tenant, form),
    loadDraft: async (tenant) => (await drafts()).loadDraft(tenant),
    addDraftPhoto: async (tenant, name, bytes) => (await drafts()).addDraftPhoto(tenant, name, bytes),
    savePreparedPhoto: async (tenant, name, made) => (await drafts()).savePreparedPhoto(tenant, name, made),
    readDraftPhoto: async (at) => (await drafts()).readDraftPhoto(at),
    dropDraftPhoto: async (tenant, name) => (await drafts()).dropDraftPhoto(tenant, name),
    dropDraft: async (tenant) => (await drafts()).dropDraft(tenant),
    sweepBytes: async () => (await drafts()).sweepBytes(),
  };
}

/** A failed import (no signal, a new build) is tried again with the next call. */
function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    loading ??= load().catch((cause: unknown) => {
      loading = null;
      throw cause instanceof AppError ? cause : new AppError('NETWORK', 'later', { cause });
    });
    return loading;
  };
}
