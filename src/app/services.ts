import type { QueryClient } from '@tanstack/react-query';
import type { Tenant } from '../../tenants/schema.ts';
import type { ClientConfig } from '../contract/config.ts';
import { AppError } from '../contract/errors.ts';
import type { Drafts } from '../platform/drafts.ts';
import type { Services } from '../session/services.tsx';
import { createLazyClient } from './lazyClient.ts';
import { createLazyOutbox } from './lazyOutbox.ts';
import type { PageParts } from './pageParts.ts';

export interface AppServices extends Services {
  /** Starts the queue: what waits from an earlier visit is sent. To be called once the first screen stands. */
  readonly startOutbox: () => Promise<void>;
}

/** Calls whose answers change with a photo of our own that arrived. */
const REFRESHED: ReadonlySet<string> = new Set(['getPublicList', 'getEvent', 'getEvents', 'getMemorialEvents']);

/** Makes every effect of the page once, as fronts whose code comes with the first call (`pageParts.ts`). */
export function createServices(config: ClientConfig, tenant: Tenant | null, queryClient: QueryClient): AppServices {
  const parts = loadOnce(async () => {
    const { createPageParts } = await import('./pageParts.ts');
    const made = createPageParts(config, tenant);
    client.attach(made.client);
    outbox.attach(made.outbox);
    made.broadcast.listen((message) => {
      if (message.kind === 'registered')
        void queryClient.invalidateQueries({ predicate: ({ queryKey }) => REFRESHED.has(String(queryKey[1])) });
    });
    drainAfterLogin(made);
    return made;
  });
  const client = createLazyClient(async () => (await parts()).client);
  const outbox = createLazyOutbox(async () => (await parts()).outbox);
  return {
    config,
    tenant,
    api: client.api,
    freshness: client.freshness,
    session: client.session,
    preparer: { prepare: async (bytes, name) => (await parts()).client.preparer.prepare(bytes, name) },
    objects: {
      put: async (key, bytes, options) => (await parts()).client.objects.put(key, bytes, options),
      deletePhoto: async (mediaUrl) => (await parts()).client.objects.deletePhoto(mediaUrl),
    },
    outbox,
    drafts: lazyDrafts(async () => (await parts()).drafts),
    startOutbox: async () => {
      (await parts()).outbox.start();
    },
  };
}

function drainAfterLogin({ client: { session }, outbox }: PageParts): void {
  let status = session.getState().status;
  session.subscribe(() => {
    const before = status;
    status = session.getState().status;
    if (status === 'signedIn' && before !== 'signedIn') void outbox.drain('login');
  });
}

function lazyDrafts(load: () => Promise<Drafts>): Drafts {
  return {
    saveDraft: async (tenant, form) => (await load()).saveDraft(tenant, form),
    loadDraft: async (tenant) => (await load()).loadDraft(tenant),
    addDraftPhoto: async (tenant, name, bytes) => (await load()).addDraftPhoto(tenant, name, bytes),
    savePreparedPhoto: async (tenant, name, made) => (await load()).savePreparedPhoto(tenant, name, made),
    readDraftPhoto: async (at) => (await load()).readDraftPhoto(at),
    dropDraftPhoto: async (tenant, name) => (await load()).dropDraftPhoto(tenant, name),
    dropDraft: async (tenant) => (await load()).dropDraft(tenant),
    sweepBytes: async () => (await load()).sweepBytes(),
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
