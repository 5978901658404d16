import { Trash2 } from 'lucide-react';
import { editPhoto as texts } from '../../messages/jaPost.ts';
import { useTenant } from '../../services/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import styles from './EditPhotoForm.module.css';

interface RemovePhotoProps {
  readonly busy: 'update' | 'remove' | null;
  readonly onRemove: () => void;
}

/** Deletes a published photo, once the fan has said so twice. */
export function RemovePhoto({ busy, onRemove }: RemovePhotoProps) {
  const tenant = useTenant();
  const overlays = useOverlays();
  const handleRemove = () =>
    overlays.open({
      mode: 'confirm',
      text: texts.removeAsk + (tenant.isPoint ? ` ${texts.removePoints}` : ''),
      actionLabel: texts.removeAction,
      isDangerous: true,
      onConfirm: onRemove,
    });
  return (
    <div className={styles.removal}>
      {tenant.isPoint && <p className={styles.hint}>{texts.removePoints}</p>}
      <Button
        variant="quiet"
        className={styles.remove}
        icon={<Trash2 aria-hidden="true" size={18} />}
        isBusy={busy === 'remove'}
        disabled={busy === 'update'}
        onClick={handleRemove}
      >
        {texts.remove}
      </Button>
    </div>
  );
}
