import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { shell as texts } from '../../messages/jaShell.ts';
import { useOutboxSnapshot } from '../../services/useOutboxSnapshot.ts';
import { Button } from '../../ui/Button.tsx';
import { afterSteps } from '../../ui/backStack.ts';
import { useOverlayStack } from '../../ui/overlays.ts';
import { useHasDirtyForm } from '../../ui/useDirtyForm.ts';
import styles from './UpdatePrompt.module.css';
import { type UpdateState, updateAtom } from './update.ts';

const WORDS: Readonly<Record<UpdateState, string>> = {
  ready: texts.updateReady,
  switching: texts.updating,
  switched: texts.updating,
  late: texts.updateLate,
};

/**
 * Offers a new build, never while photos are being sent, a form holds unsaved words or something is open (T28). Once chosen it says
 * that it comes until the page loads anew, or that it is late: the worker before may have something to end.
 */
export function UpdatePrompt() {
  const update = useAtomValue(updateAtom);
  const { isDraining } = useOutboxSnapshot();
  const hasDirtyForm = useHasDirtyForm();
  const stack = useOverlayStack();
  const isHeldBack = isDraining || hasDirtyForm || stack.length > 0;
  const switched = update?.state === 'switched' && !isHeldBack ? update : null;
  useEffect(() => (switched === null ? undefined : afterSteps(switched.apply)), [switched]);
  if (update === null || isHeldBack) return null;
  const isOnItsWay = update.state === 'switching' || update.state === 'switched';
  return (
    <div className={styles.prompt} role="status">
      <span>{WORDS[update.state]}</span>
      <Button variant="primary" isBusy={isOnItsWay} onClick={update.apply}>
        {texts.update}
      </Button>
    </div>
  );
}
