import type { Tenant } from '../../../tenants/schema.ts';
import { frame as texts } from '../../messages/ja.ts';

/**
 * Gives the document its tenant where the HTML names none (`/common/…` and the offline shell): colours, icon, manifest.
 * Pages of a tenant come dressed from the server, so nothing changes there.
 */
export function applyTenantToDocument(tenant: Tenant | null): void {
  const root = document.documentElement;
  if (tenant === null || root.dataset.tenant === tenant.id) return;
  root.dataset.tenant = tenant.id;
  setLink('icon', tenant.logo);
  setLink('manifest', `${tenant.index}manifest.webmanifest`);
}

function setLink(rel: string, href: string): void {
  let link = document.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`);
  if (link === null) {
    link = document.createElement('link');
    link.rel = rel;
    document.head.append(link);
  }
  link.href = href;
}

/** Title of the browser's tab: page, tenant, product, as the HTML shells write it. */
export function documentTitle(tenant: Tenant | null, title: string | null): string {
  const site = tenant === null ? texts.product : `${tenant.name} ${texts.product}`;
  return title === null ? site : `${title} | ${site}`;
}
