import { type SubmitEvent, useEffect, useState } from 'react';
import { isOthersForm } from '../../drafts/claimDraft.ts';
import { contactForm as texts } from '../../messages/jaContact.ts';
import { withProof } from '../../platform/identity/proofOfWork.ts';
import { solveInWorker } from '../../platform/identity/proofSolver.ts';
import { plainEmail } from '../../rules/emailAddress.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { useServices, useSession, useTenant } from '../../services/services.tsx';
import { useIsOnline } from '../../services/useIsOnline.ts';
import { userIdOf } from '../../session/sessionState.ts';
import { useOverlays } from '../../ui/overlays.ts';
import { useDirtyForm } from '../../ui/useDirtyForm.ts';
import { type ContactDraft, keepContactDraft, loadContactDraft } from './contactDraft.ts';
import { emailError } from './signUpForm.ts';
import { useSubmit } from './useSubmit.ts';

/** Wording of what is wrong with a field. */
export type ContactErrors = Partial<Record<'email' | 'message' | 'photo' | 'name', string | undefined>>;

/** Whose form is open. `id` stays when a login ends; `turn` goes up with another fan, whose form is a new one. */
export function useFormOwner(): { readonly id: string | null; readonly turn: number } {
  const userId = userIdOf(useSession());
  const [owner, setOwner] = useState({ id: userId, turn: 0 });
  if (userId !== null && userId !== owner.id)
    setOwner({ id: userId, turn: owner.turn + (isOthersForm(owner.id, userId) ? 1 : 0) });
  return owner;
}

/** The contact form: its draft, which is kept until it is sent, and the sending. `photo`: key of a reported one, or null. */
export function useContactForm(photo: string | null, ownerId: string | null) {
  const { api } = useServices();
  const tenant = useTenant();
  const overlays = useOverlays();
  const isOnline = useIsOnline();
  const place = { tenant: tenant.id, userId: ownerId, photo };
  const [draft, setDraft] = useState(() => loadContactDraft(place));
  const [errors, setErrors] = useState<ContactErrors>({});
  const { isBusy, error, submit } = useSubmit();
  const [isCodeAsked, setCodeAsked] = useState(false);
  const [hasTyped, setTyped] = useState(draft.email !== '');
  const ownEmail = useOwnEmail(ownerId);
  const email = hasTyped ? draft.email : ownEmail;
  useDirtyForm(draft.message !== '');

  const change = (fields: Partial<ContactDraft>) => {
    if (fields.email !== undefined) setTyped(true);
    const next = { ...draft, ...fields };
    setDraft(next);
    keepContactDraft(place, next);
  };
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = { ...errorsOf({ ...draft, email }) };
    setErrors(found);
    if (Object.values(found).some((text) => text !== undefined) || !isOnline) return;
    void submit(send);
  };
  const finish = () => {
    keepContactDraft(place, null);
    overlays.finish('contact', { mode: 'result', text: texts.sent });
  };
  const send = async () => {
    const { photo: claimed, ...fields } = draft;
    const isTakedown = draft.topic === 'takedown';
    const message = photo === null || isTakedown ? draft.message : `${draft.message}\n\n${texts.photoLine(photo)}`;
    const about = isTakedown ? { photo: claimed?.trim() ?? '' } : {};
    const body = { ...fields, message, email: plainEmail(email), ...about };
    const put = () => withProof(solveInWorker, (proof) => api.putContact({ body: { ...body, ...proof } }));
    const sent = await put().catch((cause: unknown) => {
      if (!isTakedown || !['NOT_FOUND', 'INVALID_REQUEST'].includes(errorCodeOf(cause))) throw cause;
      setErrors({ photo: texts.photoUnknown });
      return null;
    });
    if (sent === null) return;
    // The draft stays until the code is there: whoever closes the form sends the same request again, and gets another code.
    if (sent.code_sent) setCodeAsked(true);
    else finish();
  };
  const sendCode = (code: string) =>
    void submit(async () => {
      await api.putContactCode({ body: { contact_id: draft.contact_id, code } });
      finish();
    });
  return {
    /** What the fields show: until an address is typed, the fan's own. */
    values: { ...draft, email },
    errors,
    isOnline,
    isBusy,
    error,
    change,
    handleSubmit,
    /** A code was mailed: the form asks for it. */
    isCodeAsked,
    sendCode,
    sendAgain: () => void submit(send),
  };
}

/** What is missing or wrong. A takedown request also needs a name and a photo. */
function errorsOf({ email, message, topic, name, photo = '' }: ContactDraft): ContactErrors {
  const isTakedown = topic === 'takedown';
  return {
    email: emailError(email) ?? undefined,
    message: message.trim() === '' ? texts.missing : undefined,
    name: isTakedown && name.trim() === '' ? texts.claimantMissing : undefined,
    photo: isTakedown && photo.trim() === '' ? texts.photoMissing : undefined,
  };
}

/** The fan's own address, to begin with; empty until it is known, or where it cannot be had. */
function useOwnEmail(userId: string | null): string {
  const { session } = useServices();
  const [email, setEmail] = useState('');
  useEffect(() => {
    if (userId === null) return;
    let isCurrent = true;
    session.fetchProfile().then(
      (profile) => isCurrent && setEmail(profile.email),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [session, userId]);
  return email;
}
