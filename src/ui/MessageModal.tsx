import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './MessageModal.module.css';
import { Modal } from './Modal.tsx';

const icons = { ok: CircleCheck, error: CircleAlert, info: Info } as const;

interface MessageModalProps {
  readonly tone: keyof typeof icons;
  readonly title: string;
  readonly lead: string;
  readonly children?: ReactNode;
  readonly actions: ReactNode;
  readonly onClose: () => void;
  readonly isClosedByBackground?: boolean;
}

/** One message and what to do next: results, errors (MOD-01, MOD-03). */
export function MessageModal(props: MessageModalProps) {
  const { tone, title, lead, children, actions, onClose, isClosedByBackground = true } = props;
  const Icon = icons[tone];
  return (
    <Modal title={title} onClose={onClose} actions={actions} isClosedByBackground={isClosedByBackground}>
      <div className={styles.message} role={tone === 'error' ? 'alert' : 'status'}>
        <span className={styles.icon} data-tone={tone}>
          <Icon aria-hidden="true" size={32} />
        </span>
        <p className={styles.lead}>{lead}</p>
        {children && <div className={styles.text}>{children}</div>}
      </div>
    </Modal>
  );
}
