/**
 * A phone that is short of memory reloads the page while its camera or picker is open (T18). The window remembers that the post form
 * stood open, so that the fan comes back to it and not to the page below.
 */
const KEY = 'open_post_form';

/** Storage of this window; a private one may deny it. */
const attempt = <T>(run: (storage: Storage) => T): T | null => {
  try {
    return run(sessionStorage);
  } catch {
    return null;
  }
};

export const rememberOpenForm = (tenantId: string): void => void attempt((storage) => storage.setItem(KEY, tenantId));
export const forgetOpenForm = (): void => void attempt((storage) => storage.removeItem(KEY));

/** Was the form of this tenant open when the page was reloaded? Says so once. Somebody who came by a link gets the page. */
export function takeReopenedForm(tenantId: string): boolean {
  const wasOpen = attempt((storage) => storage.getItem(KEY)) === tenantId;
  forgetOpenForm();
  return wasOpen && isReload();
}

function isReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload' || (document as { readonly wasDiscarded?: boolean }).wasDiscarded === true;
}
