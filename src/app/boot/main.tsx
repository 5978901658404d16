import '../../styles/tokens.css';
import '../../styles/base.css';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { findTenant } from '../../../tenants/index.ts';
import type { Tenant } from '../../../tenants/schema.ts';
import type { ClientConfig } from '../../contract/config.ts';
import { REFERENCE_DATA } from '../../contract/limits.ts';
import { isWallPath } from '../../contract/wallPage.ts';
import { pageOf } from '../../navigation/paths.ts';
import { tenantIdOf } from '../../navigation/tenantIdOf.ts';
import { createQueryClient } from '../../queries/queryClient.ts';
import { ServicesProvider } from '../../services/services.tsx';
import { loadRememberedId } from '../../session/rememberedUser.ts';
import { screenOf } from '../routes/routes.tsx';
import { App } from '../shell/App.tsx';
import { PlainBroken } from '../shell/ErrorBoundary.tsx';
import { followTranslation } from './followTranslation.ts';
import { findRoot, finishHydration } from './hydration.ts';
import { createLazyServices } from './lazyServices.ts';
import { loadConfig } from './loadConfig.ts';
import { runWhenIdle } from './runWhenIdle.ts';
import { hydrateQueryCache } from './ssrData.ts';
import { applyTenantToDocument } from './tenantDocument.ts';
import { fixTabletViewport } from './viewport.ts';

const textOf = (id: string) => document.getElementById(id)?.textContent ?? null;

const loadPhrases = () => void import('./phrases.ts').catch(() => undefined); // no signal for it: lines end anywhere

async function start(): Promise<void> {
  fixTabletViewport();
  const tenantId = tenantIdOf(location, (id) => findTenant(id) !== undefined);
  const tenant = tenantId === null ? null : (findTenant(tenantId) ?? null);
  applyTenantToDocument(tenant);
  await yieldToMain();
  const queryClient = createQueryClient();
  const seeded = hydrateQueryCache(queryClient, tenantId, textOf('first-data'), loadRememberedId());
  try {
    if (tenant !== null && isWallPath(location.pathname)) {
      const [{ startWall }, config] = await Promise.all([
        import('../../wall/startWall.tsx'),
        loadConfig(textOf('config')),
      ]);
      loadPhrases();
      startWall(config, tenant, findRoot().element);
      return;
    }
    const screen = tenant === null ? null : screenOf(pageOf(location.pathname)).load();
    const restored = restoreReferenceData(queryClient);
    const config = await loadConfig(textOf('config'));
    await Promise.all([restored, screen]);
    await yieldToMain();
    draw(config, tenant, queryClient, seeded);
  } catch {
    const StartFailure = await import('../pages/StartFailure.tsx').then(
      ({ StartFailure }) => StartFailure,
      () => PlainBroken,
    );
    finishHydration();
    createRoot(findRoot().element).render(<StartFailure />);
  }
}

function draw(
  config: ClientConfig,
  tenant: Tenant | null,
  queryClient: QueryClient,
  seeded: ReturnType<typeof hydrateQueryCache>,
): void {
  const services = createLazyServices(config, tenant, queryClient);
  const app = (
    <QueryClientProvider client={queryClient}>
      <ServicesProvider services={services}>
        <App />
      </ServicesProvider>
    </QueryClientProvider>
  );
  const { element, isServerRendered: isDrawn } = findRoot();
  followTranslation(document.body);
  // In short steps: the page the server drew is there already and is scrolled meanwhile.
  startTransition(() => {
    // A mismatch, such as the words for a time in a copy the worker kept for days, is simply drawn anew; in development it is told.
    if (isDrawn)
      hydrateRoot(element, app, { onRecoverableError: import.meta.env.DEV ? console.error : () => undefined });
    else createRoot(element).render(app);
  });
  // Lines of what is drawn by then may end elsewhere afterwards: the sooner, the fewer a fan has read.
  runWhenIdle(loadPhrases);
  // One task a step: no tap waits for all of them.
  runWhenIdle(() => void services.startOutbox().catch(() => undefined)); // tried again with the next need
  runWhenIdle(
    () =>
      void import('../../queries/revalidate.ts').then(
        ({ startRevalidation }) => startRevalidation(queryClient, seeded, services),
        () => undefined, // no signal for it: the next page has it
      ),
  );
  runWhenIdle(() => {
    if (import.meta.env.PROD)
      void import('./registerWorker.ts').then(({ registerWorker }) => registerWorker(queryClient));
  });
}

/**
 * Shared data of this window (DAT-01). The first page of a window has nothing to restore and draws without waiting; later ones
 * have the code in the browser's cache.
 */
async function restoreReferenceData(queryClient: QueryClient): Promise<void> {
  const key = `shared-data ${REFERENCE_DATA.version}`;
  const keep = async () =>
    (await import('../../queries/persistReferenceData.ts')).persistReferenceData(queryClient, sessionStorage, key);
  try {
    if (sessionStorage.getItem(key) === null) runWhenIdle(() => void keep().catch(() => undefined));
    else await keep();
  } catch {
    // Storage may be denied: then every page fetches the shared data itself.
  }
}

/** Ends the task: on a slow phone each step of the start takes as long as a tap may wait. */
const yieldToMain = () => new Promise((done) => setTimeout(done));

// After the frame in which the code itself was run.
yieldToMain().then(start);
