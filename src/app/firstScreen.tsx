/**
 * The first commit of a page as HTML, drawn by the server from the answers it puts into the page: photos are on the screen before
 * any script has run, also from the worker's copy without signal. Built as a script of its own (`server/pages/firstScreenScript.ts`)
 * that runs in a context with no more than `location` and `matchMedia` of a browser (`server/http/firstScreens.ts`).
 */
import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { findTenant } from '../../tenants/index.ts';
import type { ClientConfig } from '../contract/config.ts';
import { NOTHING_KNOWN } from '../outbox/client.ts';
import { createPaths, type PageName } from '../session/paths.ts';
import { type Services, ServicesProvider } from '../session/services.tsx';
import { seedFirstData } from './firstData.ts';
import { EventDetailPage } from './pages/EventDetailPage.tsx';
import { EventListPage } from './pages/EventListPage.tsx';
import { GalleryPage } from './pages/GalleryPage.tsx';
import { HomePage } from './pages/HomePage.tsx';
import { createQueryClient } from './queryClient.ts';
import { breadcrumbsOf } from './shell/breadcrumbs.ts';
import { Shell } from './shell/Shell.tsx';

const PAGES: Partial<Record<PageName, ComponentType>> = {
  index: HomePage,
  gallery: GalleryPage,
  'event-list': EventListPage,
  'event-detail': EventDetailPage,
};

interface FirstScreenInput {
  readonly tenant: string;
  readonly page: PageName;
  readonly config: ClientConfig;
  /** Text of `#first-data`. */
  readonly data: string;
}

/** What nobody has told this page yet: an anonymous visitor, an empty queue, new answers. No effect runs while drawing. */
function servicesOf(config: ClientConfig, tenant: Services['tenant']): Services {
  const still = { subscribe: () => () => undefined };
  return {
    config,
    tenant,
    session: { ...still, getState: () => ({ status: 'anonymous' }) },
    outbox: { ...still, getSnapshot: () => NOTHING_KNOWN },
    freshness: { ...still, getSnapshot: () => NEW_ANSWERS },
  } as unknown as Services;
}
const NEW_ANSWERS = { isStale: false, endpoints: new Set() };

/** HTML of the page's first commit; null: a page that is not drawn ahead. Throws what a component throws. */
export function drawFirstScreen({ tenant: id, page, config, data }: FirstScreenInput): string | null {
  const tenant = findTenant(id);
  const Page = PAGES[page];
  if (tenant === undefined || Page === undefined) return null;
  const queryClient = createQueryClient();
  seedFirstData(queryClient, id, data);
  return renderToStaticMarkup(
    <Router ssrPath={location.pathname} ssrSearch={location.search}>
      <QueryClientProvider client={queryClient}>
        <ServicesProvider services={servicesOf(config, tenant)}>
          <Shell page={page} crumbs={breadcrumbsOf(page, tenant, createPaths(id, false))}>
            <Page />
          </Shell>
        </ServicesProvider>
      </QueryClientProvider>
    </Router>,
  );
}
