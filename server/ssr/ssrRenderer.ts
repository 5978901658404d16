import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import { SSR_GLOBAL, SSR_SCRIPT } from '../../build/ssrScript.ts';
import type { ClientConfig } from '../../src/contract/config.ts';

export interface SsrRequest {
  readonly tenant: string;
  /** File name below the tenant, such as 'gallery.html'. */
  readonly page: string;
  /** Path and query of the address. */
  readonly pathname: string;
  readonly search: string;
  readonly config: ClientConfig;
  /** Text of `#first-data`. */
  readonly data: string;
}

/** A page's first commit, drawn ahead. */
export interface SsrResult {
  readonly html: string;
  /** Rules the HTML needs: the policy allows no style attributes. */
  readonly css: string;
}

/** Draws pages ahead (`src/app/boot/ssrEntry.tsx`); null: this one is not, or the build has no such script. */
export type RenderToHtml = (request: SsrRequest) => SsrResult | null;

/** The same answers give the same picture: so many are remembered. */
const REMEMBERED = 200;
/** An event begins or ends while its answers stay the same. */
const SAME_MS = 60_000;

interface SsrRendererDeps {
  readonly now: () => number;
  /** Told of a script that does not run. Pages are then drawn by the client. */
  readonly onError: (error: unknown) => void;
}

/** Reads the build's script once. */
export function createSsrRenderer(dist: string, { now, onError }: SsrRendererDeps): () => Promise<RenderToHtml> {
  let reading: Promise<RenderToHtml> | null = null;
  const read = async (): Promise<RenderToHtml> => {
    const code = await readFile(join(dist, SSR_SCRIPT), 'utf8').catch(() => null);
    try {
      return code === null ? () => null : remember(createDrawing(code), now);
    } catch (error) {
      onError(error);
      return () => null;
    }
  };
  return () => {
    reading ??= read();
    return reading;
  };
}

/** A context of its own, with the little of a browser that drawing looks at. */
function createDrawing(code: string): RenderToHtml {
  const place = { pathname: '/', search: '' };
  const context = createContext({
    URL,
    URLSearchParams,
    console,
    // Nothing happens later: what is drawn is all there is.
    setTimeout: () => 0,
    clearTimeout: () => undefined,
    location: place,
    navigator: {},
    // Wide: what narrow screens draw besides has its place in the frame (renderShell.ts).
    matchMedia: () => ({ matches: false }),
  });
  new Script(code, { filename: SSR_SCRIPT }).runInContext(context);
  const draw = new Script(`(input) => ${SSR_GLOBAL}.renderToHtml(JSON.parse(input))`).runInContext(context) as (
    input: string,
  ) => string | null;
  return ({ pathname, search, page, ...rest }) => {
    Object.assign(place, { pathname, search });
    const html = draw(JSON.stringify({ ...rest, page: page.replace(/\.html$/, '') }));
    return html === null ? null : withoutStyles(html);
  };
}

function remember(draw: RenderToHtml, now: () => number): RenderToHtml {
  const known = new Map<string, SsrResult | null>();
  return (request) => {
    const key = createHash('sha256')
      .update(JSON.stringify([request, Math.floor(now() / SAME_MS)]))
      .digest('base64');
    const screen = known.get(key) ?? draw(request);
    known.delete(key);
    known.set(key, screen);
    const [oldest] = known.keys();
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
    return screen;
  };
}

const STYLE = / style="([^"]*)"/g;
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/;

/** Style attributes as rules. Quotes in texts are escaped, so every match is an attribute. */
function withoutStyles(html: string): SsrResult {
  const numbers = new Map<string, number>();
  const drawn = html.replace(PRELOADS, '').replace(STYLE, (_match, style: string) => {
    const number = numbers.get(style) ?? numbers.size;
    numbers.set(style, number);
    return ` data-s="${number}"`;
  });
  const css = [...numbers].map(([style, number]) => `[data-s="${number}"]{${plainStyle(style)}}`).join('');
  return { html: drawn, css };
}

/** Values are numbers, lengths and colours; anything that could end a rule is none of them. */
const plainStyle = (style: string) => style.replace(/[<>{}&@\\]/g, '');
