/** Makes what is sent of each picked photo, one after the other. */

import { AppError } from '../../contract/errors.ts';
import type { ImagePreparer } from '../../outbox/ports.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import type { DraftWriter, PhotoDrafts } from './draftWriter.ts';
import type { OpenForm } from './openForm.ts';
import type { FormPhoto } from './photoForm.ts';

/** Further tries for a picture whose preparation failed for want of memory or the like. */
const RETRIES = 1;

interface PreparationDeps {
  readonly drafts: PhotoDrafts;
  readonly preparer: ImagePreparer;
  readonly write: DraftWriter['write'];
}

/** Returns what begins with the next photo that waits, unless one is being prepared. */
export function createPhotoPreparation(
  { getForm, isClosed, dispatch }: OpenForm,
  { drafts, preparer, write }: PreparationDeps,
): () => Promise<void> {
  let isPreparing = false;
  const failures = new Map<string, number>();

  async function prepareNext() {
    const next = getForm().photos.find(({ state }) => state === 'queued');
    if (isPreparing || isClosed() || next === undefined) return;
    isPreparing = true;
    dispatch({ type: 'preparing', photo: next.name });
    try {
      await prepare(next);
    } catch (cause) {
      const count = (failures.get(next.name) ?? 0) + 1;
      failures.set(next.name, count);
      if (!isSameEdit(next)) return;
      const again = cause instanceof AppError && cause.retry === 'later' && count <= RETRIES;
      dispatch(
        again
          ? { type: 'requeued', photo: next.name }
          : { type: 'refused', photo: next.name, error: errorCodeOf(cause) },
      );
    } finally {
      isPreparing = false;
      void prepareNext();
    }
  }
  /** False: it was turned or cut meanwhile, or is gone; what was made of it does not count. */
  const isSameEdit = ({ name, edit }: FormPhoto) =>
    getForm().photos.some((photo) => photo.name === name && photo.edit === edit);
  async function prepare(photo: FormPhoto) {
    const { name, fileName, edit } = photo;
    const source = await drafts.read(name, 'source');
    if (source === null) throw new AppError('BYTES_LOST', 'never');
    const { prepared, ...made } = await preparer.prepare(source, fileName, edit);
    await write(async () => {
      if (isClosed() || !isSameEdit(photo)) return;
      await drafts.putPrepared(name, made);
      dispatch({ type: 'prepared', photo: name, prepared });
    });
  }

  return prepareNext;
}
