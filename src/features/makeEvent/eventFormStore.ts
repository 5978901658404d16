/** The open event form: its state, the draft that follows every change, picking and preparing its two pictures. */
import { AppError, type ErrorCode } from '../../contract/errors.ts';
import { EVENT_PICTURE_SIDE } from '../../contract/limits.ts';
import type { ImagePreparer } from '../../outbox/ports.ts';
import { type PickedJpeg, readPickedJpeg } from '../../platform/images/pickedJpeg.ts';
import { isJpegName } from '../../rules/jpegName.ts';
import { createObjectName } from '../../rules/objectKeys.ts';
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

export interface EventFormStore {
  getSnapshot(): EventFormSnapshot;
  subscribe(listener: () => void): () => void;
  /** Resolves when the change is kept on the device, or cannot be. */
  dispatch(action: EventFormAction): Promise<void>;
  pick(slot: PictureSlot, file: File, isDragged: boolean): Promise<void>;
  remove(slot: PictureSlot): void;
  /** Forgets the draft; nothing is written any more. */
  discard(): Promise<void>;
}

interface Deps {
  readonly initial: EventForm;
  readonly drafts: EventDrafts;
  readonly preparer: ImagePreparer;
  readonly readFile?: (file: File) => Promise<PickedJpeg>;
}

const SLOTS = ['thumbnail', 'photo'] as const;
const codeOf = (cause: unknown): ErrorCode => (cause instanceof AppError ? cause.code : 'UNEXPECTED');
/** Further tries for a picture whose preparation failed for want of memory or the like. */
const RETRIES = 1;

export function createEventFormStore({ initial, drafts, preparer, readFile = readPickedJpeg }: Deps): EventFormStore {
  const listeners = new Set<() => void>();
  let snapshot: EventFormSnapshot = {
    form: initial,
    notices: { thumbnail: null, photo: null },
    unsaved: null,
  };
  let isClosed = false;
  let writing: Promise<unknown> = Promise.resolve();

  function show(change: Partial<EventFormSnapshot>) {
    snapshot = { ...snapshot, ...change };
    for (const listener of listeners) listener();
  }
  const notify = (slot: PictureSlot, notice: PictureNotice | null) =>
    show({ notices: { ...snapshot.notices, [slot]: notice } });
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
      (cause: unknown) => show({ unsaved: codeOf(cause) }),
    );
  }

  async function prepare(slot: PictureSlot, name: string, fileName: string, triesLeft = RETRIES): Promise<void> {
    try {
      const source = await drafts.read(name, 'source');
      if (source === null) throw new AppError('BYTES_LOST', 'never');
      const { prepared: _, ...made } = await preparer.prepare(source, fileName, null, EVENT_PICTURE_SIDE);
      await write(() => drafts.putPrepared(name, made));
      await dispatch({ type: 'prepared', slot, name });
    } catch (cause) {
      if (isClosed || snapshot.form.picked[slot]?.name !== name) return;
      if (triesLeft > 0 && cause instanceof AppError && cause.retry === 'later')
        return prepare(slot, name, fileName, triesLeft - 1);
      await dispatch({ type: 'refused', slot, name, error: codeOf(cause) });
    }
  }
  const drop = (name: string | undefined) => {
    if (name !== undefined) void write(() => drafts.drop(name)).catch(() => undefined);
  };

  // Preparation died with the page that began it.
  for (const slot of SLOTS) {
    const picture = initial.picked[slot];
    if (picture?.state === 'preparing') void prepare(slot, picture.name, picture.fileName);
  }

  return {
    getSnapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispatch,
    async pick(slot, file, isDragged) {
      const { name: fileName } = file;
      notify(slot, null);
      if (!isJpegName(file))
        return notify(slot, { kind: 'notJpeg', fileName, isDragged, isHeic: /\.hei[cf]$/i.test(fileName) });
      const read = await readFile(file);
      if (isClosed) return;
      if (read.kind === 'refused')
        return notify(
          slot,
          read.error === 'IMAGE_NOT_JPEG'
            ? { kind: 'notJpeg', fileName, isDragged: true, isHeic: read.isHeic }
            : { kind: 'unusable', fileName, error: read.error },
        );
      const name = createObjectName();
      try {
        await write(() => drafts.putSource(name, read.buffer));
      } catch (cause) {
        return notify(slot, { kind: 'unusable', fileName, error: codeOf(cause) });
      }
      drop(snapshot.form.picked[slot]?.name);
      await dispatch({ type: 'picked', slot, picture: { name, fileName, state: 'preparing', error: null } });
      await prepare(slot, name, fileName);
    },
    remove(slot) {
      const name = snapshot.form.picked[slot]?.name;
      notify(slot, null);
      void dispatch({ type: 'pictureRemoved', slot });
      drop(name);
    },
    async discard() {
      isClosed = true;
      await writing;
      await drafts.discard();
    },
  };
}
