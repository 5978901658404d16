import { escapeHtml } from '../server/ssr/escapeHtml.ts';
import { PAGE_META_TAG } from '../src/contract/pageMetaTag.ts';
import { splitPhrases } from '../src/rules/splitPhrases.ts';
import type { Tenant } from '../tenants/schema.ts';
import { productName } from './pageList.ts';

interface PlainPage {
  readonly tenant: Tenant | null;
  readonly title: string;
  readonly description: string;
  readonly isHidden?: boolean;
  readonly styles: string;
  readonly main: string;
}

/** The root page: a plain list of all communities; runs no script. `styles` is the address of its style sheet. */
export function renderRootPage(tenants: readonly Tenant[], styles: string): string {
  return renderPlainPage({
    tenant: null,
    title: `${productName}｜応援の写真を、みんなで集める`,
    description: '試合で、レースで、ライブで。応援の写真を投稿して、みんなで集めるコミュニティです。',
    styles,
    main: `<h1 class="plain-title">${marked('あの一瞬を、みんなの一枚に。')}</h1>
      <p class="plain-lead">${marked('試合で、レースで、ライブで。応援の写真を投稿して、みんなで集めるコミュニティです。アカウントはすべてのコミュニティで共通です。')}</p>
      <h2 class="plain-heading" id="communities">${marked('コミュニティを選ぶ')}</h2>
      <ul class="communities" aria-labelledby="communities">
        ${tenants.map(renderCommunity).join('\n        ')}
      </ul>`,
  });
}

/** The 404 page (RTE-18, TEN-01): of a tenant where the address names one, else the product's own. */
export function renderNotFoundPage(tenant: Tenant | null, styles: string): string {
  const home = tenant
    ? { url: tenant.index, label: `${tenant.name}のトップへ` }
    : { url: '/', label: 'コミュニティ一覧へ' };
  const emblem = tenant?.logo ?? '/no-event.svg';
  return renderPlainPage({
    tenant,
    title: `ページが見つかりません | ${productName}`,
    description: 'お探しのページは見つかりませんでした。',
    isHidden: true,
    styles,
    main: `<div class="plain-lost">
        <img src="${escapeHtml(emblem)}" width="106" height="106" alt="">
        <h1 class="plain-title">${marked('ページが見つかりません')}</h1>
        <p class="plain-lead">${marked('アドレスが変わったか、写真や企画が削除された可能性があります。')}</p>
        <a class="plain-action" href="${escapeHtml(home.url)}">${marked(home.label)}</a>
      </div>`,
  });
}

/** HTML of a text whose lines end between its phrases (LAY-03a). */
const marked = (text: string): string => splitPhrases(text).map(escapeHtml).join('<wbr>');

function renderCommunity({ id, index, logo, name, lead }: Tenant): string {
  return `<li><a class="community" data-tenant="${escapeHtml(id)}" href="${escapeHtml(index)}"><img src="${escapeHtml(logo)}" width="76" height="76" alt=""><span><span class="community-name">${marked(name)}</span><span class="community-lead">${marked(lead)}</span></span></a></li>`;
}

function renderPlainPage({ tenant, title, description, isHidden, styles, main }: PlainPage): string {
  return `<!doctype html>
<html lang="ja"${tenant ? ` data-tenant="${escapeHtml(tenant.id)}"` : ''}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <title>${escapeHtml(title)}</title>
    <meta name="description" content="${escapeHtml(description)}">
    ${PAGE_META_TAG}
    <meta name="color-scheme" content="light dark">
    <meta name="theme-color" content="#fbfaf8" media="(prefers-color-scheme: light)">
    <meta name="theme-color" content="#131416" media="(prefers-color-scheme: dark)">${isHidden ? '\n    <meta name="robots" content="noindex">' : ''}
    <link rel="icon" href="/brand.svg" type="image/svg+xml">
    <link rel="stylesheet" href="${escapeHtml(styles)}">
  </head>
  <body>
    <div class="plain">
      <header class="plain-header"><a href="/"><img src="/brand.svg" width="36" height="36" alt="">${productName}</a></header>
      <main class="plain-main">
      ${main}
      </main>
      <footer class="plain-footer"><small>© ${productName}</small></footer>
    </div>
  </body>
</html>
`;
}
