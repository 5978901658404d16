import * as v from 'valibot';
import { FRAME_END, FRAME_START, frameStatus } from '../../build/renderShell.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import { type Endpoint, endpoints, SHORT_CODE_TOKEN } from '../../src/contract/endpoints.ts';
import { type FanEvent, MediaUrl, type Photo, PhotoPage } from '../../src/contract/entities.ts';
import { ApiFailure, type Context, type Handlers } from '../api/handlers.ts';
import { JsonText } from '../database/jsonText.ts';
import { mapHead } from './mapHead.ts';
import { openPhotoLayer } from './openPhotoLayer.ts';
import type { PageScripts } from './pageScripts.ts';
import type { InlineStyles } from './pageStyles.ts';
import { type SsrCall, ssrCallsOf } from './ssrCalls.ts';
import type { SsrResult } from './ssrRenderer.ts';

const DATA_MARKER = '<!--first-data-->';
const IMAGES_MARKER = '<!--first-images-->';
/** Thumbnails asked for by the HTML itself: what a first screen shows. At the usual low priority: raised, they held up the script. */
const PRELOADED = 10;
const MODULES = /<(?:script type="module"[^>]* src|link rel="modulepreload"[^>]* href)="([^"]+)">(?:<\/script>)?/g;
/**
 * The client is asked for once the drawn photos are there (src/app/boot/startScript.js): whatever the priorities say, styles, scripts
 * and pictures share six connections and one line. The script that asks stands behind the photos, so that it takes none of these
 * connections from them. Not `defer`: a photo that hangs would hold up DOMContentLoaded.
 * @param styles addresses of sheets the client needs for what is not drawn yet: asked for with it, not after it
 */
function withLaterScripts(html: string, startScript: string | null, styles: readonly string[]): string {
  if (startScript === null) return html;
  const code = [...styles];
  const bare = mapHead(html, (head) =>
    head.replace(MODULES, (_, at: string) => {
      code.push(at);
      return '';
    }),
  );
  const start = `<script async src="${startScript}" data-code="${code.join(' ')}"></script>`;
  return code.length === 0 ? html : bare.replace('</body>', () => `${start}</body>`);
}
/** More data than this would delay the page it is meant to speed up. In characters. */
const LARGEST_DATA = 64 * 1024;

interface FilledCall extends SsrCall {
  readonly answer: unknown;
  /** The answer alone is more than LARGEST_DATA, and was not read. */
  readonly isTooLarge?: true;
}
type AnyHandler = (context: Context, input: { params: unknown; query: unknown; body: unknown }) => Promise<unknown>;

interface Surroundings {
  readonly publicBase: string;
  readonly scripts: PageScripts;
  readonly styles: InlineStyles;
  /** Draws the page ahead from the text of its first data; null: it is not. */
  readonly draw: (data: string) => SsrResult | null;
}

/** Pages that are there only if this call has an answer. */
const NEEDED: Readonly<Record<string, SsrCall['name']>> = { 'highlights.html': 'getHighlights' };
const isPageGone = (file: string, calls: readonly FilledCall[]): boolean => {
  const needed = NEEDED[file];
  return needed !== undefined && !calls.some(({ name }) => name === needed);
};

/** What stands behind the drawn page: the frame's status line, until the client has its own. */
const REST_ID = 'frame-rest';
/**
 * The first frame shows the drawn page whole: half of it would cost a slow phone a frame, and its last row would jump when the rest
 * comes. The browser waits until it meets the beginning of an element, so this names the element behind the page. Only Chromium does so.
 */
const HOLD_FIRST_FRAME = `<link rel="expect" href="#${REST_ID}" blocking="render">`;

/** A page's HTML, and the text of the style element in it, which its policy must name; '': it has none. */
export interface RenderedPage {
  readonly html: string;
  readonly css: string;
  /** The address is that of a photo, or of highlights, that are not there (any more). */
  readonly isGone: boolean;
  /** Id of the event that takes the place of the one in the address (STF-08d); null: none does. */
  readonly movedInto: string | null;
}

/** Puts the page's first answers and what can be drawn of them at the shell's markers: the open photo, or the first screen. */
export async function renderPage(
  html: string,
  page: { readonly name: string; readonly search: URLSearchParams },
  context: Context,
  handlers: Handlers,
  { publicBase, scripts, styles, draw }: Surroundings,
): Promise<RenderedPage> {
  if (!html.includes(DATA_MARKER)) return { html, css: '', isGone: false, movedInto: null };
  const run = (call: SsrCall) => runCall(call, context, handlers);
  const q = page.search.get('q') ?? '';
  const shared = await openPhotoCalls(q, run);
  const own = await Promise.all(ssrCallsOf(page.name, page.search).map(run));
  const calls = [...shared, ...own].filter((call) => call !== null);
  const photo = photoOf(shared);
  const isPhotoGone = photo === null && (q.startsWith(SHORT_CODE_TOKEN) || v.is(MediaUrl, q));
  const isGone = isPhotoGone || isPageGone(page.name, calls);
  const movedInto = otherEventOf(calls, page.search.get('e'));
  const data = calls.some(({ isTooLarge }) => isTooLarge) ? null : JSON.stringify(calls).replaceAll('<', '\\u003c');
  if (calls.length === 0 || data === null || data.length > LARGEST_DATA) return { html, css: '', isGone, movedInto };
  const layer = photo && openPhotoLayer(photo, publicBase, page);
  const screen = layer === null ? draw(data) : null;
  const preloads = layer?.preload ?? (screen ? leadingPreload(screen.html) : preloadsOf(calls, publicBase));
  const files = scripts.filesOf(page.name, shared.length > 0);
  // First of all: browsers of HTTP/1.1 have six connections, and styles and scripts would take them.
  const head = (screen ? HOLD_FIRST_FRAME : '') + preloads + moduleLinks(files.scripts);
  const body = `${layer?.html ?? ''}<script type="application/json" id="first-data">${data}</script>`;
  const filled = html
    .replace(DATA_MARKER, () => body)
    .replace(IMAGES_MARKER, () => head)
    // Last: the first sheet says in which order the layers of all others count.
    .replace('</head>', () => `${styleLinks(files.styles, html)}</head>`);
  const ahead = layer ?? screen;
  if (ahead === null) return { html: filled, css: '', isGone, movedInto };
  // What is drawn is to be seen with the page itself: no styles are waited for.
  const drawn = await styles(screen ? withScreen(filled, screen.html) : filled);
  const whole = withLaterScripts(drawn.html, scripts.start, drawn.later);
  const css = drawn.css + ahead.css;
  return {
    html: css === '' ? whole : whole.replace('</head>', () => `<style>${css}</style></head>`),
    css,
    isGone,
    movedInto,
  };
}

const ROOT = '<div id="root">';

/**
 * The drawn page in place of the frame, for the client to go on with (src/app/boot/hydration.ts). Until then nothing in it can be
 * pressed: what the fan presses is to happen. `data-first`: phones leave out what is below the first screen (PhotoGrid.module.css).
 */
function withScreen(html: string, screen: string): string {
  const start = html.indexOf(ROOT + FRAME_START);
  const end = html.indexOf(FRAME_END);
  if (start === -1 || end === -1) return html;
  const drawn = `<div id="root" inert data-first>${screen}</div><div id="${REST_ID}">${frameStatus}</div>`;
  return html.slice(0, start) + drawn + html.slice(end + FRAME_END.length + '</div>'.length);
}

/** The photo a link opens over the page (PHO-02): its code's key, itself, and its credit line. Empty: none, or none that is there. */
async function openPhotoCalls(
  q: string,
  run: (call: SsrCall) => Promise<FilledCall | null>,
): Promise<readonly FilledCall[]> {
  const code = q.startsWith(SHORT_CODE_TOKEN)
    ? await run({ name: 'getShortUrl', params: {}, query: { degenerate_url: q } })
    : null;
  const mediaUrl = code === null ? q : (code.answer as { readonly original_url: string }).original_url;
  if (!v.is(MediaUrl, mediaUrl)) return [];
  // As the client writes it: the query cache knows the answer by it.
  const photo = await run({ name: 'getPhoto', params: {}, query: { media_url: btoa(mediaUrl) } });
  const credit = await run({ name: 'getConfigInfo', params: {}, query: { config: 'creditSettingFan' } });
  return [code, photo, credit].filter((call) => call !== null);
}

/** The event that a page's calls found in place of the one that was asked for; null: none, or that one. */
const otherEventOf = (calls: readonly FilledCall[], asked: string | null): string | null =>
  calls.flatMap(({ name, answer }) => {
    const found = name === 'getEvent' ? (answer as Pick<FanEvent, 'event_id'>).event_id : asked;
    return found === asked || found === null ? [] : [found];
  })[0] ?? null;

const photoOf = (calls: readonly FilledCall[]): Photo | null =>
  calls.flatMap(({ name, answer }) =>
    name === 'getPhoto' ? (answer as { readonly list: readonly Photo[] }).list : [],
  )[0] ?? null;

/**
 * The call as an anonymous visitor's; null when it is refused: the page asks again and shows what there is to show. Rejects when there
 * is no telling: a page that misses something for a moment is not to be kept.
 */
async function runCall(call: SsrCall, context: Context, handlers: Handlers): Promise<FilledCall | null> {
  const endpoint: Endpoint = endpoints[call.name];
  const params = v.safeParse(endpoint.params, call.params);
  const query = v.safeParse(endpoint.query, call.query);
  if (!params.success || !query.success) return null;
  const handler = handlers[call.name] as AnyHandler;
  try {
    const answer = await handler(context, { params: params.output, query: query.output, body: {} });
    if (!(answer instanceof JsonText)) return { ...call, answer };
    const { text } = answer;
    if (text.length > LARGEST_DATA) return { ...call, answer: null, isTooLarge: true };
    return { ...call, answer: JSON.parse(text) as unknown };
  } catch (error) {
    if (error instanceof ApiFailure) return null;
    throw error;
  }
}

const moduleLinks = (scripts: readonly string[]): string =>
  scripts.map((src) => `<link rel="modulepreload" crossorigin href="${src}">`).join('');

/** Links of the style sheets the page does not have yet. */
const styleLinks = (styles: readonly string[], html: string): string =>
  styles
    .filter((href) => !html.includes(` href="${href}"`))
    .map((href) => `<link rel="stylesheet" crossorigin href="${href}">`)
    .join('');

/** The first picture a drawn page wants before the others, such as an event's own. */
function leadingPreload(drawn: string): string {
  const image = drawn.match(/(?:<source [^>]*>)?<img [^>]*>/g)?.find((tag) => /fetchpriority="high"/i.test(tag)) ?? '';
  const [, set, sizes] = /<source type="image\/avif" srcSet="([^"]+)" sizes="([^"]+)"/i.exec(image) ?? [];
  if (set !== undefined)
    return `<link rel="preload" as="image" type="image/avif" imagesrcset="${set}" imagesizes="${sizes}" crossorigin="anonymous" fetchpriority="high">`;
  const src = / src="([^"]+)"/.exec(image)?.[1];
  return src === undefined
    ? ''
    : `<link rel="preload" as="image" href="${src}" crossorigin="anonymous" fetchpriority="high">`;
}

function preloadsOf(calls: readonly FilledCall[], publicBase: string): string {
  const photos = calls.flatMap(({ answer }) => {
    const page = v.safeParse(PhotoPage, answer);
    return page.success ? page.output.media_list : [];
  });
  return photos
    .slice(0, PRELOADED)
    .map(
      ({ media_url }) => `<link rel="preload" as="image" href="${publicBase}/${thumbnailKey(media_url)}" crossorigin>`,
    )
    .join('');
}
