import type { BodyOf } from '../../contract/endpoints.ts';

/** What the contact form holds. `contact_id` is fixed with the first try, so that a second one is the same message. */
export type ContactDraft = BodyOf<'putContact'>;

/** Of one tenant and fan; gone with the tab. */
const keyOf = (tenant: string, userId: string | null) => `contact/${tenant}/${userId ?? ''}`;

const emptyDraft = (): ContactDraft => ({
  contact_id: crypto.randomUUID(),
  name: '',
  email: '',
  topic: 'usage',
  message: '',
});

/** What was written and not sent yet, also before a reload; else an empty form. */
export function loadContactDraft(tenant: string, userId: string | null): ContactDraft {
  try {
    const kept = sessionStorage.getItem(keyOf(tenant, userId));
    return kept === null ? emptyDraft() : { ...emptyDraft(), ...(JSON.parse(kept) as Partial<ContactDraft>) };
  } catch {
    return emptyDraft(); // storage may be denied
  }
}

/** null: it was sent. */
export function keepContactDraft(tenant: string, userId: string | null, draft: ContactDraft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(keyOf(tenant, userId));
    else sessionStorage.setItem(keyOf(tenant, userId), JSON.stringify(draft));
  } catch {
    // Then it lives as long as the form is open.
  }
}
