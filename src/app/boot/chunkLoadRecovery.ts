import { PAGE_META_TAG } from '../../contract/pageMetaTag.ts';
import { tabStorage } from '../../platform/storage/webStorage.ts';
import { hasDirtyForm } from '../../ui/dirtyForms.ts';

const KEY = 'reloaded-for-lost-code';

/**
 * After a deployment a page of the build before may ask for parts that are gone from the server (T28). It is loaded anew: once, only
 * where the server answers with a page of ours, and never over a form. Else the place that needed the part says so.
 */
export function reloadForLostCode(): void {
  // Parts are lost several at a time: each reload more would begin the first one again.
  reload ??= reloadOnce()
    .catch(() => false)
    .then((isBegun) => {
      if (!isBegun) reload = null;
      return isBegun;
    });
}

/** What is tried or begun. */
let reload: Promise<boolean> | null = null;
/** Whether the page is about to be loaded anew: what goes back in the history then would hold that up. */
export const isReloading = async (): Promise<boolean> => (await reload) ?? false;

async function reloadOnce(): Promise<boolean> {
  // Where storage is denied nothing would end the reloads.
  const hasTried = tabStorage.getItem(KEY, import.meta.url) === import.meta.url;
  if (hasTried || isInUse()) return false;
  // The place that asked may give its address up meanwhile: the new page is to try the same.
  const address = location.href;
  const answer = await fetch(address, { cache: 'no-store', redirect: 'error' });
  if (!(await answer.text()).includes(PAGE_META_TAG) || isInUse()) return false;
  if (!tabStorage.setItem(KEY, import.meta.url)) return false;
  if (address === location.href) location.reload();
  else location.replace(address);
  return true;
}

/** Whether a reload may cost the fan something. */
export const isInUse = (): boolean => hasDirtyForm() || document.querySelector('dialog[open]') !== null;
