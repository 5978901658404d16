import { codeProblem, contact } from '../../messages/jaAccount.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import styles from './account.module.css';

export function CodeProblemModal({ onClose }: { readonly onClose: () => void }) {
  const overlays = useOverlays();
  return (
    <Modal
      title={codeProblem.title}
      onClose={onClose}
      actions={<Button onClick={() => overlays.replace({ mode: 'contact' })}>{contact.title}</Button>}
    >
      <div className={styles.form}>
        <ul className={styles.points}>
          {codeProblem.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <p>{codeProblem.contact}</p>
      </div>
    </Modal>
  );
}
