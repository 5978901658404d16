import type { BodyOf } from '../../contract/endpoints.ts';

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
});

/** What was written and not sent yet, also before a reload; else an empty form. */
export function loadContactDraft(place: DraftPlace): ContactDraft {
  try {
    const kept = sessionStorage.getItem(keyOf(place));
    return kept === null ? emptyDraft(place) : { ...emptyDraft(place), ...(JSON.parse(kept) as Partial<ContactDraft>) };
  } catch {
    return emptyDraft(place); // storage may be denied
  }
}

/** null: it was sent. */
export function keepContactDraft(place: DraftPlace, draft: ContactDraft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(keyOf(place));
    else sessionStorage.setItem(keyOf(place), JSON.stringify(draft));
  } catch {
    // Then it lives as long as the form is open.
  }
}
