import { PREVIEW_SIDE } from '../src/contract/limits.ts';
import { meantPath } from '../src/contract/meantPath.ts';

/** Which request is answered how. Pure: the table is tested without a worker. */

export type RequestKind =
  /** A page: network, else the page as last seen, else the precached shell. */
  | 'page'
  /** An address that means a page (`meantPath`): the network's word, else the page itself. */
  | 'moved'
  /** A PDF of a tenant: as last seen, else the shell, which says that there is no signal. */
  | 'document'
  | 'config'
  /** A GET of §7. */
  | 'answer'
  /** Published pictures, as lists show them, as they are opened, and whole: never change under their key. */
  | 'thumbnail'
  | 'preview'
  | 'original'
  /** Emblems, icons, styles and sample tags of the tenants that were visited. */
  | 'art';

/** The facts a decision needs. Header names in lower case. */
export interface RequestFacts {
  readonly method: string;
  readonly url: URL;
  readonly mode: string;
  readonly cache: string;
  readonly hasHeader: (name: string) => boolean;
}

const PICTURE =
  /\/(?:ugc|avatar)\/[^/]+\/[^/]+\/(?:(original|thumbnail|preview)\/[A-Za-z0-9]{20}\.jpg|variant\/(\d+)\/[A-Za-z0-9]{20}\.avif)$/;
/** Pages of a tenant and the common ones: `/{tenant}/`, `/{tenant}/x.html`, `/common/x.html`, `/{tenant}/common/x.html`. */
const PAGE = /^\/(?:[a-z0-9-]+\/){0,2}(?:[a-z-]+\.html)?$/;
const DOCUMENT = /^\/[a-z0-9-]+\/[a-z]+\.pdf$/;
/** First segments that are no tenant's. */
const NOT_OURS = /^\/(?:dev|f|idp|identity|s3|assets)\//;
const ART = /^\/[a-z0-9-]+\/[^?]*\.(?:svg|png|webp|css|txt|webmanifest|json|woff2)$/;

/** What screens of a stadium read (`getWall`): they store their own answer, and an old one could show a hidden photo. */
const WALL = /\/wall\/[^/]+\/[\w-]{22}$/;

/** null: the worker keeps out of it. */
export function kindOf({ method, url, mode, cache, hasHeader }: RequestFacts, origin: string): RequestKind | null {
  // 'no-store' is how the queue and its probe go past every cache (T24); a signed request is the object store's business.
  if (method !== 'GET' || cache === 'no-store' || hasHeader('authorization') || hasHeader('range')) return null;
  if (mode === 'navigate') {
    const meant = meantPath(url.pathname);
    if (url.origin !== origin || NOT_OURS.test(meant ?? url.pathname)) return null;
    if (meant !== null) return 'moved';
    return PAGE.test(url.pathname) ? 'page' : DOCUMENT.test(url.pathname) ? 'document' : null;
  }
  // Every call of §7 carries the key, on whatever origin the API is.
  if (hasHeader('x-api-key')) return WALL.test(url.pathname) ? null : 'answer';
  const picture = url.search === '' ? PICTURE.exec(url.pathname) : null;
  if (picture) {
    const [, jpeg, side] = picture;
    if (jpeg === 'original' || jpeg === 'preview') return jpeg;
    return Number(side) >= PREVIEW_SIDE ? 'preview' : 'thumbnail';
  }
  if (url.origin !== origin) return null;
  if (url.pathname === '/config.json') return 'config';
  return ART.test(url.pathname) && !NOT_OURS.test(url.pathname) ? 'art' : null;
}
