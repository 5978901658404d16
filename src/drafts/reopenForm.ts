import { tabStorage } from '../platform/storage/webStorage.ts';

/**
 * A phone that is short of memory reloads the page while its camera or picker is open (T18). The window remembers that the post form
 * stood open, so that the fan comes back to it and not to the page below.
 */
const KEY = 'open_post_form';

export const rememberOpenForm = (tenantId: string): void => void tabStorage.setItem(KEY, tenantId);
export const forgetOpenForm = (): void => tabStorage.removeItem(KEY);

/** Was the form of this tenant open when the page was reloaded? Says so once. Somebody who came by a link gets the page. */
export function takeReopenedForm(tenantId: string): boolean {
  const wasOpen = tabStorage.getItem(KEY) === tenantId;
  forgetOpenForm();
  return wasOpen && isReload();
}

function isReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload' || (document as { readonly wasDiscarded?: boolean }).wasDiscarded === true;
}
