/**
 * Counts the pages a fan opens for the tenant's analytics (TEN-12), while measuring is switched on. Loaded when the page is idle, by
 * tenants with an analytics id alone.
 */
import type { Tenant } from '../../../tenants/schema.ts';
import { pageTitles } from '../../messages/ja.ts';
import { type PublicPage, publicAddress } from '../../navigation/publicAddress.ts';
import { type Analytics, createAnalytics } from '../../platform/analytics/googleAnalytics.ts';
import { type MeasurementChoice, onMeasurementChoice } from '../../platform/measurements/measurementChoice.ts';

interface PageViewDeps {
  readonly tenant: Pick<Tenant, 'id' | 'name' | 'ga'>;
  readonly choice: Pick<MeasurementChoice, 'load' | 'settle'>;
  readonly analytics?: Analytics;
}

const titles: Readonly<Partial<Record<string, unknown>>> = pageTitles;
/** The name of the kind of page: the tab's own title may name a fan or what was searched for. */
const titleOf = ({ page }: PublicPage, tenant: PageViewDeps['tenant']): string => {
  const title = titles[page];
  return `${typeof title === 'string' ? title : page}｜${tenant.name}`;
};

/** Another site's origin; one of our own pages without what is not public; empty: none. */
function cameFrom(referrer: string, tenantId: string): string {
  if (!URL.canParse(referrer)) return '';
  const from = new URL(referrer);
  if (from.origin !== location.origin) return `${from.origin}/`;
  const known = publicAddress(from, tenantId);
  return known === null ? '' : location.origin + known.path;
}

/** What wouter calls its events of `history.pushState` and `replaceState`. */
const MOVES = ['pushState', 'replaceState', 'popstate'] as const;

export function countPageViews({ tenant, choice, ...given }: PageViewDeps): void {
  const analytics = given.analytics ?? createAnalytics({ id: tenant.ga, tenantId: tenant.id });
  let isOn = false;
  /** Address of the last view; null: none since measuring began. */
  let last: string | null = null;

  function count(): void {
    const found = isOn ? publicAddress(location, tenant.id) : null;
    if (found === null) return;
    const address = location.origin + found.path;
    // An overlay, a filter or a tab has an entry of its own, and is no page.
    if (address === last) return;
    const referrer = last ?? cameFrom(document.referrer, tenant.id);
    last = address;
    analytics.view({ address, title: titleOf(found, tenant), referrer });
  }
  function follow(isChosen: boolean): void {
    if (!isChosen) {
      isOn = false;
      last = null;
      analytics.stop();
      return;
    }
    isOn = true;
    count();
  }
  const followChoice = () => choice.load().then(follow, () => follow(false));
  for (const move of MOVES) addEventListener(move, count);
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // The browser's back brought the whole page again: it is opened once more.
    last = null;
    void followChoice();
  });
  // Another tab may have switched it off.
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void followChoice();
  });
  onMeasurementChoice(() => void followChoice());
  void choice.settle().then(followChoice, () => undefined);
}
