import type { Drafts } from '../../platform/drafts.ts';
import type { PhotoForm } from './photoForm.ts';
import type { PhotoDrafts } from './photoFormStore.ts';

/** Raised when the form's shape changes: an older draft is then left alone rather than misread. */
const VERSION = 1;

interface SavedForm {
  readonly version: number;
  /** Whose form it is; null: begun without a login. Nobody else gets to see it (QUE-05). */
  readonly userId: string | null;
  readonly form: PhotoForm;
}

/** The drafts of one tenant and fan, as the form's store needs them. */
export function createDraftPort(drafts: Drafts, tenant: string, userId: string | null): PhotoDrafts {
  return {
    save: (form) => drafts.saveDraft(tenant, { version: VERSION, userId, form } satisfies SavedForm),
    discard: () => drafts.dropDraft(tenant),
    putSource: (name, buffer) => drafts.addDraftPhoto(tenant, name, buffer),
    putPrepared: (name, original, thumbnail) => drafts.savePreparedPhoto(tenant, name, { original, thumbnail }),
    read: async (photoName, part) => (await drafts.readDraftPhoto({ photoName, part }))?.buffer ?? null,
    dropPhoto: (name) => drafts.dropDraftPhoto(tenant, name),
  };
}

/** The form as it was left, or null: none, somebody else's, or of another build. */
export async function loadSavedForm(drafts: Drafts, tenant: string, userId: string | null): Promise<PhotoForm | null> {
  const draft = await drafts.loadDraft(tenant);
  const saved = draft?.form as SavedForm | null | undefined;
  if (!saved || saved.version !== VERSION) return null;
  return saved.userId === null || saved.userId === userId ? saved.form : null;
}
