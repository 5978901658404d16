import { codeProblem, contact } from '../../messages/jaAccount.ts';
import { Modal } from '../../ui/Modal.tsx';
import styles from './account.module.css';

export function CodeProblemModal({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title={codeProblem.title} onClose={onClose}>
      <div className={styles.form}>
        <ul className={styles.points}>
          {codeProblem.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <p>{codeProblem.contact}</p>
        <p className={styles.address}>
          <a href={`mailto:${contact.email}`}>{contact.email}</a>
        </p>
      </div>
    </Modal>
  );
}
