import { Send } from 'lucide-react';
import { useId } from 'react';
import { contact } from '../../messages/jaAccount.ts';
import { contactForm as texts } from '../../messages/jaContact.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
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
  const { values, errors, isOnline, isBusy, error, change, handleSubmit } = useContactForm(photo, ownerId);
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
