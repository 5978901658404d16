/**
 * Google Analytics 4 by Google's own script (TEN-12): page views alone, each with an address and a title we made. No advertising
 * features, no account, and no cookie: a request with one would be kept out of shared caches (`edgeCaching.ts`).
 */
import { trustedScriptUrl } from '../device/trustedTypes.ts';
import { analyticsClient, forgetAnalytics } from './analyticsClient.ts';

export interface PageView {
  /** Absolute; made of public things alone (`publicAddress`). */
  readonly address: string;
  readonly title: string;
  /** Where the fan came from, in as little; empty: not known. */
  readonly referrer: string;
}

export interface Analytics {
  readonly view: (view: PageView) => void;
  /** At once: nothing is sent any more, and nothing of it stays on the device. A later view starts it again. */
  readonly stop: () => void;
}

declare global {
  interface Window {
    /** Commands for Google's script, before it is there. */
    dataLayer?: unknown[];
  }
}
/** True: Google's script sends nothing for this id. */
const setDisabled = (id: string, isDisabled: boolean): void => void Reflect.set(window, `ga-disable-${id}`, isDisabled);

/** Google's script takes the `arguments` of a call for a command. It ignores lists. */
function command(..._words: readonly unknown[]): void {
  window.dataLayer?.push(arguments);
}

const NO_ADS = { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied' };

/** @param id `ga` of the tenant, not empty */
export function createAnalytics({ id, tenantId }: { readonly id: string; readonly tenantId: string }): Analytics {
  let isLoaded = false;
  let isStarted = false;

  function load(): void {
    isLoaded = true;
    window.dataLayer ??= [];
    const script = document.createElement('script');
    script.async = true;
    // Not a text: the element asks for an address that the page's policy made.
    Object.assign(script, { src: trustedScriptUrl(`https://www.googletagmanager.com/gtag/js?id=${id}`) });
    document.head.append(script);
    command('js', new Date());
    command('consent', 'default', { ...NO_ADS, analytics_storage: 'granted' });
  }

  function start({ address, title, referrer }: PageView): void {
    isStarted = true;
    setDisabled(id, false);
    if (!isLoaded) load();
    command('config', id, {
      page_location: address,
      page_title: title,
      page_referrer: referrer,
      client_id: analyticsClient(tenantId),
      client_storage: 'none',
      cookie_domain: 'none',
      send_page_view: false,
      allow_google_signals: false,
      allow_ad_personalization_signals: false,
    });
  }

  return {
    view(view) {
      if (!isStarted) start(view);
      const fields = { page_location: view.address, page_title: view.title, page_referrer: view.referrer };
      // Whatever the script sends by itself has this address too, not the browser's.
      command('set', fields);
      command('event', 'page_view', { ...fields, send_to: id });
    },
    stop() {
      setDisabled(id, true);
      isStarted = false;
      forgetAnalytics();
    },
  };
}
