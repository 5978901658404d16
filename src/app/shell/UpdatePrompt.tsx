import { useAtomValue } from 'jotai';
import { shell as texts } from '../../messages/jaShell.ts';
import { useOutboxSnapshot } from '../../services/useOutboxSnapshot.ts';
import { Button } from '../../ui/Button.tsx';
import { useOverlayStack } from '../../ui/overlays.ts';
import { useHasDirtyForm } from '../../ui/useDirtyForm.ts';
import styles from './UpdatePrompt.module.css';
import { updateAtom } from './update.ts';

/** Offers a new build, never while photos are being sent, a form holds unsaved words or something is open (T28). */
export function UpdatePrompt() {
  const update = useAtomValue(updateAtom);
  const { isDraining } = useOutboxSnapshot();
  const hasDirtyForm = useHasDirtyForm();
  const stack = useOverlayStack();
  if (update === null || isDraining || hasDirtyForm || stack.length > 0) return null;
  return (
    <div className={styles.prompt} role="status">
      <span>{texts.updateReady}</span>
      <Button variant="primary" onClick={update.apply}>
        {texts.update}
      </Button>
    </div>
  );
}
