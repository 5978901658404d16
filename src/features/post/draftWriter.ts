import type { BytesPart } from '../../outbox/job.ts';
import type { MadePictures } from '../../outbox/ports.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import type { OpenForm } from './openForm.ts';
import type { PhotoForm } from './photoForm.ts';

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

export type DraftWriter = ReturnType<typeof createDraftWriter>;

/** Keeps the draft as the form is, one write after the other. */
export function createDraftWriter(drafts: PhotoDrafts, { getForm, isClosed, addNotice }: OpenForm) {
  let writing: Promise<unknown> = Promise.resolve();
  let unsaved: PhotoForm | null = null;

  /** Writes follow each other; a failed one does not stop the next. */
  function write<T>(run: () => Promise<T>): Promise<T> {
    const result = writing.then(run);
    writing = result.catch(() => undefined);
    return result;
  }
  function save() {
    const isQueued = unsaved !== null;
    unsaved = getForm();
    if (isQueued) return;
    void write(async () => {
      const form = unsaved;
      unsaved = null;
      if (form !== null && !isClosed()) await drafts.save(form);
    }).catch((cause: unknown) => addNotice({ kind: 'notSaved', error: errorCodeOf(cause) }));
  }

  return {
    write,
    save,
    /** Resolves when no write is under way. */
    settled: () => writing,
  };
}
