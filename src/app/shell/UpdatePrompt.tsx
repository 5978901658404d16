import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { shell as texts } from '../../messages/jaShell.ts';
import { useOutboxSnapshot } from '../../services/useOutboxSnapshot.ts';
import { Button } from '../../ui/Button.tsx';
import { afterSteps } from '../../ui/backStack.ts';
import { useOverlayStack } from '../../ui/overlays.ts';
import { useHasDirtyForm } from '../../ui/useDirtyForm.ts';
import styles from './UpdatePrompt.module.css';
import { updateAtom } from './update.ts';

/**
 * Offers a new build, never while photos are being sent, a form holds unsaved words or something is open (T28). Once chosen it says
 * that it comes until the page loads anew: the worker before may have something to end.
 */
export function UpdatePrompt() {
  const update = useAtomValue(updateAtom);
  const { isDraining } = useOutboxSnapshot();
  const hasDirtyForm = useHasDirtyForm();
  const stack = useOverlayStack();
  const [isChosen, setIsChosen] = useState(false);
  const isHeldBack = isDraining || hasDirtyForm || stack.length > 0;
  const ready = update?.isChosen && !isHeldBack ? update : null;
  useEffect(() => (ready === null ? undefined : afterSteps(ready.apply)), [ready]);
  if (update === null || isHeldBack) return null;
  const choose = () => {
    setIsChosen(true);
    update.apply();
  };
  return (
    <div className={styles.prompt} role="status">
      <span>{isChosen ? texts.updating : texts.updateReady}</span>
      <Button variant="primary" isBusy={isChosen} onClick={choose}>
        {texts.update}
      </Button>
    </div>
  );
}
