import { codeProblem, contact } from '../../messages/jaAccount.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import styles from './account.module.css';

interface CodeProblemModalProps {
  /** What the code is for. */
  readonly about: keyof typeof codeProblem.wrong;
  readonly onClose: () => void;
}

export function CodeProblemModal({ about, onClose }: CodeProblemModalProps) {
  const overlays = useOverlays();
  return (
    <Modal
      title={codeProblem.title}
      onClose={onClose}
      actions={<Button onClick={() => overlays.replace({ mode: 'contact' })}>{contact.title}</Button>}
    >
      <div className={styles.form}>
        <ul className={styles.points}>
          {[...codeProblem.items, ...codeProblem.wrong[about]].map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <p>{codeProblem.contact}</p>
      </div>
    </Modal>
  );
}
