import { factsOf, type PageName } from '../src/contract/pages.ts';
import { STAFF_FOLDER, staffPages } from '../src/contract/staffPages.ts';
import { WALL_FILE } from '../src/contract/wallPage.ts';
import type { Tenant } from '../tenants/schema.ts';

/** The product's name, as titles, manifests and plain pages write it. */
export const productName = '推しコレ';

/** What the HTML of a page says of itself. */
interface PageHead {
  /** Japanese title without the site's name; the home page has none. `tenant` is null on `/common/…`. */
  readonly title: (tenant: Tenant | null) => string | null;
  /** The page belongs to one fan or to a form: kept out of search engines. */
  readonly isPrivate?: true;
  /** False where a tenant lacks the page (TEN-05). */
  readonly existsFor?: (tenant: Tenant) => boolean;
}
/** One page of RTE-01…RTE-16: the same client, served at an address of its own. `name`: file name without `.html`. */
export interface Page extends PageHead {
  readonly name: PageName;
}

const heads: Readonly<Record<PageName, PageHead>> = {
  index: { title: () => null },
  gallery: { title: () => '投稿一覧' },
  'event-list': { title: (tenant) => tenant?.config.eventLabel ?? '企画一覧' },
  'event-detail': { title: () => '企画詳細' },
  highlights: { title: () => 'ハイライト' },
  'player-detail': { title: (tenant) => `${tenant?.config.playerlabel ?? '選手'}の写真` },
  'my-photo': { title: () => 'マイページ', isPrivate: true },
  'ranking-list': { title: () => 'ランキング' },
  outbox: { title: () => '送信待ち', isPrivate: true },
  download: { title: () => '写真のダウンロード', isPrivate: true },
  mediasite: { title: () => '写真一覧' },
  'notice-list': { title: () => 'お知らせ', isPrivate: true },
  tutorial: { title: () => `${productName}について`, existsFor: (tenant) => tenant.features.tutorial },
  settings: { title: () => '設定', isPrivate: true },
  'delete-account': { title: () => '退会', isPrivate: true },
  'create-account': { title: () => '新規会員登録' },
  'forgot-password': { title: () => 'パスワードの再設定', isPrivate: true },
  'account-activation': { title: () => '確認コードの入力', isPrivate: true },
  'rule-agreement': { title: () => '利用規約への同意', isPrivate: true },
  'search-result': { title: () => '検索結果', isPrivate: true },
};
const all: readonly Page[] = Object.entries(heads).map(([name, head]) => ({ name: name as PageName, ...head }));

/** Pages below `/{tenant}/`. */
export const tenantPages = all.filter(({ name }) => !factsOf(name).isCommon);
/** Pages below `/common/` with `?t={tenant}`, and below `/{tenant}/common/` inside an installed app. */
export const commonPages = all.filter(({ name }) => factsOf(name).isCommon);

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

/** Files of the staff's desk, one a page and tenant: shells that name no page, as an unknown address has none. */
export const listStaffShells = (tenants: readonly Tenant[]): { file: string; tenant: Tenant; page: null }[] =>
  tenants.flatMap((tenant) =>
    Object.keys(staffPages).map((name) => ({ file: `${tenant.id}/${STAFF_FOLDER}/${name}.html`, tenant, page: null })),
  );

/** Files of the walls, one a tenant: shells without header and frame, because nothing but photos may be on the screen (WAL-05d). */
export const listWallShells = (
  tenants: readonly Tenant[],
): { file: string; tenant: Tenant; page: null; isWall: true }[] =>
  tenants.map((tenant) => ({ file: `${tenant.id}/${WALL_FILE}`, tenant, page: null, isWall: true }));
