/** The address of a page as analytics may know it (TEN-12): what names public things, and nothing a fan typed, is or saw. */
import { PLAYER_NAME_MAX } from '../contract/limits.ts';
import { factsOf, type PageName } from '../contract/pages.ts';
import { tenantInAddress } from '../contract/tenantInAddress.ts';
import { pageOf } from './paths.ts';

const isId = (value: string) => /^[\w:-]{1,64}$/.test(value);
/** A player by the name the club lists: kana, kanji, letters and marks of names. No digits and no '@': no address or number of anybody. */
const isPersonName = (value: string) => value.length <= PLAYER_NAME_MAX && /^[\p{L}\p{M} 　・.'’ー=＝-]+$/u.test(value);

/** Parameters that name something public, by page. All others go: searches, photos, fans, tabs, drafts, campaigns. */
const PUBLIC: Readonly<Partial<Record<PageName, Readonly<Record<string, (value: string) => boolean>>>>> = {
  gallery: { team: isId },
  'event-detail': { e: isId },
  'player-detail': { p: isPersonName },
};

export interface PublicPage {
  readonly page: PageName;
  /** Path and query. Pages common to all tenants name the tenant in `t`, wherever the app has them. */
  readonly path: string;
}

/** null: no page of the tenant. */
export function publicAddress(
  { pathname, search }: { readonly pathname: string; readonly search: string },
  tenantId: string,
): PublicPage | null {
  const page = pageOf(pathname);
  if (page === null) return null;
  const given = new URLSearchParams(search);
  if (tenantInAddress(pathname, given.get('t')) !== tenantId) return null;
  const query = new URLSearchParams(factsOf(page).isCommon ? { t: tenantId } : {});
  for (const [name, isPublic] of Object.entries(PUBLIC[page] ?? {})) {
    const value = given.get(name);
    if (value !== null && isPublic(value)) query.set(name, value);
  }
  const folder = factsOf(page).isCommon ? 'common' : tenantId;
  const path = page === 'index' ? `/${folder}/` : `/${folder}/${page}.html`;
  return { page, path: query.size === 0 ? path : `${path}?${query}` };
}
