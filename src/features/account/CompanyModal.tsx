import { company } from '../../messages/jaAccount.ts';
import { Modal } from '../../ui/Modal.tsx';
import styles from './account.module.css';

export function CompanyModal({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title={company.title} onClose={onClose}>
      <dl className={styles.rows}>
        {company.rows.map(([term, text]) => (
          <div key={term} className={styles.row}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
