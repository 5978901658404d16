import * as v from 'valibot';
import { thumbnailKey } from '../../src/contract/config.ts';
import { type Endpoint, endpoints, SHORT_CODE_TOKEN } from '../../src/contract/endpoints.ts';
import { MediaUrl, type Photo, PhotoPage } from '../../src/contract/entities.ts';
import type { Context, Handlers } from '../routes/handlers.ts';
import { JsonText } from '../store/jsonText.ts';
import { type FirstCall, firstData } from './firstData.ts';
import type { PageScripts } from './pageScripts.ts';

const DATA_MARKER = '<!--first-data-->';
const IMAGES_MARKER = '<!--first-images-->';
/** Thumbnails asked for by the HTML itself: what a first screen shows. At the usual low priority: raised, they held up the script. */
const PRELOADED = 10;
/** More data than this would delay the page it is meant to speed up. In characters. */
const LARGEST_DATA = 64 * 1024;

interface FilledCall extends FirstCall {
  readonly answer: unknown;
}
type AnyHandler = (context: Context, input: { params: unknown; query: unknown; body: unknown }) => Promise<unknown>;

/** Puts the page's first answers and the preloads of its first photos at the shell's markers. */
export async function fillPage(
  html: string,
  page: { readonly name: string; readonly search: URLSearchParams },
  context: Context,
  handlers: Handlers,
  surroundings: { readonly publicBase: string; readonly scripts: PageScripts },
): Promise<string> {
  const { publicBase, scripts } = surroundings;
  if (!html.includes(DATA_MARKER)) return html;
  const run = (call: FirstCall) => runCall(call, context, handlers);
  const shared = await openPhotoCalls(page.search.get('q') ?? '', run);
  const own = await Promise.all(firstData(page.name, page.search).map(run));
  const calls = [...shared, ...own].filter((call) => call !== null);
  const data = JSON.stringify(calls).replaceAll('<', '\\u003c');
  if (calls.length === 0 || data.length > LARGEST_DATA) return html;
  const preloads = shared.length > 0 ? openPhotoPreload(shared, publicBase) : preloadsOf(calls, publicBase);
  return html
    .replace(DATA_MARKER, () => `<script type="application/json" id="first-data">${data}</script>`)
    .replace(IMAGES_MARKER, () => preloads + scripts.linksOf(page.name, shared.length > 0));
}

/** The photo a link opens over the page (PHO-02): its code's key, itself, and its credit line. Empty: none, or none that is there. */
async function openPhotoCalls(
  q: string,
  run: (call: FirstCall) => Promise<FilledCall | null>,
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

/** The open photo is what the page is for: before everything else. Its thumbnail stands in for it meanwhile. */
function openPhotoPreload(calls: readonly FilledCall[], publicBase: string): string {
  return calls
    .flatMap(({ name, answer }) => (name === 'getPhoto' ? (answer as { readonly list: readonly Photo[] }).list : []))
    .map(
      ({ media_url }) =>
        `<link rel="preload" as="image" href="${publicBase}/${media_url}" crossorigin fetchpriority="high">`,
    )
    .join('');
}

/** The call as an anonymous visitor's; null when it is refused: the page asks again and shows what there is to show. */
async function runCall(call: FirstCall, context: Context, handlers: Handlers): Promise<FilledCall | null> {
  const endpoint: Endpoint = endpoints[call.name];
  const params = v.safeParse(endpoint.params, call.params);
  const query = v.safeParse(endpoint.query, call.query);
  if (!params.success || !query.success) return null;
  const handler = handlers[call.name] as AnyHandler;
  try {
    const answer = await handler(context, { params: params.output, query: query.output, body: {} });
    return { ...call, answer: answer instanceof JsonText ? answer.parse() : answer };
  } catch {
    return null;
  }
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
