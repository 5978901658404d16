import * as v from 'valibot';
import { thumbnailKey } from '../../src/contract/config.ts';
import { type Endpoint, endpoints } from '../../src/contract/endpoints.ts';
import { PhotoPage } from '../../src/contract/entities.ts';
import type { Context, Handlers } from '../routes/handlers.ts';
import { JsonText } from '../store/jsonText.ts';
import { type FirstCall, firstData } from './firstData.ts';

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
  publicBase: string,
): Promise<string> {
  if (!html.includes(DATA_MARKER)) return html;
  const calls: FilledCall[] = [];
  for (const call of firstData(page.name, page.search)) {
    const filled = await runCall(call, context, handlers);
    if (filled) calls.push(filled);
  }
  const data = JSON.stringify(calls).replaceAll('<', '\\u003c');
  if (calls.length === 0 || data.length > LARGEST_DATA) return html;
  return html
    .replace(DATA_MARKER, () => `<script type="application/json" id="first-data">${data}</script>`)
    .replace(IMAGES_MARKER, () => preloadsOf(calls, publicBase));
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
