import { postForm } from '../../messages/jaPost.ts';
import { remainingPhotos } from '../../rules/remainingPhotos.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './PhotoPostForm.module.css';

interface SubmitBarProps {
  /** Photos one post may hold now; 0: none at all (PST-09). */
  readonly max: number;
  /** Photos that are picked. */
  readonly count: number;
  readonly isSaving: boolean;
  readonly isReading: boolean;
  readonly onCancel: () => void;
  readonly onSubmit: () => void;
}

/** How many photos still fit, and the buttons that end the form (PST-09). */
export function SubmitBar({ max, count, isSaving, isReading, onCancel, onSubmit }: SubmitBarProps) {
  const remaining = remainingPhotos(max, count);
  // As many as fit are no refusal; none at all, or too many, are.
  const isFilled = max > 0 && count === max;
  return (
    <div className={styles.actions}>
      <p className={styles.remaining} data-full={(remaining === 0 && !isFilled) || undefined} role="status">
        {isFilled ? postForm.filled(max) : remaining === 0 ? postForm.full : postForm.remaining(remaining)}
      </p>
      <Button size="l" disabled={isSaving} onClick={onCancel}>
        {postForm.cancel}
      </Button>
      <Button
        variant="primary"
        size="l"
        className={styles.submit}
        isBusy={isSaving}
        disabled={max === 0 || isReading}
        onClick={onSubmit}
      >
        {isSaving ? postForm.saving : max === 0 ? postForm.full : postForm.submit}
      </Button>
    </div>
  );
}
