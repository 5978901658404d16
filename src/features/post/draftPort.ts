import { claimDraft, type OwnedForm } from '../../drafts/claimDraft.ts';
import type { Drafts } from '../../platform/storage/drafts.ts';
import type { PhotoDrafts } from './draftWriter.ts';
import { NO_TEXTS, withAllWords } from './formFields.ts';
import type { FormPhoto, PhotoForm } from './photoForm.ts';

/**
 * Raised when the form's shape changes: an older draft is lifted, a newer one left alone rather than misread. A new field of PHOTO_FIELDS
 * changes nothing here.
 */
const VERSION = 3;

interface SavedForm extends OwnedForm {
  readonly form: PhotoForm;
}

/** The drafts of one tenant and fan, as the form's store needs them. */
export function createDraftPort(drafts: Drafts, tenant: string, userId: string | null): PhotoDrafts {
  return {
    save: (form) => drafts.saveDraft(tenant, { version: VERSION, userId, form } satisfies SavedForm),
    discard: () => drafts.dropDraft(tenant),
    putSource: (name, buffer) => drafts.addDraftPhoto(tenant, name, buffer),
    putPrepared: (name, made) => drafts.savePreparedPhoto(tenant, name, made),
    read: async (photoName, part) => (await drafts.readDraftPhoto({ photoName, part }))?.buffer ?? null,
    dropPhoto: (name) => drafts.dropDraftPhoto(tenant, name),
  };
}

/** The form as it was left, or null: none, somebody else's, or of another build. */
export async function loadSavedForm(drafts: Drafts, tenant: string, userId: string | null): Promise<PhotoForm | null> {
  const saved = await claimDraft<SavedForm>(drafts, tenant, userId);
  if (!saved || saved.version > VERSION) return null;
  const form = withAllFields(saved.form);
  return withKeptPhotos(
    saved.version < 3 ? withoutPermission(form) : form,
    (await drafts.loadDraft(tenant))?.photoNames ?? [],
  );
}

/**
 * The photos of a form are those whose bytes are its own. Two tabs that have one draft open overwrite each other's form: what one of them
 * posted is gone from here, and what the other picked comes back (SAF-22).
 */
function withKeptPhotos(form: PhotoForm, photoNames: readonly string[]): PhotoForm {
  const known = form.photos.filter(({ name }) => photoNames.includes(name));
  const found = photoNames.filter((name) => !form.photos.some((photo) => photo.name === name)).map(foundPhoto);
  return { ...form, photos: [...known, ...found] };
}

/** A picked photo of which only the bytes and their name are known. */
const foundPhoto = (name: string): FormPhoto => ({
  name,
  fileName: `${name}.jpg`,
  size: 0,
  lastModified: 0,
  hash: null,
  state: 'queued',
  prepared: null,
  error: null,
  own: null,
  ...NO_TEXTS,
  edit: null,
});

/** A draft of an older build lacks the fields that build did not know: nothing was said of them (FLD-01c). Version 1 turned no pictures. */
const withAllFields = (form: PhotoForm): PhotoForm => ({
  ...form,
  common: withAllWords(form.common),
  photos: form.photos.map((photo) => ({
    ...NO_TEXTS,
    ...photo,
    own: photo.own === null ? null : withAllWords(photo.own),
    edit: photo.edit ?? null,
  })),
});

/** Up to version 2 the switch began with what the device remembered, of any tenant: nobody knows whether the fan pressed it (ROL-06a). */
const withoutPermission = (form: PhotoForm): PhotoForm => ({ ...form, permission: null });
