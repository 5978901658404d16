import type { Tenant } from '../tenants/schema.ts';

/** The product's name, as titles, manifests and plain pages write it. */
export const productName = '推しコレ';

/** One page of RTE-01…RTE-16: the same client, served at an address of its own. */
export interface Page {
  /** File name without `.html`; also `data-page` on `<html>`. */
  readonly name: string;
  /** Japanese title without the site's name; the home page has none. `tenant` is null on `/common/…`. */
  readonly title: (tenant: Tenant | null) => string | null;
  /** The page belongs to one fan or to a form: kept out of search engines. */
  readonly isPrivate?: true;
  /** Laid out for embedding: its first frame has no menu (RTE-16). */
  readonly hasNoMenu?: true;
  /** False where a tenant lacks the page (TEN-05). */
  readonly existsFor?: (tenant: Tenant) => boolean;
}

/** Pages below `/{tenant}/`. */
export const tenantPages: readonly Page[] = [
  { name: 'index', title: () => null },
  { name: 'gallery', title: () => '投稿一覧' },
  { name: 'event-list', title: (tenant) => tenant?.config.eventLabel ?? '企画一覧' },
  { name: 'event-detail', title: () => '企画詳細' },
  { name: 'player-detail', title: (tenant) => `${tenant?.config.playerlabel ?? '選手'}の写真` },
  { name: 'my-photo', title: () => 'マイページ', isPrivate: true },
  { name: 'ranking-list', title: () => 'ランキング' },
  { name: 'outbox', title: () => '送信待ち', isPrivate: true },
  { name: 'download', title: () => '写真のダウンロード', isPrivate: true },
  { name: 'mediasite', title: () => '写真一覧', hasNoMenu: true },
];

/** Pages below `/common/` with `?t={tenant}`, and below `/{tenant}/common/` inside an installed app. */
export const commonPages: readonly Page[] = [
  { name: 'notice-list', title: () => 'お知らせ', isPrivate: true },
  { name: 'tutorial', title: () => `${productName}について`, existsFor: (tenant) => tenant.features.tutorial },
  { name: 'settings', title: () => '設定', isPrivate: true },
  { name: 'delete-account', title: () => '退会', isPrivate: true },
  { name: 'create-account', title: () => '新規会員登録' },
  { name: 'forgot-password', title: () => 'パスワードの再設定', isPrivate: true },
  { name: 'account-activation', title: () => '確認コードの入力', isPrivate: true },
  { name: 'rule-agreement', title: () => '利用規約への同意', isPrivate: true },
  { name: 'search-result', title: () => '検索結果', isPrivate: true },
];

/** One address of the product: the file a static host serves and what stands in it. */
export interface PageAddress {
  /** Path below the web root without a leading slash, e.g. `{tenant}/gallery.html`. */
  readonly file: string;
  readonly tenant: Tenant | null;
  readonly page: Page;
}

/** Every shell of the product, RTE-01…RTE-18, for the given tenants. */
export function listPages(tenants: readonly Tenant[]): PageAddress[] {
  const ofTenants = tenants.flatMap((tenant) => [
    ...tenantPages.map((page) => ({ file: `${tenant.id}/${page.name}.html`, tenant, page })),
    ...commonPages
      .filter((page) => page.existsFor?.(tenant) ?? true)
      .map((page) => ({ file: `${tenant.id}/common/${page.name}.html`, tenant, page })),
  ]);
  const shared = commonPages.map((page) => ({ file: `common/${page.name}.html`, tenant: null, page }));
  return [...ofTenants, ...shared];
}
