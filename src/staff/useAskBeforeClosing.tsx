import { Fragment, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { recordForm as texts } from '../messages/jaStaffContent.ts';
import { Button } from '../ui/Button.tsx';
import { pushBackLayer } from '../ui/backStack.ts';
import styles from './Staff.module.css';

interface Closing {
  readonly isDirty: boolean;
  /** It is being sent: the window stays. */
  readonly isBusy: boolean;
  readonly onClose: () => void;
}

/**
 * Closes a window with a form. If something typed would be lost, it asks first, also after the back button (STF-12b). `question` stands in
 * place of the window's buttons while it asks.
 */
export function useAskBeforeClosing({ isDirty, isBusy, onClose }: Closing): {
  readonly leave: () => boolean;
  readonly question: ReactNode;
} {
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    if (isBusy) return false;
    if (!isDirty) onClose();
    else setLeaving(true);
    return !isDirty;
  };
  const back = useEffectEvent(leave);
  useEffect(() => pushBackLayer({ onBack: () => back(), keepsState: true }), []);
  const question = isLeaving ? (
    // With a key: else a pressed button would become the form's submit button, and the same press would send the form.
    <Fragment key="question">
      <p className={styles.leave} role="status">
        {texts.leaveAsk}
      </p>
      <Button variant="primary" onClick={() => setLeaving(false)}>
        {texts.stay}
      </Button>
      <Button variant="danger" onClick={onClose}>
        {texts.leave}
      </Button>
    </Fragment>
  ) : null;
  return { leave, question };
}
