import { Send } from 'lucide-react';
import { useId, useState } from 'react';
import { contact } from '../../messages/jaAccount.ts';
import { contactForm as texts } from '../../messages/jaContact.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Modal } from '../../ui/Modal.tsx';
import styles from './account.module.css';
import { ContactFields } from './ContactFields.tsx';
import { useContactForm, useFormOwner } from './useContactForm.ts';

interface ContactModalProps {
  /** Key of a photo that is reported; null: anything else. */
  readonly photo: string | null;
  readonly onClose: () => void;
}

/** A message to the operator, of fans and visitors. What was written stays, whatever closes the form, until it is sent. */
export function ContactModal(props: ContactModalProps) {
  const owner = useFormOwner();
  return <ContactDialog key={owner.turn} ownerId={owner.id} {...props} />;
}

function ContactDialog({ photo, ownerId, onClose }: ContactModalProps & { readonly ownerId: string | null }) {
  const id = useId();
  const form = useContactForm(photo, ownerId);
  const { values, errors, isOnline, isBusy, error, change, handleSubmit } = form;
  if (form.isCodeAsked) return <CodeDialog form={form} onClose={onClose} />;
  return (
    <Modal
      title={contact.title}
      onClose={onClose}
      isClosedByBackground={values.message === ''}
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
        <ContactFields values={values} errors={errors} onChange={change} />
        <p className={styles.hint}>{texts.privacy}</p>
        {!isOnline && <Banner tone="offline">{texts.offline}</Banner>}
        {error && (
          <Banner tone="error">
            {errorText(error)}
            {values.message !== '' && (
              <>
                <br />
                {texts.kept}
              </>
            )}
          </Banner>
        )}
        <p className={styles.hint}>
          {texts.byMail}: <a href={`mailto:${contact.email}`}>{contact.email}</a>
        </p>
      </form>
    </Modal>
  );
}

interface CodeDialogProps {
  readonly form: ReturnType<typeof useContactForm>;
  readonly onClose: () => void;
}

/** Asks for the code that was mailed: a takedown request reaches the staff with it. */
function CodeDialog({ form: { values, isBusy, error, sendCode, sendAgain }, onClose }: CodeDialogProps) {
  const id = useId();
  const [code, setCode] = useState('');
  const words = error === 'NOT_ALLOWED' ? texts.codeWrong : error === 'NOT_FOUND' ? texts.codeGone : null;
  return (
    <Modal
      title={contact.title}
      onClose={onClose}
      isClosedByBackground={false}
      actions={
        <>
          <Button isBusy={isBusy} onClick={sendAgain}>
            {texts.codeAgain}
          </Button>
          <Button type="submit" form={id} variant="primary" isBusy={isBusy} disabled={!/^\d{6}$/.test(code)}>
            {texts.codeSubmit}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          sendCode(code);
        }}
        noValidate
      >
        <p>{texts.codeLead(values.email)}</p>
        <TextField
          label={texts.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={code}
          onChange={({ target }) => setCode(target.value.normalize('NFKC').trim())}
        />
        {error && <Banner tone="error">{words ?? errorText(error)}</Banner>}
      </form>
    </Modal>
  );
}
