import { useEffect, useId, useRef } from 'react';
import { makeEvent as texts } from '../../messages/jaMakeEvent.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './EventFormView.module.css';

interface LeaveBarProps {
  readonly onStay: () => void;
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
}

/** Asks what becomes of the form, in the place of its buttons: a second dialog would let one Escape close both. */
export function LeaveBar({ onStay, onKeep, onDiscard }: LeaveBarProps) {
  const id = useId();
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => bar.current?.querySelector('button')?.focus(), []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset names fields; this names a question
    <div
      ref={bar}
      className={styles.leave}
      role="group"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <div className={styles.leaveText}>
        <p id={`${id}-title`}>{texts.leaveTitle}</p>
        <p id={`${id}-text`} className={styles.leaveHint}>
          {texts.leaveText}
        </p>
      </div>
      <Button variant="primary" onClick={onStay}>
        {texts.stay}
      </Button>
      <Button onClick={onKeep}>{texts.keepAndClose}</Button>
      <Button variant="danger" onClick={onDiscard}>
        {texts.discard}
      </Button>
    </div>
  );
}
