/** robots.txt, and a sitemap per tenant. */
import { Hono } from 'hono';
import { tenants } from '../../tenants/index.ts';
import type { Tenant } from '../../tenants/schema.ts';
import type { HandlerDeps } from '../api/handlers.ts';
import { readPublicHighlights } from '../api/highlights/repository.ts';
import { readEventIds, readPersonCounts } from '../api/referenceData/repository.ts';
import { escapeHtml } from '../ssr/escapeHtml.ts';
import { cachingOfPage, PAGE_VARY } from './edgeCaching.ts';
import { originOf } from './originOf.ts';

/** Addresses in one file; the format's own bound is 50,000. */
const ADDRESSES = 10_000;
/** Pages worth finding besides events and people. */
const SITEMAP_PAGES = ['', 'gallery.html', 'event-list.html'] as const;
const CLOSED = ['/f/', '/idp', '/identity', '/dev/', '/common/'] as const;

export function createSiteMap(deps: HandlerDeps): Hono {
  const app = new Hono();
  app.get('/robots.txt', (c) => {
    const lines = ['User-agent: *', ...CLOSED.map((path) => `Disallow: ${path}`)];
    return c.text(`${[...lines, '', `Sitemap: ${originOf(c.req.raw)}/sitemap.xml`].join('\n')}\n`);
  });
  app.get('/sitemap.xml', (c) => {
    const origin = originOf(c.req.raw);
    const maps = tenants
      .filter(({ id }) => deps.isTenant(id))
      .map(({ index }) => `<sitemap><loc>${escapeHtml(`${origin}${index}sitemap.xml`)}</loc></sitemap>`);
    return xml(
      c.req.raw,
      `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${maps.join('')}</sitemapindex>`,
    );
  });
  app.get('/:tenant/sitemap.xml', async (c, next) => {
    const tenant = tenants.find(({ id }) => id === c.req.param('tenant') && deps.isTenant(id));
    if (!tenant) return next();
    const addresses = await addressesOf(tenant, deps);
    const urls = addresses.map((path) => `<url><loc>${escapeHtml(originOf(c.req.raw) + path)}</loc></url>`);
    return xml(c.req.raw, `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`);
  });
  return app;
}

async function addressesOf({ id, index, isPoint, isTeam }: Tenant, { db, now }: HandlerDeps): Promise<string[]> {
  const [events, persons, highlights] = await Promise.all([
    readEventIds(db, id, ADDRESSES),
    readPersonCounts(db, id, now()),
    readPublicHighlights(db, id),
  ]);
  const pages = [...SITEMAP_PAGES, ...(isPoint || isTeam ? ['ranking-list.html'] : [])];
  return [
    ...pages.map((file) => `${index}${file}`),
    ...events.map((event) => `${index}event-detail.html?e=${encodeURIComponent(event)}`),
    ...highlights.map((event) => `${index}highlights.html?e=${encodeURIComponent(event)}`),
    ...persons
      .filter(({ count }) => count > 0)
      .map(({ name }) => `${index}player-detail.html?p=${encodeURIComponent(name)}`),
  ];
}

const xml = (request: Request, body: string) =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`, {
    headers: {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': cachingOfPage(request),
      vary: PAGE_VARY,
    },
  });
