import { pageNamed } from './pages.ts';

const SHAPE = /^\/([a-z0-9-]+)(\/common)?(?:\/([a-z-]+)(?:\.html)?)?\/?$/;

/**
 * Path of the page that an address without `.html`, or in other letters, means (RTE-18). null: it is right already, or means none.
 * Made of names of ours alone, so that it never leads to another site; whether the tenant exists is for the caller to know.
 */
export function meantPath(pathname: string): string | null {
  const [, first, common = '', page] = SHAPE.exec(pathname.toLowerCase()) ?? [];
  if (first === undefined) return null;
  const isShared = first === 'common' || common !== '';
  if (page === undefined ? isShared : pageNamed(`${page}.html`, isShared) === null) return null;
  const path = page === undefined ? `/${first}/` : `/${first}${common}/${page}.html`;
  return path === pathname ? null : path;
}
