/**
 * The open post form: its state, the draft that follows every change (T18), picking and preparing photos.
 * Outlives a render: work that began goes on and is saved also while the form is closed.
 */
import { AppError, type ErrorCode } from '../../contract/errors.ts';
import type { BytesPart } from '../../outbox/job.ts';
import type { ImagePreparer, MadePictures } from '../../outbox/ports.ts';
import { isJpegName } from '../../rules/jpegName.ts';
import { remainingPhotos } from '../../rules/remainingPhotos.ts';
import { admitPhotos, type FormPhoto, type PhotoForm, type PhotoFormAction, photoFormReducer } from './photoForm.ts';
import { type Intake, isJpegContent, takeIn } from './photoIntake.ts';

/** Where drafts and the bytes of their photos are kept on the device. */
export interface PhotoDrafts {
  save(form: PhotoForm): Promise<void>;
  /** Forgets the draft and every byte of it. */
  discard(): Promise<void>;
  putSource(photoName: string, buffer: ArrayBuffer): Promise<void>;
  /** Adds what was made, in one transaction, to the picked bytes, which stay until the post is in the queue. */
  putPrepared(photoName: string, made: MadePictures): Promise<void>;
  read(photoName: string, part: BytesPart): Promise<ArrayBuffer | null>;
  dropPhoto(photoName: string): Promise<void>;
}

/** What the form says above the photos; the screen words it. */
export type PickNotice =
  /** `isHeic`: made by an iPhone that can be told to make JPEGs. */
  | { readonly kind: 'notJpeg'; readonly fileName: string; readonly isDragged: boolean; readonly isHeic: boolean }
  | { readonly kind: 'duplicate'; readonly fileName: string }
  | { readonly kind: 'unusable'; readonly fileName: string; readonly error: ErrorCode }
  | { readonly kind: 'notSaved'; readonly error: ErrorCode }
  | { readonly kind: 'leftOut'; readonly fileNames: readonly string[] }
  /** Posted from another tab that had the same draft open. */
  | { readonly kind: 'posted'; readonly fileNames: readonly string[] };

export interface PhotoFormSnapshot {
  readonly form: PhotoForm;
  readonly notices: readonly PickNotice[];
  readonly isReading: boolean;
}

export interface PhotoFormStore {
  getSnapshot(): PhotoFormSnapshot;
  subscribe(listener: () => void): () => void;
  dispatch(action: PhotoFormAction): void;
  /** Reads the files at once, one after the other; a dragged non-JPEG aborts the whole drop (PST-07). */
  pick(files: readonly File[], options: { readonly max: number; readonly isDragged: boolean }): Promise<void>;
  remove(photoName: string): void;
  /** Takes out the photos of these names, which another tab posted, and says so; their bytes stay with the queue (SAF-22). */
  giveUpPosted(photoNames: ReadonlySet<string>): void;
  clearNotices(): void;
  /** Before a submit: nothing of this form is written any more. Resolves when no write is under way. */
  close(): Promise<void>;
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

const codeOf = (cause: unknown): ErrorCode => (cause instanceof AppError ? cause.code : 'UNEXPECTED');
/** Further tries for a picture whose preparation failed for want of memory or the like. */
const RETRIES = 1;

export function createPhotoFormStore(deps: Deps): PhotoFormStore {
  const { drafts, preparer } = deps;
  const intake = deps.takeIn ?? takeIn;
  const isJpeg = deps.isJpeg ?? isJpegContent;
  const listeners = new Set<() => void>();
  let snapshot: PhotoFormSnapshot = { form: deps.initial, notices: [], isReading: false };
  let isClosed = false;
  let isPreparing = false;
  let picking: Promise<void> = Promise.resolve();
  let writing: Promise<unknown> = Promise.resolve();
  let unsaved: PhotoForm | null = null;
  const failures = new Map<string, number>();

  function show(change: Partial<PhotoFormSnapshot>) {
    snapshot = { ...snapshot, ...change };
    for (const listener of listeners) listener();
  }
  /** Writes follow each other; a failed one does not stop the next. */
  function write<T>(run: () => Promise<T>): Promise<T> {
    const result = writing.then(run);
    writing = result.catch(() => undefined);
    return result;
  }
  function save() {
    const isQueued = unsaved !== null;
    unsaved = snapshot.form;
    if (isQueued) return;
    void write(async () => {
      const form = unsaved;
      unsaved = null;
      if (form !== null && !isClosed) await drafts.save(form);
    }).catch((cause: unknown) => addNotice({ kind: 'notSaved', error: codeOf(cause) }));
  }
  function dispatch(action: PhotoFormAction) {
    const form = photoFormReducer(snapshot.form, action);
    if (isClosed || form === snapshot.form) return;
    show({ form });
    save();
    void prepareNext();
  }
  function addNotice(notice: PickNotice) {
    const isKnown = snapshot.notices.some((one) => JSON.stringify(one) === JSON.stringify(notice));
    if (!isKnown) show({ notices: [...snapshot.notices, notice] });
  }

  async function prepareNext() {
    const next = snapshot.form.photos.find(({ state }) => state === 'queued');
    if (isPreparing || isClosed || next === undefined) return;
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
        again ? { type: 'requeued', photo: next.name } : { type: 'refused', photo: next.name, error: codeOf(cause) },
      );
    } finally {
      isPreparing = false;
      void prepareNext();
    }
  }
  /** False: it was turned or cut meanwhile, or is gone; what was made of it does not count. */
  const isSameEdit = ({ name, edit }: FormPhoto) =>
    snapshot.form.photos.some((photo) => photo.name === name && photo.edit === edit);
  async function prepare(photo: FormPhoto) {
    const { name, fileName, edit } = photo;
    const source = await drafts.read(name, 'source');
    if (source === null) throw new AppError('BYTES_LOST', 'never');
    const { prepared, ...made } = await preparer.prepare(source, fileName, edit);
    await write(async () => {
      if (isClosed || !isSameEdit(photo)) return;
      await drafts.putPrepared(name, made);
      dispatch({ type: 'prepared', photo: name, prepared });
    });
  }

  /** True: go on with the next file. */
  async function takeOne(file: File, max: number): Promise<boolean> {
    const result = await intake(file);
    if (isClosed) return false;
    if (result.kind === 'refused') {
      const { fileName, error, isHeic } = result;
      if (error === 'IMAGE_NOT_JPEG') addNotice({ kind: 'notJpeg', fileName, isDragged: true, isHeic });
      else addNotice({ kind: 'unusable', fileName, error });
      return true;
    }
    const { accepted, duplicates } = admitPhotos(snapshot.form, [result.photo], max);
    for (const { fileName } of duplicates) addNotice({ kind: 'duplicate', fileName });
    for (const photo of accepted) {
      try {
        await write(() => drafts.putSource(photo.name, result.buffer));
      } catch (cause) {
        addNotice({ kind: 'notSaved', error: codeOf(cause) });
        return false;
      }
      dispatch({ type: 'photosAdded', photos: [photo], max });
    }
    return true;
  }
  async function takeAll(files: readonly File[], max: number) {
    for (const [index, file] of files.entries()) {
      if (remainingPhotos(max, snapshot.form.photos.length) === 0) {
        addNotice({ kind: 'leftOut', fileNames: files.slice(index).map(({ name }) => name) });
        return;
      }
      if (!(await takeOne(file, max))) return;
    }
  }

  /** A wrong name tells nothing: all files of a drop are looked into before the first is taken. */
  async function takeDragged(files: readonly File[], max: number) {
    const isGood = await Promise.all(files.map((file) => isJpeg(file).catch(() => true)));
    if (isGood.every(Boolean)) return takeAll(files, max);
    for (const [index, file] of files.entries()) if (!isGood[index]) await takeOne(file, max);
  }

  void prepareNext();
  return {
    getSnapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispatch,
    pick(files, { max, isDragged }) {
      const wrong = files.filter((file) => !isJpegName(file));
      show({
        notices: wrong.map(({ name }) => ({
          kind: 'notJpeg',
          fileName: name,
          isDragged,
          isHeic: /\.hei[cf]$/i.test(name),
        })),
      });
      if (isDragged && wrong.length > 0) return picking;
      const good = files.filter(isJpegName);
      picking = picking
        .then(() => {
          show({ isReading: good.length > 0 });
          return isDragged ? takeDragged(good, max) : takeAll(good, max);
        })
        .finally(() => show({ isReading: false }));
      return picking;
    },
    remove(name) {
      dispatch({ type: 'photoRemoved', photo: name });
      void write(() => drafts.dropPhoto(name)).catch(() => undefined);
    },
    giveUpPosted(names) {
      const posted = snapshot.form.photos.filter(({ name }) => names.has(name));
      if (isClosed || posted.length === 0) return;
      dispatch({ type: 'photosPosted', photos: names });
      addNotice({ kind: 'posted', fileNames: posted.map(({ fileName }) => fileName) });
    },
    clearNotices: () => show({ notices: [] }),
    async close() {
      await picking;
      isClosed = true;
      await writing;
    },
    reopen() {
      isClosed = false;
      save();
      void prepareNext();
    },
    async discard() {
      isClosed = true;
      await writing;
      await drafts.discard();
    },
  };
}
