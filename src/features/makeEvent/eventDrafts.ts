import { claimDraft, type OwnedForm } from '../../drafts/claimDraft.ts';
import type { BytesPart } from '../../outbox/job.ts';
import type { MadePictures } from '../../outbox/ports.ts';
import type { Drafts } from '../../platform/storage/drafts.ts';
import type { EventForm } from './eventForm.ts';

/** Raised when the form's shape changes: an older draft is then left alone rather than misread. */
const VERSION = 1;

interface SavedForm extends OwnedForm {
  readonly form: EventForm;
}

/** Where one event form and its pictures are kept on the device. */
export interface EventDrafts {
  /** The form as it was left, or null: none, somebody else's, or of another build. */
  load(): Promise<EventForm | null>;
  save(form: EventForm): Promise<void>;
  /** Forgets the form and its pictures. */
  discard(): Promise<void>;
  putSource(name: string, bytes: ArrayBuffer): Promise<void>;
  putPrepared(name: string, made: MadePictures): Promise<void>;
  read(name: string, part: BytesPart): Promise<ArrayBuffer | null>;
  drop(name: string): Promise<void>;
}

/** A draft a tenant and event, beside the photo form's: the same store, under a key of its own. `eventId` null: a new event. */
export function createEventDrafts(
  drafts: Drafts,
  owner: { readonly tenant: string; readonly userId: string | null; readonly eventId: string | null },
): EventDrafts {
  const key = `${owner.tenant}/event/${owner.eventId ?? 'new'}`;
  return {
    async load() {
      const saved = await claimDraft<SavedForm>(drafts, key, owner.userId);
      return saved?.version === VERSION ? saved.form : null;
    },
    save: (form) => drafts.saveDraft(key, { version: VERSION, userId: owner.userId, form } satisfies SavedForm),
    discard: () => drafts.dropDraft(key),
    putSource: (name, bytes) => drafts.addDraftPhoto(key, name, bytes),
    putPrepared: (name, made) => drafts.savePreparedPhoto(key, name, made),
    read: async (photoName, part) => (await drafts.readDraftPhoto({ photoName, part }))?.buffer ?? null,
    drop: (name) => drafts.dropDraftPhoto(key, name),
  };
}
