import { AppError } from '../../contract/errors.ts';
import { EVENT_PICTURE_SIDE } from '../../contract/limits.ts';
import type { ImagePreparer } from '../../outbox/ports.ts';
import type { PickedJpeg } from '../../platform/images/pickedJpeg.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { cleanFileName } from '../../rules/fileName.ts';
import { isJpegName } from '../../rules/jpegName.ts';
import { createObjectName } from '../../rules/objectKeys.ts';
import type { DraftedForm, PictureNotice } from './draftedForm.ts';
import type { EventDrafts } from './eventDrafts.ts';
import type { PictureSlot } from './eventForm.ts';

interface Deps {
  readonly drafts: EventDrafts;
  readonly preparer: ImagePreparer;
  readonly readFile: (file: File) => Promise<PickedJpeg>;
}

const SLOTS = ['thumbnail', 'photo'] as const;
/** Further tries for a picture whose preparation failed for want of memory or the like. */
const RETRIES = 1;

/** Prepares a picked picture, and tells the form how that went. */
function createPreparation(form: DraftedForm, { drafts, preparer }: Pick<Deps, 'drafts' | 'preparer'>) {
  const { getSnapshot, dispatch, write } = form;
  return async function prepare(slot: PictureSlot, name: string, fileName: string, triesLeft = RETRIES): Promise<void> {
    try {
      const source = await drafts.read(name, 'source');
      if (source === null) throw new AppError('BYTES_LOST', 'never');
      const { prepared: _, ...made } = await preparer.prepare(source, fileName, null, EVENT_PICTURE_SIDE);
      await write(() => drafts.putPrepared(name, made));
      await dispatch({ type: 'prepared', slot, name });
    } catch (cause) {
      if (form.isClosed() || getSnapshot().form.picked[slot]?.name !== name) return;
      if (triesLeft > 0 && cause instanceof AppError && cause.retry === 'later')
        return prepare(slot, name, fileName, triesLeft - 1);
      await dispatch({ type: 'refused', slot, name, error: errorCodeOf(cause) });
    }
  };
}

/**
 * In which order the fan picked and removed. Files are read at different speeds: a picture that comes after a later press was carried out
 * is not wanted any more. A later pick that was refused changes nothing, so it does not count.
 */
function createTurns() {
  let last = 0;
  const settled = { thumbnail: 0, photo: 0 };
  return {
    next: () => {
      last += 1;
      return last;
    },
    /** This press decides what the place holds. */
    settle: (slot: PictureSlot, turn: number) => {
      settled[slot] = turn;
    },
    /** A later press decided that already. */
    isPast: (slot: PictureSlot, turn: number) => turn < settled[slot],
  };
}

/** Picking, preparing and removing the form's two pictures. */
export function createEventPictures(form: DraftedForm, { drafts, preparer, readFile }: Deps) {
  const { getSnapshot, dispatch, write, notify } = form;
  const prepare = createPreparation(form, { drafts, preparer });
  const turns = createTurns();
  const drop = (name: string | undefined) => {
    if (name !== undefined) void write(() => drafts.drop(name)).catch(() => undefined);
  };
  return {
    /** Preparation died with the page that began it. */
    resume() {
      for (const slot of SLOTS) {
        const picture = getSnapshot().form.picked[slot];
        if (picture?.state === 'preparing') void prepare(slot, picture.name, picture.fileName);
      }
    },
    async pick(slot: PictureSlot, file: File, isDragged: boolean): Promise<void> {
      const fileName = cleanFileName(file.name);
      notify(slot, null);
      if (!isJpegName(file))
        return notify(slot, { kind: 'notJpeg', fileName, isDragged, isHeic: /\.hei[cf]$/i.test(fileName) });
      const turn = turns.next();
      const read = await readFile(file);
      if (form.isClosed() || turns.isPast(slot, turn)) return;
      if (read.kind === 'refused') return notify(slot, refusalNotice(read, fileName));
      const name = createObjectName();
      try {
        await write(() => drafts.putSource(name, read.buffer));
      } catch (cause) {
        return notify(slot, { kind: 'unusable', fileName, error: errorCodeOf(cause) });
      }
      if (turns.isPast(slot, turn)) return drop(name);
      turns.settle(slot, turn);
      drop(getSnapshot().form.picked[slot]?.name);
      await dispatch({ type: 'picked', slot, picture: { name, fileName, state: 'preparing', error: null } });
      await prepare(slot, name, fileName);
    },
    remove(slot: PictureSlot): void {
      const name = getSnapshot().form.picked[slot]?.name;
      turns.settle(slot, turns.next());
      notify(slot, null);
      void dispatch({ type: 'pictureRemoved', slot });
      drop(name);
    },
  };
}

/** Of a file whose name says JPEG and whose bytes say otherwise, or that cannot be read. */
const refusalNotice = (read: Extract<PickedJpeg, { kind: 'refused' }>, fileName: string): PictureNotice =>
  read.error === 'IMAGE_NOT_JPEG'
    ? { kind: 'notJpeg', fileName, isDragged: true, isHeic: read.isHeic }
    : { kind: 'unusable', fileName, error: read.error };
