import { escapeHtml } from '../server/ssr/escapeHtml.ts';
import { PAGE_META_TAG } from '../src/contract/pageMetaTag.ts';
import { factsOf } from '../src/contract/pages.ts';
import type { Tenant } from '../tenants/schema.ts';
import { EARLY_SCRIPT } from './earlyScript.ts';
import { renderBars } from './frameBars.ts';
import { type Page, productName } from './pageList.ts';

/** Ground of the page in the dark scheme (tokens.css `--ground`): the browser's bars take it. */
const darkGround = '#131416';
const neutralBrand = '#26303c';
const tileCount = 12;
/** Around the frame: the server may draw the page itself in its place (server/ssr/renderPage.ts). */
export const FRAME_START = '<!--frame-->';
export const FRAME_END = '<!--/frame-->';
export const frameStatus = '<p class="frame-status" role="status">読み込み中です</p>';

/**
 * The HTML of one page from the built template (src/app/index.html). Pure: the same arguments give the same text.
 *
 * `tenant` is null where the address names none: `/common/…`, and the offline shell, which the client dresses from the URL.
 * The template's markers `<!--first-images-->` (head) and `<!--first-data-->` (body, before the entry runs) are left for the
 * server to fill per request. `isWall`: a stadium screen, which shows no frame while it loads.
 */
export function renderShell(
  template: string,
  { tenant, page, isWall = false }: { tenant: Tenant | null; page: Page | null; isWall?: boolean },
): string {
  return template
    .replace('<html lang="ja">', () => openHtml(tenant, page))
    .replace('<!--shell-head-->', () => renderHead(tenant, page))
    .replace('<!--shell-bars-->', () => (isWall ? '' : renderBars(tenant, page?.name ?? null)))
    .replace('<!--shell-frame-->', () => (isWall ? '' : renderFrame(tenant, page)));
}

/** Title of a page: 'page | tenant 推しコレ'. */
export function shellTitle(tenant: Tenant | null, page: Page | null): string {
  const site = tenant ? `${tenant.name} ${productName}` : productName;
  const title = page?.title(tenant) ?? null;
  return title === null ? site : `${title} | ${site}`;
}

function openHtml(tenant: Tenant | null, page: Page | null): string {
  const tenantAttribute = tenant ? ` data-tenant="${escapeHtml(tenant.id)}"` : '';
  const pageAttribute = page ? ` data-page="${escapeHtml(page.name)}"` : '';
  return `<html lang="ja"${tenantAttribute}${pageAttribute}>`;
}

function renderHead(tenant: Tenant | null, page: Page | null): string {
  const description = tenant
    ? `${tenant.lead}${tenant.name}を応援する人たちの写真コミュニティ「${productName}」。`
    : `応援の写真を、みんなで集めるコミュニティ「${productName}」。`;
  const lines = [
    EARLY_SCRIPT,
    `<title>${escapeHtml(shellTitle(tenant, page))}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    PAGE_META_TAG,
    '<meta name="color-scheme" content="light dark">',
    `<meta name="theme-color" content="${tenant?.config.colors.brand ?? neutralBrand}" media="(prefers-color-scheme: light)">`,
    `<meta name="theme-color" content="${darkGround}" media="(prefers-color-scheme: dark)">`,
    '<meta name="format-detection" content="telephone=no">',
    ...(page?.isPrivate ? ['<meta name="robots" content="noindex">'] : []),
    ...(tenant ? tenantLinks(tenant) : ['<link rel="icon" href="/brand.svg" type="image/svg+xml">']),
  ];
  return lines.join('\n    ');
}

function tenantLinks(tenant: Tenant): string[] {
  const base = escapeHtml(tenant.index);
  return [
    '<meta name="mobile-web-app-capable" content="yes">',
    // iPhones before 17.4 know this name only, and read the two below it only beside it.
    '<meta name="apple-mobile-web-app-capable" content="yes">',
    '<meta name="apple-mobile-web-app-status-bar-style" content="default">',
    `<meta name="apple-mobile-web-app-title" content="${escapeHtml(tenant.shortName)}">`,
    `<link rel="manifest" href="${base}manifest.webmanifest">`,
    `<link rel="icon" href="${base}logo.svg" type="image/svg+xml">`,
    `<link rel="icon" href="${base}icons/favicon-32.png" sizes="32x32" type="image/png">`,
    `<link rel="apple-touch-icon" href="${base}icons/apple-touch-180.png">`,
  ];
}

/** What stands below the bars until the page is drawn (frame.css): its title, and places of what comes. */
function renderFrame(tenant: Tenant | null, page: Page | null): string {
  const { hasNoMenu = false } = factsOf(page?.name ?? null);
  const menu = hasNoMenu ? '' : '<div class="frame-rail"></div>';
  const title = page && isHeading(page.name) ? (page.title(tenant) ?? '') : '';
  const tiles = '<i></i>'.repeat(tileCount);
  return (
    `${FRAME_START}${frameStatus}<div class="frame" aria-hidden="true"><div class="frame-body">${menu}` +
    `<div class="frame-main"><div class="frame-heading">${escapeHtml(title)}</div><div class="frame-grid">${tiles}</div></div>` +
    `</div></div>${FRAME_END}`
  );
}

/** Pages whose title is their heading; the others are headed by a name or a sentence of their own. */
const isHeading = (name: Page['name']) =>
  !['event-detail', 'player-detail', 'my-photo', 'mediasite', 'tutorial', 'create-account'].includes(name);
