import type { BodyOf } from '../../contract/endpoints.ts';
import { readJson, writeJson } from '../../platform/storage/storedJson.ts';
import { tabStorage } from '../../platform/storage/webStorage.ts';

/** What the contact form holds. `contact_id` is fixed with the first try, so that a second one is the same message. */
export type ContactDraft = BodyOf<'putContact'>;

/** Whose draft, and what about: a photo's key, or null. Gone with the tab. */
export interface DraftPlace {
  readonly tenant: string;
  readonly userId: string | null;
  readonly photo: string | null;
}
const keyOf = ({ tenant, userId, photo }: DraftPlace) => `contact/${tenant}/${userId ?? ''}/${photo ?? ''}`;

const emptyDraft = ({ photo }: DraftPlace): ContactDraft => ({
  contact_id: crypto.randomUUID(),
  name: '',
  email: '',
  topic: photo === null ? 'usage' : 'photo',
  message: '',
  ...(photo === null ? {} : { photo }),
});

/** What was written and not sent yet, also before a reload; else an empty form. */
export function loadContactDraft(place: DraftPlace): ContactDraft {
  const kept = readJson(tabStorage, keyOf(place)) as Partial<ContactDraft> | null;
  return { ...emptyDraft(place), ...kept };
}

/** null: it was sent. Storage may be denied: then the draft lives as long as the form is open. */
export function keepContactDraft(place: DraftPlace, draft: ContactDraft | null): void {
  if (draft === null) tabStorage.removeItem(keyOf(place));
  else writeJson(tabStorage, keyOf(place), draft);
}
