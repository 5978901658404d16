import type { ErrorCode } from '../../contract/errors.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { createListeners } from '../../rules/listeners.ts';
import type { EventDrafts } from './eventDrafts.ts';
import { type EventForm, type EventFormAction, eventFormReducer, type PictureSlot } from './eventForm.ts';

/** Why a picture was not taken; the screen words it. */
export type PictureNotice =
  | { readonly kind: 'notJpeg'; readonly fileName: string; readonly isDragged: boolean; readonly isHeic: boolean }
  | { readonly kind: 'unusable'; readonly fileName: string; readonly error: ErrorCode };

export interface EventFormSnapshot {
  readonly form: EventForm;
  readonly notices: Readonly<Record<PictureSlot, PictureNotice | null>>;
  /** The draft could not be kept on this device. */
  readonly unsaved: ErrorCode | null;
}

export type DraftedForm = ReturnType<typeof createDraftedForm>;

/** The state of the open form, and the draft that follows every change of it. */
export function createDraftedForm(initial: EventForm, drafts: EventDrafts) {
  const listeners = createListeners();
  let snapshot: EventFormSnapshot = {
    form: initial,
    notices: { thumbnail: null, photo: null },
    unsaved: null,
  };
  let isClosed = false;
  let writing: Promise<unknown> = Promise.resolve();

  function show(change: Partial<EventFormSnapshot>) {
    snapshot = { ...snapshot, ...change };
    listeners.tell();
  }
  /** Writes follow each other; a failed one does not stop the next. */
  function write<T>(run: () => Promise<T>): Promise<T> {
    const result = writing.then(run);
    writing = result.catch(() => undefined);
    return result;
  }
  async function dispatch(action: EventFormAction): Promise<void> {
    const form = eventFormReducer(snapshot.form, action);
    if (isClosed || form === snapshot.form) return;
    show({ form });
    await write(async () => {
      if (!isClosed) await drafts.save(snapshot.form);
    }).then(
      () => snapshot.unsaved !== null && show({ unsaved: null }),
      (cause: unknown) => show({ unsaved: errorCodeOf(cause) }),
    );
  }
  return {
    getSnapshot: () => snapshot,
    subscribe: listeners.subscribe,
    dispatch,
    write,
    notify: (slot: PictureSlot, notice: PictureNotice | null) =>
      show({ notices: { ...snapshot.notices, [slot]: notice } }),
    isClosed: () => isClosed,
    async close() {
      await writing;
      isClosed = true;
      await writing;
    },
    async discard() {
      // What stands at its place by now may be the next fan's.
      if (isClosed) return;
      isClosed = true;
      await writing;
      await drafts.discard();
    },
  };
}
