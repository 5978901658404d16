import { Send } from 'lucide-react';
import { type SubmitEvent, useEffect, useId, useState } from 'react';
import { ContactTopic } from '../../contract/entities.ts';
import { CONTACT_MAX, NAME_MAX } from '../../contract/limits.ts';
import { contact } from '../../messages/jaAccount.ts';
import { contactForm as texts } from '../../messages/jaContact.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { useServices, useSession, useTenant } from '../../services/services.tsx';
import { useIsOnline } from '../../services/useIsOnline.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { LimitedTextField, SelectField, TextArea } from '../../ui/Field.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { useDirtyForm } from '../../ui/useDirtyForm.ts';
import styles from './account.module.css';
import { type ContactDraft, keepContactDraft, loadContactDraft } from './contactDraft.ts';
import { EmailField } from './EmailField.tsx';
import { emailError } from './signUpForm.ts';
import { useSubmit } from './useSubmit.ts';

type Errors = Partial<Record<'email' | 'message', string | undefined>>;

/** Characters kept free for the key of a reported photo. */
const PHOTO_LINE_MAX = 250;

interface ContactModalProps {
  /** Key of a photo that is reported; null: anything else. */
  readonly photo: string | null;
  readonly onClose: () => void;
}

/** A message to the operator, of fans and visitors. What was written stays, whatever closes the form, until it is sent. */
export function ContactModal({ photo, onClose }: ContactModalProps) {
  const { api } = useServices();
  const tenant = useTenant();
  const userId = useOwnId();
  const overlays = useOverlays();
  const isOnline = useIsOnline();
  const id = useId();
  const place = { tenant: tenant.id, userId, photo };
  const [draft, setDraft] = useState(() => loadContactDraft(place));
  const [errors, setErrors] = useState<Errors>({});
  const { isBusy, error, submit } = useSubmit();
  const [hasTyped, setTyped] = useState(draft.email !== '');
  const ownEmail = useOwnEmail();
  const email = hasTyped ? draft.email : ownEmail;
  useDirtyForm(draft.message !== '');

  const change = (fields: Partial<ContactDraft>) => {
    const next = { ...draft, ...fields };
    setDraft(next);
    keepContactDraft(place, next);
  };
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = { email: emailError(email), message: draft.message.trim() === '' ? texts.missing : undefined };
    setErrors(found);
    if (found.email || found.message || !isOnline) return;
    void submit(async () => {
      const message = photo === null ? draft.message : `${draft.message}\n\n${texts.photoLine(photo)}`;
      await api.putContact({ body: { ...draft, message, email: email.trim() } });
      keepContactDraft(place, null);
      overlays.replace({ mode: 'result', text: texts.sent });
    });
  };
  return (
    <Modal
      title={contact.title}
      onClose={onClose}
      isClosedByBackground={draft.message === ''}
      actions={
        <Button
          type="submit"
          form={id}
          variant="primary"
          size="l"
          isWide
          icon={<Send aria-hidden="true" size={20} />}
          isBusy={isBusy}
          disabled={!isOnline}
        >
          {texts.submit}
        </Button>
      }
    >
      <form id={id} className={styles.form} onSubmit={handleSubmit} noValidate>
        <p>{photo === null ? texts.lead : texts.aboutPhoto}</p>
        <SelectField
          label={texts.topic}
          value={draft.topic}
          onChange={({ target }) => change({ topic: target.value as ContactDraft['topic'] })}
        >
          {ContactTopic.options.map((topic) => (
            <option key={topic} value={topic}>
              {texts.topics[topic]}
            </option>
          ))}
        </SelectField>
        <TextArea
          label={texts.message}
          hint={texts.messageHint}
          isRequired
          error={errors.message}
          rows={6}
          max={CONTACT_MAX.message - PHOTO_LINE_MAX}
          value={draft.message}
          onChange={(message) => change({ message })}
        />
        <EmailField
          label={texts.email}
          isRequired
          error={errors.email}
          autoComplete="email"
          maxLength={CONTACT_MAX.email}
          value={email}
          onChange={({ target }) => {
            setTyped(true);
            change({ email: target.value });
          }}
        />
        <LimitedTextField
          label={texts.name}
          autoComplete="nickname"
          max={NAME_MAX}
          value={draft.name}
          onChange={(name) => change({ name })}
        />
        <p className={styles.hint}>{texts.privacy}</p>
        {!isOnline && <Banner tone="offline">{texts.offline}</Banner>}
        {error && (
          <Banner tone="error">
            {errorText(error)}
            <br />
            {texts.kept}
          </Banner>
        )}
        <p className={styles.hint}>
          {texts.byMail}: <a href={`mailto:${contact.email}`}>{contact.email}</a>
        </p>
      </form>
    </Modal>
  );
}

function useOwnId(): string | null {
  const session = useSession();
  return session.status === 'anonymous' ? null : session.user.id;
}

/** The signed-in fan's address, to begin with; empty until it is known, or where it cannot be had. */
function useOwnEmail(): string {
  const { session } = useServices();
  const userId = useOwnId();
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
