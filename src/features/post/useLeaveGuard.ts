import { editPhoto as texts } from '../../messages/jaPost.ts';
import { useCloseGuard } from '../../ui/closeGuard.ts';
import { useOverlays } from '../../ui/overlays.ts';

/** Asks before changes of a published photo are left behind. */
export function useLeaveGuard(isDirty: boolean): void {
  const overlays = useOverlays();
  useCloseGuard('edit-photo', () => {
    if (!isDirty) return true;
    overlays.open({
      mode: 'confirm',
      text: texts.leaveAsk,
      actionLabel: texts.leaveAction,
      isDangerous: true,
      onConfirm: () => overlays.close('edit-photo'),
    });
    return false;
  });
}
