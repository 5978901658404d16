import { Copy, Mail } from 'lucide-react';
import { contact } from '../../messages/jaAccount.ts';
import { useTenant } from '../../session/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useToast } from '../../ui/toasts.tsx';
import styles from './account.module.css';

export function ContactModal({ onClose }: { readonly onClose: () => void }) {
  const tenant = useTenant();
  const toast = useToast();
  const handleCopy = async () => {
    await navigator.clipboard.writeText(contact.email);
    toast(contact.copied);
  };
  return (
    <Modal title={contact.title} onClose={onClose}>
      <div className={styles.form}>
        <p>{contact.lead}</p>
        <p className={styles.address}>{contact.email}</p>
        <div className={styles.pair}>
          <a
            className={styles.primaryLink}
            href={`mailto:${contact.email}?subject=${encodeURIComponent(contact.subject(tenant.name))}`}
          >
            <Mail aria-hidden="true" size={20} />
            {contact.write}
          </a>
          <Button icon={<Copy aria-hidden="true" size={20} />} onClick={handleCopy}>
            {contact.copy}
          </Button>
        </div>
        <p className={styles.hint}>{contact.hint}</p>
      </div>
    </Modal>
  );
}
