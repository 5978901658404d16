import { escapeHtml } from '../server/ssr/escapeHtml.ts';
import { factsOf, type PageName, type Section } from '../src/contract/pages.ts';
import { openPath } from '../src/contract/workerPaths.ts';
import { frame } from '../src/messages/ja.ts';
import { shell as texts } from '../src/messages/jaShell.ts';
import type { Tenant } from '../tenants/schema.ts';

interface Entry {
  /** null: only the page itself knows the tenant's word. */
  readonly label: string | null;
  /** null: it opens something only the client can. */
  readonly href: string | null;
  readonly section?: Section;
}

/**
 * Header and tab bar with their words, as links that lead there before the page answers (FAN-12e). They lie over the places the client
 * keeps for its own, which take these away (src/app/boot/frameBars.ts). Measures: frameBars.css.
 */
export function renderBars(tenant: Tenant | null, page: PageName | null): string {
  const { hasNoMenu = false, section } = factsOf(page);
  if (hasNoMenu) return '';
  const of = (name: string) => tenant && `${tenant.index}${name}`;
  const home: Entry = { label: texts.home, href: of(''), section: 'home' };
  const gallery: Entry = { label: texts.gallery, href: of('gallery.html'), section: 'gallery' };
  const post: Entry = { label: texts.post, href: tenant && openPath(tenant.id, 'post') };
  const events: Entry = { label: tenant?.config.eventLabel ?? null, href: of('event-list.html'), section: 'events' };
  const ranking: Entry = { label: texts.ranking, href: of('ranking-list.html'), section: 'ranking' };
  const own: Entry = { label: tenant && texts.myPage, href: of('my-photo.html'), section: 'member' };
  const other: Entry = { label: texts.other, href: null };
  const draw = (entries: readonly Entry[]) => entries.map((entry) => renderEntry(entry, section)).join('');
  const nav = [home, gallery, events, ...(tenant?.isPoint ? [ranking] : []), other];
  const tabs = [home, gallery, post, events, tenant?.isPoint ? ranking : own];
  return (
    `<header id="frame-header" class="frame-header">${renderName(tenant)}` +
    `<nav class="frame-nav" aria-label="${texts.mainNav}">${draw(nav)}</nav><i class="frame-join"></i>` +
    `${renderPost(post)}</header>` +
    `<nav id="frame-tabs" class="frame-tabs" aria-label="${texts.mainNav}">${draw(tabs)}</nav>`
  );
}

const renderPost = ({ label, href }: Entry) =>
  href === null
    ? `<span class="frame-post">${label}</span>`
    : `<a class="frame-post" href="${escapeHtml(href)}">${label}</a>`;

function renderName(tenant: Tenant | null): string {
  const mark = `<span class="frame-mark">${frame.product}</span>`;
  if (tenant === null) return `<span class="frame-home">${mark}<b class="frame-short">${frame.product}</b></span>`;
  return (
    `<a class="frame-home" href="${escapeHtml(tenant.index)}">${mark}` +
    // After the photos: the browser reads an SVG picture as a document of its own.
    `<img class="frame-emblem" src="${escapeHtml(tenant.logo)}" width="34" height="34" alt="" loading="lazy">` +
    `<b class="frame-short">${escapeHtml(tenant.shortName)}</b><b class="frame-full">${escapeHtml(tenant.name)}</b></a>`
  );
}

function renderEntry({ label, href, section }: Entry, shown: Section | undefined): string {
  const words = `<i></i><span>${label === null ? '' : escapeHtml(label)}</span>`;
  if (href === null) return `<span class="frame-item">${words}</span>`;
  const current = section !== undefined && section === shown ? ' aria-current="page"' : '';
  return `<a class="frame-item" href="${escapeHtml(href)}"${current}>${words}</a>`;
}
