/**
 * The first commit of a page as HTML, drawn by the server from the answers it puts into the page: photos are on the screen before
 * any script has run, also from the worker's copy without signal. Built as a script of its own (`build/ssrScript.ts`)
 * that runs in a context which has of a browser what `server/ssr/ssrRenderer.ts` gives it, such as `location` and `matchMedia`.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import { findTenant } from '../../../tenants/index.ts';
import type { ClientConfig } from '../../contract/config.ts';
import type { PageName } from '../../contract/pages.ts';
import { createQueryClient } from '../../queries/queryClient.ts';
import { splitPhrases } from '../../rules/splitPhrases.ts';
import { type Services, ServicesProvider } from '../../services/services.tsx';
import { ANONYMOUS } from '../../session/sessionState.ts';
import { drawMarksBy } from '../../ui/phrases/phraseMarks.ts';
import { EventDetailPage } from '../pages/EventDetailPage.tsx';
import { EventListPage } from '../pages/EventListPage.tsx';
import { GalleryPage } from '../pages/GalleryPage.tsx';
import { HighlightsPage } from '../pages/HighlightsPage.tsx';
import { HomePage } from '../pages/HomePage.tsx';
import { PageFrame } from '../shell/PageFrame.tsx';
import { hydrateQueryCache } from './ssrData.ts';

drawMarksBy(splitPhrases);

const SSR_PAGES: Partial<Record<PageName, ComponentType>> = {
  index: HomePage,
  gallery: GalleryPage,
  'event-list': EventListPage,
  'event-detail': EventDetailPage,
  highlights: HighlightsPage,
};

interface SsrInput {
  readonly tenant: string;
  readonly page: PageName;
  readonly config: ClientConfig;
  /** Text of `#first-data`. */
  readonly data: string;
}

/** No effect runs while drawing, and stores are asked for what is drawn ahead of them: there are none, and no fan. */
const servicesOf = (config: ClientConfig, tenant: Services['tenant']) =>
  ({ config, tenant, session: { getState: () => ANONYMOUS }, outbox: {}, revalidation: {} }) as Services;

/** HTML of the page's first commit; null: a page that is not drawn ahead. Throws what a component throws. */
export function renderToHtml({ tenant: id, page, config, data }: SsrInput): string | null {
  const tenant = findTenant(id);
  const Page = SSR_PAGES[page];
  if (tenant === undefined || Page === undefined) return null;
  const queryClient = createQueryClient();
  hydrateQueryCache(queryClient, id, data, null);
  return renderToString(
    <Router ssrPath={location.pathname} ssrSearch={location.search}>
      <QueryClientProvider client={queryClient}>
        <ServicesProvider services={servicesOf(config, tenant)}>
          <PageFrame page={page}>
            <Page />
          </PageFrame>
        </ServicesProvider>
      </QueryClientProvider>
    </Router>,
  );
}
