import type { Tenant } from '../../../tenants/schema.ts';
import type { PageName } from '../../contract/pages.ts';
import { pageTitles } from '../../messages/ja.ts';
import type { Paths } from '../../navigation/paths.ts';

/** One step of the breadcrumb (§3): with a url it is a link, the last one is the present page. */
export interface Crumb {
  readonly label: string;
  readonly url?: string;
}

/** Title of a page in this tenant's words. `isOthers`: another fan's personal page. */
export function pageTitle(page: PageName, tenant: Tenant, isOthers = false): string {
  if (isOthers) return pageTitles.fan;
  if (page === 'event-list') return tenant.config.eventLabel;
  if (page === 'player-detail') return pageTitles.photosOf(tenant.config.playerlabel);
  return pageTitles[page];
}

/** The central list of breadcrumbs (BRC-01), without its first step TOP; the home page has none. A page may pass its own. */
export function breadcrumbsOf(page: PageName, tenant: Tenant, paths: Paths, isOthers = false): readonly Crumb[] {
  if (page === 'index') return [];
  const own: Crumb = { label: pageTitle(page, tenant, isOthers) };
  return page === 'event-detail' ? [{ label: tenant.config.eventLabel, url: paths.eventList }, own] : [own];
}
