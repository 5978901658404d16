import { editPhoto as texts } from '../../messages/jaPost.ts';
import { useCloseGuard } from '../../ui/closeGuard.ts';
import { type OverlayMode, useOverlays } from '../../ui/overlays.ts';

interface Leaving {
  /** The changes are being saved: the form stays open until they are, or until that failed. */
  readonly isBusy: boolean;
  /** Asked when it is closed: what is typed and not yet part of the form counts, too. */
  readonly isDirty: () => boolean;
  readonly question: string;
}

/** Asks before changes of a post are left behind: of a published photo, or of a post that waits. */
export function useLeaveGuard(mode: OverlayMode, { isBusy, isDirty, question }: Leaving): void {
  const overlays = useOverlays();
  useCloseGuard(mode, () => {
    if (isBusy) return false;
    if (!isDirty()) return true;
    overlays.open({
      mode: 'confirm',
      text: question,
      actionLabel: texts.leaveAction,
      isDangerous: true,
      onConfirm: () => overlays.close(mode),
    });
    return false;
  });
}
