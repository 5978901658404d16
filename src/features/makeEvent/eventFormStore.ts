/** The open event form: its state, the draft that follows every change, picking and preparing its two pictures. */
import type { ImagePreparer } from '../../outbox/ports.ts';
import { type PickedJpeg, readPickedJpeg } from '../../platform/images/pickedJpeg.ts';
import { createDraftedForm, type EventFormSnapshot } from './draftedForm.ts';
import type { EventDrafts } from './eventDrafts.ts';
import type { EventForm, EventFormAction, PictureSlot } from './eventForm.ts';
import { createEventPictures } from './eventPictures.ts';

export interface EventFormStore {
  getSnapshot(): EventFormSnapshot;
  subscribe(listener: () => void): () => void;
  /** Resolves when the change is kept on the device, or cannot be. */
  dispatch(action: EventFormAction): Promise<void>;
  pick(slot: PictureSlot, file: File, isDragged: boolean): Promise<void>;
  remove(slot: PictureSlot): void;
  /** Nothing is written any more, and the draft stays. */
  close(): Promise<void>;
  /** Forgets the draft, unless the form was closed; nothing is written any more. */
  discard(): Promise<void>;
}

interface Deps {
  readonly initial: EventForm;
  readonly drafts: EventDrafts;
  readonly preparer: ImagePreparer;
  readonly readFile?: (file: File) => Promise<PickedJpeg>;
}

/** The store of one open form. Pictures whose preparation was cut off are prepared again. */
export function createEventFormStore({ initial, drafts, preparer, readFile = readPickedJpeg }: Deps): EventFormStore {
  const form = createDraftedForm(initial, drafts);
  const pictures = createEventPictures(form, { drafts, preparer, readFile });
  pictures.resume();
  const { getSnapshot, subscribe, dispatch, close, discard } = form;
  const { pick, remove } = pictures;
  return { getSnapshot, subscribe, dispatch, pick, remove, close, discard };
}
