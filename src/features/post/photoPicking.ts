/** Takes picked and dragged files into the form, and says what could not be taken. */
import { errorCodeOf } from '../../rules/errorCode.ts';
import { cleanFileName } from '../../rules/fileName.ts';
import { isJpegName } from '../../rules/jpegName.ts';
import { remainingPhotos } from '../../rules/remainingPhotos.ts';
import type { DraftWriter, PhotoDrafts } from './draftWriter.ts';
import type { PhotoFormSnapshot, PickNotice } from './formSnapshots.ts';
import type { OpenForm } from './openForm.ts';
import { admitPhotos } from './photoForm.ts';
import { type Intake, isJpegContent, takeIn } from './photoIntake.ts';

export interface PickOptions {
  readonly max: number;
  readonly isDragged: boolean;
  /** What is to be said of them besides. */
  readonly told?: readonly PickNotice[];
}

interface PickingDeps {
  readonly drafts: PhotoDrafts;
  readonly write: DraftWriter['write'];
  readonly show: (change: Partial<PhotoFormSnapshot>) => void;
  readonly takeIn?: (file: File) => Promise<Intake>;
  readonly isJpeg?: (file: File) => Promise<boolean>;
}

/** Takes one file after the other, each with its bytes in the draft before the form names it. */
function createFileIntake(
  { getForm, isClosed, dispatch, addNotice }: OpenForm,
  { drafts, write, ...deps }: PickingDeps,
) {
  const intake = deps.takeIn ?? takeIn;
  const isJpeg = deps.isJpeg ?? isJpegContent;

  /** True: go on with the next file. */
  async function takeOne(file: File, max: number): Promise<boolean> {
    const result = await intake(file);
    if (isClosed()) return false;
    if (result.kind === 'refused') {
      const { fileName, error, isHeic } = result;
      if (error === 'IMAGE_NOT_JPEG') addNotice({ kind: 'notJpeg', fileName, isDragged: true, isHeic });
      else addNotice({ kind: 'unusable', fileName, error });
      return true;
    }
    const { accepted, duplicates } = admitPhotos(getForm(), [result.photo], max);
    for (const { fileName } of duplicates) addNotice({ kind: 'duplicate', fileName });
    for (const photo of accepted) {
      try {
        await write(() => drafts.putSource(photo.name, result.buffer));
      } catch (cause) {
        addNotice({ kind: 'notSaved', error: errorCodeOf(cause) });
        return false;
      }
      dispatch({ type: 'photosAdded', photos: [photo], max });
    }
    return true;
  }
  /** False: it broke off, or there was room for none. */
  async function takeAll(files: readonly File[], max: number): Promise<boolean> {
    for (const [index, file] of files.entries()) {
      if (remainingPhotos(max, getForm().photos.length) === 0) {
        addNotice({ kind: 'leftOut', fileNames: files.slice(index).map(({ name }) => cleanFileName(name)) });
        return max > 0;
      }
      if (!(await takeOne(file, max))) return false;
    }
    return true;
  }

  /** A wrong name tells nothing: all files of a drop are looked into before the first is taken. */
  async function takeDragged(files: readonly File[], max: number): Promise<boolean> {
    const isGood = await Promise.all(files.map((file) => isJpeg(file).catch(() => true)));
    if (isGood.every(Boolean)) return takeAll(files, max);
    for (const [index, file] of files.entries()) if (!isGood[index]) await takeOne(file, max);
    return true;
  }

  return { takeAll, takeDragged };
}

/** Picks follow each other, as the files of one do. */
export function createPhotoPicking(form: OpenForm, deps: PickingDeps) {
  const { show } = deps;
  const { takeAll, takeDragged } = createFileIntake(form, deps);
  let picking: Promise<unknown> = Promise.resolve();

  function pick(files: readonly File[], { max, isDragged, told = [] }: PickOptions): Promise<boolean> {
    const wrong = files.filter((file) => !isJpegName(file));
    show({
      notices: [
        ...wrong.map(
          ({ name }): PickNotice => ({
            kind: 'notJpeg',
            fileName: cleanFileName(name),
            isDragged,
            isHeic: /\.hei[cf]$/i.test(name),
          }),
        ),
        ...told,
      ],
    });
    if (isDragged && wrong.length > 0) return picking.then(() => true);
    const good = files.filter(isJpegName);
    const picked = picking
      .then(() => {
        show({ isReading: good.length > 0 });
        return isDragged ? takeDragged(good, max) : takeAll(good, max);
      })
      .finally(() => show({ isReading: false }));
    picking = picked;
    return picked;
  }

  return {
    pick,
    /** Resolves when all files are read. */
    settled: () => picking,
  };
}
