import { CloudUpload } from 'lucide-react';
import { shell as texts } from '../../messages/jaShell.ts';
import type { useShell } from './useShell.ts';

interface WaitingButtonProps {
  readonly shell: ReturnType<typeof useShell>;
  readonly className: string | undefined;
  /** On phones the number alone. */
  readonly isShort?: boolean;
}

/** What waits to be sent: the signed-in fan's photos by number; of other accounts only that there is something (QUE-04, QUE-05). */
export function WaitingButton({ shell, className, isShort = false }: WaitingButtonProps) {
  const { waiting, foreign, openOutbox } = shell;
  if (waiting === 0 && foreign === 0) return null;
  const label = waiting > 0 ? texts.waiting(waiting) : texts.foreign(foreign);
  return (
    <button
      type="button"
      className={className}
      data-foreign={waiting === 0 || undefined}
      data-outbox-badge
      onClick={openOutbox}
      aria-label={label}
    >
      <CloudUpload size={18} aria-hidden="true" />
      {waiting > 0 ? (isShort ? waiting : texts.waitingShort(waiting)) : isShort ? null : texts.foreignShort}
    </button>
  );
}
