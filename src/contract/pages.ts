/** Part of the navigation (HDR-06). */
export type Section = 'home' | 'search' | 'gallery' | 'events' | 'ranking' | 'notices' | 'member';

interface PageFacts {
  /** Section that is marked while the page shows; none: no section is. */
  readonly section?: Section;
  /** Below `/common/` with `?t={tenant}`, and below `/{tenant}/common/` inside an installed app. Others: below `/{tenant}/`. */
  readonly isCommon?: true;
  /** Sets up or ends an account: its footer has no invitation to sign up. */
  readonly isAccount?: true;
  /** Laid out for embedding: no menus (RTE-16). */
  readonly hasNoMenu?: true;
}

/**
 * The route table: every page (§2) by its name in addresses. Other facts of a page stand where they are needed, in tables of all
 * pages that do not compile while one is missing: component (`src/app/routes/routes.tsx`), title and visibility
 * (`build/pageList.ts`), calls for server-side rendering (`server/ssr/ssrCalls.ts`).
 */
export const pages = {
  index: { section: 'home' },
  gallery: { section: 'gallery' },
  'event-list': { section: 'events' },
  'event-detail': { section: 'events' },
  highlights: { section: 'events' },
  'player-detail': { section: 'search' },
  'my-photo': { section: 'member' },
  'ranking-list': { section: 'ranking' },
  outbox: { section: 'member' },
  download: {},
  mediasite: { hasNoMenu: true },
  'notice-list': { isCommon: true, section: 'notices' },
  tutorial: { isCommon: true },
  settings: { isCommon: true, section: 'member' },
  'delete-account': { isCommon: true, isAccount: true },
  'create-account': { isCommon: true, isAccount: true },
  'forgot-password': { isCommon: true, isAccount: true },
  'account-activation': { isCommon: true, isAccount: true },
  'rule-agreement': { isCommon: true, isAccount: true },
  'search-result': { isCommon: true, section: 'search' },
} as const satisfies Readonly<Record<string, PageFacts>>;

export type PageName = keyof typeof pages;
export type CommonPage = {
  [N in PageName]: (typeof pages)[N] extends { readonly isCommon: true } ? N : never;
}[PageName];
export type TenantPage = Exclude<PageName, CommonPage>;

/** Facts of a page; of no page of ours: none. */
export const factsOf = (page: PageName | null): PageFacts => (page === null ? {} : pages[page]);

/** The page a file name means, e.g. 'gallery.html', among the common ones or those of a tenant; null: none. */
export function pageNamed(file: string, isCommon: boolean): PageName | null {
  const name = file.replace(/\.html$/, '');
  const isPage = name !== file && Object.hasOwn(pages, name);
  return isPage && (factsOf(name as PageName).isCommon ?? false) === isCommon ? (name as PageName) : null;
}
