/** The built client: shells of every page, hashed assets, tenants' artwork. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type Context as HonoContext } from 'hono';
import { etag } from 'hono/etag';
import type { ClientConfig } from '../../src/contract/config.ts';
import { PAGE_DRAWINGS } from '../../src/contract/loadLimits.ts';
import { meantPath } from '../../src/contract/meantPath.ts';
import { STAFF_FOLDER } from '../../src/contract/staffPages.ts';
import { tenantInAddress } from '../../src/contract/tenantInAddress.ts';
import { WALL_FILE } from '../../src/contract/wallPage.ts';
import { openPath, tenantOfShare } from '../../src/contract/workerPaths.ts';
import type { HandlerDeps, Handlers } from '../api/handlers.ts';
import { type ReadState, within } from '../database/databaseState.ts';
import type { ReadForAll } from '../database/readReplica.ts';
import type { DrawingBudget } from '../ssr/drawingBudget.ts';
import { knownParameters } from '../ssr/pageParameters.ts';
import { createPageScripts, type PageScripts } from '../ssr/pageScripts.ts';
import { createInlineStyles, type InlineStyles } from '../ssr/pageStyles.ts';
import { type RenderedPage, renderPage } from '../ssr/renderPage.ts';
import { shareMeta } from '../ssr/shareMeta.ts';
import { createSsrRenderer, type RenderToHtml } from '../ssr/ssrRenderer.ts';
import type { CallerBindings } from './api.ts';
import { createAssetDeltas } from './assetDeltas.ts';
import { cachingOfPage, PAGE_VARY } from './edgeCaching.ts';
import { answerBody, type EncodedBody, type Encoding, encodeText, encodingOf } from './encodeBody.ts';
import { originOf } from './originOf.ts';
import { createResponseCache, type ResponseCache } from './responseCache.ts';
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
  readonly readState: ReadState;
  /** Who may have a page drawn anew. */
  readonly drawings: DrawingBudget;
  readonly onError: (error: unknown) => void;
}

type SiteContext = HonoContext<{ Bindings: CallerBindings }>;

/** A page as it is given to everybody who asks for it now. */
interface DrawnPage extends RenderedPage {
  readonly tag: string;
  readonly bodies: Map<Encoding, Promise<EncodedBody>>;
}

interface PageDeps extends SiteDeps {
  /** Pages without their data, by their tags. */
  readonly frames: Map<string, DrawnPage>;
  readonly share: ResponseCache<DrawnPage>;
  readonly scripts: PageScripts;
  readonly styles: InlineStyles;
  readonly draw: RenderToHtml;
}

/** A page's data that takes longer is left to the client: the frame opens without it. */
const DATA_WITHIN_MS = 4_000;
/** Pages without data that are remembered. */
const FRAMES = 200;
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** A path of ours has plain names only; '..' and encoded tricks have none. */
const PLAIN_PATH = /^(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*\/?$/;

export function createSite(deps: SiteDeps): Hono<{ Bindings: CallerBindings }> {
  const app = new Hono<{ Bindings: CallerBindings }>();
  const scripts = createPageScripts(deps.dist);
  const styles = createInlineStyles(deps.dist);
  const draw = createSsrRenderer(deps.dist, { now: () => deps.now().getTime(), onError: deps.onError });
  const deltas = createAssetDeltas(deps.dist);
  const clock = () => performance.now();
  const frames = new Map<string, DrawnPage>();
  const share = createResponseCache<DrawnPage>({
    readState: deps.readState,
    now: clock,
    max: PAGE_DRAWINGS.kept,
    bytesOf: ({ html }) => html.length,
  });
  const files = serveStatic({ root: deps.dist, precompressed: true });
  app.get('/assets/*', async (c, next) => {
    if (!isFilePath(c.req.path)) return next();
    const name = c.req.path.slice('/assets/'.length);
    const response = (await deltas.answer(c.req.raw, name)) ?? (await files(c, next));
    if (!(response instanceof Response)) return response;
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', IMMUTABLE);
    deltas.mark(response, name);
    return sameOrWhole(c, response, name);
  });
  app.get('*', async (c, next) => {
    const meant = meantPath(c.req.path);
    const first = meant?.split('/')[1] ?? '';
    if (meant !== null && (first === 'common' || deps.isTenant(first)))
      return c.redirect(meant + new URL(c.req.url).search, 308);
    const file = PLAIN_PATH.test(c.req.path) ? pageFile(c.req.path) : null;
    if (file === null) return next();
    return (
      (await servePage(c, { ...deps, scripts: await scripts(), styles, draw: await draw(), share, frames }, file)) ??
      next()
    );
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

/**
 * A file of the build is named by its content, so its name is its tag. Most browsers never ask twice, but once a day they ask anew for all
 * scripts of a worker, its sender too: unchanged, it is not sent again (OPS-15a).
 */
async function sameOrWhole(c: SiteContext, response: Response, name: string): Promise<Response> {
  const tag = `W/"${name}"`;
  response.headers.set('etag', tag);
  if (response.status !== 200 || c.req.header('if-none-match') !== tag) return response;
  await response.body?.cancel();
  const headers = new Headers(response.headers);
  for (const one of ['content-length', 'content-encoding', 'content-type']) headers.delete(one);
  return new Response(null, { status: 304, headers });
}

/** The compressed copies are another form of a file, not files of their own. */
const isFilePath = (path: string) => PLAIN_PATH.test(path) && !/\.(?:br|gz|dcz)$/.test(path);

/** File of a page's HTML: `/x/` is `/x/index.html`. null: no page. */
function pageFile(path: string): string | null {
  const file = path.endsWith('/') ? `${path}index.html` : path;
  return file.endsWith('.html') ? file.slice(1) : null;
}

async function servePage(c: SiteContext, deps: PageDeps, file: string): Promise<Response | null> {
  const [tenant = '', ...rest] = file.split('/');
  const isTenant = deps.isTenant(tenant);
  const own = await readShell(deps.dist, file);
  // Inside an installed app the shared pages open below the tenant (design); hosts that have no copy use the shared one.
  const html = own ?? (isTenant && rest[0] === 'common' ? await readShell(deps.dist, rest.join('/')) : null);
  if (html === null) return null;
  const frame = withConfig(html, deps.config);
  // The server does not know who asks for a page. To everybody the desk is an address that is not there; the client opens it to staff.
  if (isTenant && rest[0] === STAFF_FOLDER)
    return answerHtml(c, frameOf(frame, deps), { caching: 'no-store', status: 404 });
  // A stadium's screen: all it shows comes by its key. A shared cache may keep the page, but no address with a key.
  if (isTenant && file === `${tenant}/${WALL_FILE}`) {
    const hasKey = c.req.query('k') !== undefined;
    return answerHtml(c, frameOf(frame, deps), { caching: hasKey ? 'private, no-cache' : cachingOfPage(c.req.raw) });
  }
  const page = isTenant ? await drawnFor(c, deps, { frame, tenant, name: rest.join('/') }) : null;
  if (page !== null && page.movedInto !== null) return leadTo(c, page.movedInto);
  if (page !== null) return answerHtml(c, page, { caching: cachingOfPage(c.req.raw), status: page.isGone ? 404 : 200 });
  // A page of a tenant that lacks its data is for this visitor; the next may be luckier.
  return answerHtml(c, frameOf(frame, deps), {
    caching: isTenant ? 'private, no-cache' : cachingOfPage(c.req.raw),
  });
}

/** Leads from the address of a moved event to the one that took its place (STF-08d). */
function leadTo(c: SiteContext, eventId: string): Response {
  const url = new URL(c.req.url);
  url.searchParams.set('e', eventId);
  return new Response(null, {
    status: 301,
    headers: { location: url.pathname + url.search, 'cache-control': cachingOfPage(c.req.raw), vary: PAGE_VARY },
  });
}

function withConfig(html: string, config: ClientConfig): string {
  const data = JSON.stringify(config).replaceAll('<', '\\u003c');
  return html.replace(
    '<!--first-data-->',
    (marker) => `<script type="application/json" id="config">${data}</script>${marker}`,
  );
}

/** A page of a tenant before it is filled. */
interface Frame {
  readonly frame: string;
  readonly tenant: string;
  /** File name below the tenant. */
  readonly name: string;
}

/** Nobody draws the page for this visitor now. */
class NotDrawn extends Error {}

/**
 * The page filled for everybody: kept while nothing of the tenant changed, else drawn anew where the budget has room (HLF-15). null:
 * it is not drawn, or its data cannot be read. The page still opens: the client asks for the data itself and says what is wrong.
 */
async function drawnFor(c: SiteContext, deps: PageDeps, frame: Frame): Promise<DrawnPage | null> {
  const url = new URL(c.req.url);
  const search = knownParameters(url.searchParams);
  if (search === null) return null;
  const origin = originOf(c.req.raw);
  const key = JSON.stringify([frame.name, url.pathname, search.toString(), origin, tagOf(frame.frame)]);
  const draw = async () => {
    const end = deps.drawings.take(c.env?.address ?? null);
    if (end === null) throw new NotDrawn();
    return drawn(await fill(frame, deps, { pathname: url.pathname, search, origin }).finally(end));
  };
  try {
    const question = { tenant: frame.tenant, key, mayLag: true, fan: null };
    // Whoever came to ask at the same moment as somebody without a share has their own.
    return await within(
      DATA_WITHIN_MS,
      deps.share(question, draw).catch((error) => (error instanceof NotDrawn ? draw() : Promise.reject(error))),
    );
  } catch (error) {
    if (!(error instanceof NotDrawn)) deps.onError(error);
    return null;
  }
}

interface Address {
  readonly pathname: string;
  readonly search: URLSearchParams;
  readonly origin: string;
}

/** Rejects when the data cannot be read. */
async function fill(
  { frame, tenant, name }: Frame,
  deps: PageDeps,
  { pathname, search, origin }: Address,
): Promise<RenderedPage> {
  const page = { name, search };
  const query = search.size === 0 ? '' : `?${search}`;
  return deps.readPage(tenant, async (db) => {
    const context = { ...deps, db, tenant, userId: null };
    const filled = await renderPage(frame, page, context, deps.handlers, {
      ...deps,
      draw: (data) => tryRender({ tenant, page: name, pathname, search: query, config: deps.config, data }, deps),
    });
    const shared = { ...page, origin, publicBase: deps.publicBase };
    return { ...filled, html: await shareMeta(filled.html, shared, context, deps.handlers) };
  });
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

const tagOf = (html: string) => `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`;
const drawn = (page: RenderedPage): DrawnPage => ({ ...page, tag: tagOf(page.html), bodies: new Map() });

/** The page without its data, compressed once like the others. There are as many as files; an older build's go. */
function frameOf(html: string, { frames }: PageDeps): DrawnPage {
  const page = drawn({ html, css: '', isGone: false, movedInto: null });
  const known = frames.get(page.tag) ?? page;
  frames.delete(page.tag);
  frames.set(page.tag, known);
  const [oldest] = frames.keys();
  if (frames.size > FRAMES && oldest !== undefined) frames.delete(oldest);
  return known;
}

/** Compressed once, however often the page is given. */
function bodyOf({ html, bodies }: DrawnPage, encoding: Encoding): Promise<EncodedBody> {
  const body = bodies.get(encoding) ?? encodeText(html, encoding);
  bodies.set(encoding, body);
  return body;
}

interface HtmlHead {
  readonly caching: string;
  readonly status?: number;
}

async function answerHtml(c: SiteContext, page: DrawnPage, { caching, status = 200 }: HtmlHead): Promise<Response> {
  const { css, tag } = page;
  const style =
    css === '' ? {} : { [PAGE_STYLE_HEADER]: `sha256-${createHash('sha256').update(css).digest('base64')}` };
  const headers = { 'cache-control': caching, etag: tag, vary: PAGE_VARY, ...style };
  if (status === 200 && c.req.header('if-none-match') === tag) return new Response(null, { status: 304, headers });
  const body = await bodyOf(page, encodingOf(c.req.raw));
  return answerBody(body, { status, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } });
}

async function notFound(c: SiteContext, deps: SiteDeps): Promise<Response> {
  const tenant = tenantInAddress(c.req.path, c.req.query('t'));
  const own = deps.isTenant(tenant) ? await readShell(deps.dist, `${tenant}/404.html`) : null;
  const html = own ?? (await readShell(deps.dist, '404.html')) ?? '<!doctype html><title>404</title>';
  return answerHtml(c, drawn({ html, css: '', isGone: false, movedInto: null }), { caching: 'no-store', status: 404 });
}
