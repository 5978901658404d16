/** The built client: shells of every page, hashed assets, tenants' artwork. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type Context as HonoContext } from 'hono';
import { etag } from 'hono/etag';
import type { Kysely } from 'kysely';
import type { ClientConfig } from '../../src/contract/config.ts';
import { meantPath } from '../../src/contract/meantPath.ts';
import { tenantInAddress } from '../../src/contract/tenantInAddress.ts';
import { openPath, tenantOfShare } from '../../src/contract/workerPaths.ts';
import type { HandlerDeps, Handlers } from '../api/handlers.ts';
import { within } from '../database/databaseState.ts';
import type { ReadForAll } from '../database/readReplica.ts';
import type { Database } from '../database/schema.ts';
import { createPageScripts, type PageScripts } from '../ssr/pageScripts.ts';
import { createInlineStyles, type InlineStyles } from '../ssr/pageStyles.ts';
import { type RenderedPage, renderPage } from '../ssr/renderPage.ts';
import { shareMeta } from '../ssr/shareMeta.ts';
import { createSsrRenderer, type RenderToHtml } from '../ssr/ssrRenderer.ts';
import { createAssetDeltas } from './assetDeltas.ts';
import { cachingOfPage, PAGE_VARY } from './edgeCaching.ts';
import { encodeBody } from './encodeBody.ts';
import { originOf } from './originOf.ts';
import { PAGE_STYLE_HEADER } from './securityHeaders.ts';

export interface SiteDeps extends HandlerDeps {
  /** Folder of the built client. */
  readonly dist: string;
  readonly handlers: Handlers;
  /** Base address of published pictures. */
  readonly publicBase: string;
  /** The client's settings; they come with every page, so that its first photo needs no call before it. */
  readonly config: ClientConfig;
  /** Reads what a page shows to everybody. */
  readonly readPage: ReadForAll;
  readonly onError: (error: unknown) => void;
}

interface PageDeps extends SiteDeps {
  readonly scripts: PageScripts;
  readonly styles: InlineStyles;
  readonly draw: RenderToHtml;
}

/** A page's data that takes longer is left to the client: the frame opens without it. */
const DATA_WITHIN_MS = 4_000;
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** A path of ours has plain names only; '..' and encoded tricks have none. */
const PLAIN_PATH = /^(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*\/?$/;

export function createSite(deps: SiteDeps): Hono {
  const app = new Hono();
  const scripts = createPageScripts(deps.dist);
  const styles = createInlineStyles(deps.dist);
  const draw = createSsrRenderer(deps.dist, { now: () => deps.now().getTime(), onError: deps.onError });
  const deltas = createAssetDeltas(deps.dist);
  const files = serveStatic({ root: deps.dist, precompressed: true });
  app.get('/assets/*', async (c, next) => {
    if (!isFilePath(c.req.path)) return next();
    const name = c.req.path.slice('/assets/'.length);
    const response = (await deltas.answer(c.req.raw, name)) ?? (await files(c, next));
    if (!(response instanceof Response)) return response;
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', IMMUTABLE);
    deltas.mark(response, name);
    return response;
  });
  app.get('*', async (c, next) => {
    const meant = meantPath(c.req.path);
    const first = meant?.split('/')[1] ?? '';
    if (meant !== null && (first === 'common' || deps.isTenant(first)))
      return c.redirect(meant + new URL(c.req.url).search, 308);
    const file = PLAIN_PATH.test(c.req.path) ? pageFile(c.req.path) : null;
    if (file === null) return next();
    return (await servePage(c, { ...deps, scripts: await scripts(), styles, draw: await draw() }, file)) ?? next();
  });
  // A share that comes before the worker is there: its photos cannot be kept, the fan is told in the product (QUE-06).
  app.post('*', (c, next) => {
    const tenant = tenantOfShare(c.req.path);
    if (tenant === null || !deps.isTenant(tenant)) return next();
    return Promise.resolve(c.redirect(openPath(tenant, 'share-failed'), 303));
  });
  app.get('*', etag({ weak: true }), async (c, next) => {
    if (!isFilePath(c.req.path)) return next();
    const response = await files(c, next);
    if (response instanceof Response) response.headers.set('cache-control', 'no-cache');
    return response;
  });
  app.notFound((c) => notFound(c, deps));
  return app;
}

/** The compressed copies are another form of a file, not files of their own. */
const isFilePath = (path: string) => PLAIN_PATH.test(path) && !/\.(?:br|gz|dcz)$/.test(path);

/** File of a page's HTML: `/x/` is `/x/index.html`. null: no page. */
function pageFile(path: string): string | null {
  const file = path.endsWith('/') ? `${path}index.html` : path;
  return file.endsWith('.html') ? file.slice(1) : null;
}

async function servePage(c: HonoContext, deps: PageDeps, file: string): Promise<Response | null> {
  const [tenant = '', ...rest] = file.split('/');
  const isTenant = deps.isTenant(tenant);
  const own = await readShell(deps.dist, file);
  // Inside an installed app the shared pages open below the tenant (design); hosts that have no copy use the shared one.
  const html = own ?? (isTenant && rest[0] === 'common' ? await readShell(deps.dist, rest.join('/')) : null);
  if (html === null) return null;
  const page = withConfig(html, deps.config);
  const filled = isTenant ? await fill(page, deps, tenant, rest.join('/'), c) : { html: page, css: '', isGone: false };
  // A page that lacks its data is for this visitor; the next may be luckier.
  if (filled === null) return answerHtml(c, { html: page, caching: 'private, no-cache' });
  const { isGone, ...rendered } = filled;
  return answerHtml(c, { ...rendered, caching: cachingOfPage(c.req.raw), status: isGone ? 404 : 200 });
}

function withConfig(html: string, config: ClientConfig): string {
  const data = JSON.stringify(config).replaceAll('<', '\\u003c');
  return html.replace(
    '<!--first-data-->',
    (marker) => `<script type="application/json" id="config">${data}</script>${marker}`,
  );
}

/** null: the data cannot be read. The page still opens: the client asks for it itself and says what is wrong. */
async function fill(
  html: string,
  deps: PageDeps,
  tenant: string,
  name: string,
  c: HonoContext,
): Promise<RenderedPage | null> {
  try {
    const { pathname, search, searchParams } = new URL(c.req.url);
    const page = { name, search: searchParams };
    const shared = { ...page, origin: originOf(c.req.raw), publicBase: deps.publicBase };
    const fillAll = async (db: Kysely<Database>) => {
      const context = { ...deps, db, tenant, userId: null };
      const filled = await renderPage(html, page, context, deps.handlers, {
        ...deps,
        draw: (data) => tryRender({ tenant, page: name, pathname, search, config: deps.config, data }, deps),
      });
      return { ...filled, html: await shareMeta(filled.html, shared, context, deps.handlers) };
    };
    return await within(DATA_WITHIN_MS, deps.readPage(tenant, fillAll));
  } catch (error) {
    deps.onError(error);
    return null;
  }
}

/** A page that cannot be drawn ahead is drawn by the client. */
function tryRender(request: Parameters<RenderToHtml>[0], { draw, onError }: PageDeps): ReturnType<RenderToHtml> {
  try {
    return draw(request);
  } catch (error) {
    onError(error);
    return null;
  }
}

async function readShell(dist: string, file: string): Promise<string | null> {
  try {
    return await readFile(join(dist, file), 'utf8');
  } catch {
    return null;
  }
}

interface HtmlAnswer {
  readonly html: string;
  /** Text of the page's own style element; '': it has none. */
  readonly css?: string;
  readonly caching: string;
  readonly status?: number;
}

async function answerHtml(c: HonoContext, { html, css = '', caching, status = 200 }: HtmlAnswer): Promise<Response> {
  const tag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`;
  const style =
    css === '' ? {} : { [PAGE_STYLE_HEADER]: `sha256-${createHash('sha256').update(css).digest('base64')}` };
  const headers = { 'cache-control': caching, etag: tag, vary: PAGE_VARY, ...style };
  if (status === 200 && c.req.header('if-none-match') === tag) return new Response(null, { status: 304, headers });
  return encodeBody(c.req.raw, html, { status, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } });
}

async function notFound(c: HonoContext, deps: SiteDeps): Promise<Response> {
  const tenant = tenantInAddress(c.req.path, c.req.query('t'));
  const own = deps.isTenant(tenant) ? await readShell(deps.dist, `${tenant}/404.html`) : null;
  const html = own ?? (await readShell(deps.dist, '404.html')) ?? '<!doctype html><title>404</title>';
  return answerHtml(c, { html, caching: 'no-store', status: 404 });
}
