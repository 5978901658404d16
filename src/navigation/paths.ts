/** Every address of the product, typed (§2 Pages). Features and pages write no address by hand. */
import { useMemo } from 'react';
import { type CommonPage, type PageName, pageNamed, type TenantPage } from '../contract/pages.ts';
import type { FacetParam } from '../contract/photoFields.ts';
import type { StaffPage } from '../contract/staffPages.ts';
import { useServices } from '../services/services.tsx';

/** Page an address names; null: none of ours (RTE-18). */
export function pageOf(pathname: string): PageName | null {
  const [first = '', second = '', third, ...rest] = pathname.split('/').slice(1);
  if (rest.length > 0) return null;
  if (first === 'common') return third === undefined ? pageNamed(second, true) : null;
  if (second === 'common') return pageNamed(third ?? '', true);
  if (third !== undefined) return null;
  return second === '' ? 'index' : pageNamed(second, false);
}

type Query = Readonly<Record<string, string | null | undefined>>;

function withQuery(path: string, query: Query): string {
  const filled = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] != null && entry[1] !== '',
  );
  const text = new URLSearchParams(filled).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Conditions of the search result page; one of them is given (RTE-15). */
export interface SearchQuery extends Readonly<Partial<Record<FacetParam, string>>> {
  readonly e?: string;
  readonly s?: string;
  readonly text?: string;
  readonly event_name?: string;
}

/** Tabs of the personal page (TAB-01); without one its home. */
export type MemberMode = 'my-photo' | 'my-event' | 'collection';

/** Addresses of one tenant. */
export interface Paths {
  readonly home: string;
  /** Home by its file name: where a logout leads (spec §4). */
  readonly index: string;
  readonly gallery: (team?: string | null) => string;
  readonly eventList: string;
  readonly event: (eventId: string) => string;
  /** The highlights of an event that the club published (WAL-07). */
  readonly highlights: (eventId: string) => string;
  readonly player: (name: string) => string;
  /** Without an id: the signed-in fan's own page. */
  readonly member: (userId?: string, mode?: MemberMode) => string;
  readonly ranking: string;
  /** What waits to be sent. */
  readonly outbox: string;
  /** A page of the staff's desk; without a name its first. */
  readonly staff: (page?: StaffPage) => string;
  /** Photos of an event, to be saved (RTE-16). */
  readonly download: (eventId?: string) => string;
  /** A page common to all tenants; inside an installed app it stays in the app's scope (TEN-11). */
  readonly common: (page: CommonPage, query?: Query) => string;
  readonly search: (query: SearchQuery) => string;
  /** PDFs of the tenant (TEN-08). */
  readonly document: (name: 'terms' | 'privacy' | 'oss') => string;
}

/** `isInstalled`: the page runs as an installed app. */
export function createPaths(tenantId: string, isInstalled: boolean): Paths {
  const page = (name: TenantPage, query: Query = {}) => withQuery(`/${tenantId}/${name}.html`, query);
  const common = (name: CommonPage, query: Query = {}) =>
    isInstalled
      ? withQuery(`/${tenantId}/common/${name}.html`, query)
      : withQuery(`/common/${name}.html`, { t: tenantId, ...query });
  return {
    home: `/${tenantId}/`,
    index: page('index'),
    gallery: (team) => page('gallery', { team }),
    eventList: page('event-list'),
    event: (eventId) => page('event-detail', { e: eventId }),
    highlights: (eventId) => page('highlights', { e: eventId }),
    player: (name) => page('player-detail', { p: name }),
    member: (userId, mode) => page('my-photo', { u: userId, mode }),
    ranking: page('ranking-list'),
    outbox: page('outbox'),
    staff: (name = 'index') => `/${tenantId}/staff/${name === 'index' ? '' : `${name}.html`}`,
    download: (eventId) => page('download', { e: eventId }),
    common,
    search: (query) => common('search-result', { ...query }),
    document: (name) => `/${tenantId}/${name}.pdf`,
  };
}

/** True inside an installed app; iOS tells it its own way. */
export function isInstalledApp(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)
  );
}

/** Addresses of this page's tenant. Only below the routes of a known tenant. */
export function usePaths(): Paths {
  const { tenant } = useServices();
  if (tenant === null) throw new Error('No tenant on this page');
  return useMemo(() => createPaths(tenant.id, isInstalledApp()), [tenant.id]);
}
