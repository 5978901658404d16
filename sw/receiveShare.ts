/** Photos from the phone's share sheet (QUE-06): kept on the device first, signal or not, then the form is opened. */
import { openPath, SHARE_FIELD } from '../src/contract/workerPaths.ts';
import { createTokenStore } from '../src/platform/identity/identityTokenStore.ts';
import { createClientDatabase } from '../src/platform/storage/clientDatabase.ts';
import { createShareTargetStore } from '../src/platform/storage/shareTargetStore.ts';

/** Answers the share sheet's form. Never throws: the fan lands in the product in any case. */
export async function receiveShare(request: Request, tenant: string): Promise<Response> {
  if (isOfOtherSite(request)) return Response.redirect(openPath(tenant, 'share-foreign'), 303);
  try {
    const form = await request.formData();
    const files = form.getAll(SHARE_FIELD).filter((value) => value instanceof File && !isNoFile(value)) as File[];
    if (files.length === 0) return Response.redirect(openPath(tenant, 'share-empty'), 303);
    const database = createClientDatabase();
    const userId = (await createTokenStore(database).load())?.userId ?? null;
    await createShareTargetStore(database).keep(tenant, userId, files);
    return Response.redirect(openPath(tenant, 'share'), 303);
  } catch {
    return Response.redirect(openPath(tenant, 'share-failed'), 303);
  }
}

/** Nobody sends what the share sheet does but the system: without a page that leads here. */
const SITES_OF_SHARES = ['none', 'same-origin'];

/**
 * Whether a page of another site sent the form (QUE-06e). Workers of most browsers see no `Sec-Fetch-Site`; there the referrer tells,
 * unless the site hides it. What is kept is therefore never posted by itself: the form names where it came from.
 */
function isOfOtherSite({ url, headers, referrer }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return !SITES_OF_SHARES.includes(site);
  return URL.canParse(referrer) && /^https?:/.test(referrer) && new URL(referrer).origin !== new URL(url).origin;
}

/** What a form sends for a field of files in which none was chosen. */
const isNoFile = ({ name, size }: File): boolean => name === '' && size === 0;
