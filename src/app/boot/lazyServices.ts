import type { QueryClient } from '@tanstack/react-query';
import type { Tenant } from '../../../tenants/schema.ts';
import type { ClientConfig } from '../../contract/config.ts';
import { AppError } from '../../contract/errors.ts';
import { NOTHING_KNOWN } from '../../outbox/client.ts';
import { NEW_ANSWERS, type Services } from '../../services/services.tsx';
import { loadRememberedUser } from '../../session/rememberedUser.ts';
import { rememberedState } from '../../session/sessionState.ts';
import { createDeferredStore, createLazyProxy } from './lazyProxy.ts';

export interface AppServices extends Services {
  /** Starts the queue: what waits from an earlier visit is sent. To be called once the first screen stands. */
  readonly startOutbox: () => Promise<void>;
}

/** Makes every effect of the page once, as fronts whose code comes with the first call (`clientServices.ts`). */
export function createLazyServices(config: ClientConfig, tenant: Tenant | null, queryClient: QueryClient): AppServices {
  const session = createDeferredStore(rememberedState(loadRememberedUser(tenant?.id ?? null)));
  const outbox = createDeferredStore(NOTHING_KNOWN);
  const revalidation = createDeferredStore(NEW_ANSWERS);
  const parts = loadOnce(async () => {
    const { createClientServices } = await import('./clientServices.ts');
    const made = createClientServices(config, tenant, queryClient, session.read());
    session.attach(made.client.session, made.client.session.getState);
    outbox.attach(made.outbox, made.outbox.getSnapshot);
    revalidation.attach(made.client.revalidation, made.client.revalidation.getSnapshot);
    return made;
  });
  const client = async () => (await parts()).client;
  return {
    config,
    tenant,
    api: createLazyProxy(async () => (await client()).api, {}),
    revalidation: {
      getSnapshot: revalidation.read,
      subscribe: revalidation.subscribe,
      report: (endpoint, isStale) => void client().then((real) => real.revalidation.report(endpoint, isStale)),
      forget: (endpoints) => void client().then((real) => real.revalidation.forget(endpoints)),
    },
    session: createLazyProxy(async () => (await client()).session, {
      getState: session.read,
      subscribe: session.subscribe,
    }),
    preparer: createLazyProxy(async () => (await client()).preparer, {}),
    objects: createLazyProxy(async () => (await client()).objects, {}),
    outbox: createLazyProxy(async () => (await parts()).outbox, {
      getSnapshot: outbox.read,
      subscribe: outbox.subscribe,
    }),
    kept: createLazyProxy(async () => (await parts()).kept, {}),
    drafts: createLazyProxy(async () => (await parts()).drafts, {}),
    shareTarget: createLazyProxy(async () => (await parts()).shared, {}),
    startOutbox: async () => {
      (await parts()).outbox.start();
    },
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
