/**
 * The open post form: its state, the draft that follows every change (T18), picking and preparing photos.
 * Outlives a render: work that began goes on and is saved also while the form is closed.
 */
import type { ImagePreparer } from '../../outbox/ports.ts';
import { createDraftWriter, type PhotoDrafts } from './draftWriter.ts';
import { createFormSnapshots, type PhotoFormSnapshot } from './formSnapshots.ts';
import type { OpenForm } from './openForm.ts';
import { type PhotoForm, type PhotoFormAction, photoFormReducer } from './photoForm.ts';
import type { Intake } from './photoIntake.ts';
import { createPhotoPicking, type PickOptions } from './photoPicking.ts';
import { createPhotoPreparation } from './photoPreparation.ts';

export interface PhotoFormStore {
  getSnapshot(): PhotoFormSnapshot;
  subscribe(listener: () => void): () => void;
  dispatch(action: PhotoFormAction): void;
  /**
   * Reads the files at once, one after the other; a dragged non-JPEG aborts the whole drop (PST-07). False: it broke off, such as on a
   * full disk, or there was room for none of them.
   */
  pick(files: readonly File[], options: PickOptions): Promise<boolean>;
  remove(photoName: string): void;
  /** Takes out the photos of these names, which another tab posted, and says so; their bytes stay with the queue (SAF-22). */
  giveUpPosted(photoNames: ReadonlySet<string>): void;
  clearNotices(): void;
  /** Before a submit: nothing of this form is written any more. Resolves when no write is under way. */
  close(): Promise<void>;
  /** Its fan has gone: nothing of this form is written any more once its last words are kept. Resolves then. */
  leave(): Promise<void>;
  /** After a failed submit. */
  reopen(): void;
  discard(): Promise<void>;
}

interface Deps {
  readonly initial: PhotoForm;
  readonly drafts: PhotoDrafts;
  readonly preparer: ImagePreparer;
  readonly takeIn?: (file: File) => Promise<Intake>;
  readonly isJpeg?: (file: File) => Promise<boolean>;
}

export function createPhotoFormStore(deps: Deps): PhotoFormStore {
  const { drafts, preparer } = deps;
  const { getSnapshot, subscribe, show, addNotice } = createFormSnapshots(deps.initial);
  let isClosed = false;
  const form: OpenForm = { getForm: () => getSnapshot().form, isClosed: () => isClosed, dispatch, addNotice };
  const draft = createDraftWriter(drafts, form);
  const { write, save } = draft;
  const prepareNext = createPhotoPreparation(form, { drafts, preparer, write });
  const picking = createPhotoPicking(form, { ...deps, show, write });

  function dispatch(action: PhotoFormAction) {
    const { form } = getSnapshot();
    const next = photoFormReducer(form, action);
    if (isClosed || next === form) return;
    show({ form: next });
    save();
    void prepareNext();
  }
  void prepareNext();
  return {
    getSnapshot,
    subscribe,
    dispatch,
    pick: picking.pick,
    remove(name) {
      dispatch({ type: 'photoRemoved', photo: name });
      void write(() => drafts.dropPhoto(name)).catch(() => undefined);
    },
    giveUpPosted: (names) => takeOutPosted(form, names),
    clearNotices: () => show({ notices: [] }),
    async close() {
      await picking.settled();
      isClosed = true;
      await draft.settled();
    },
    async leave() {
      await picking.settled();
      await draft.settled();
      isClosed = true;
    },
    reopen() {
      isClosed = false;
      save();
      void prepareNext();
    },
    async discard() {
      isClosed = true;
      await draft.settled();
      await drafts.discard();
    },
  };
}

function takeOutPosted(form: OpenForm, photoNames: ReadonlySet<string>): void {
  const posted = form.getForm().photos.filter(({ name }) => photoNames.has(name));
  if (form.isClosed() || posted.length === 0) return;
  form.dispatch({ type: 'photosPosted', photos: photoNames });
  form.addNotice({ kind: 'posted', fileNames: posted.map(({ fileName }) => fileName) });
}
