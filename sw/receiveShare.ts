/** Photos from the phone's share sheet (QUE-06): kept on the device first, signal or not, then the form is opened. */
import { openPath, SHARE_FIELD } from '../src/contract/workerPaths.ts';
import { createTokenStore } from '../src/platform/identity/identityTokenStore.ts';
import { createClientDatabase } from '../src/platform/storage/clientDatabase.ts';
import { createShareTargetStore } from '../src/platform/storage/shareTargetStore.ts';

/** Answers the share sheet's form. Never throws: the fan lands in the product in any case. */
export async function receiveShare(request: Request, tenant: string): Promise<Response> {
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

/** What a form sends for a field of files in which none was chosen. */
const isNoFile = ({ name, size }: File): boolean => name === '' && size === 0;
