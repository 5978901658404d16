import { useState } from 'react';
import { useCloseGuard } from '../../ui/closeGuard.ts';

interface Leaving {
  readonly isNew: boolean;
  readonly isBusy: boolean;
  readonly isDirty: boolean;
  /** Closes, and the draft stays. */
  readonly onLeave: () => void;
  /** Forgets the draft and closes. */
  readonly onDiscard: () => void;
}

/** Guards the form: it stays open while it is sent, and asks before changes are lost. */
export function useLeaveQuestion({ isNew, isBusy, isDirty, onLeave, onDiscard }: Leaving) {
  const [isAsking, setAsking] = useState(false);
  useCloseGuard(isNew ? 'post-event' : 'edit-event', () => {
    if (isBusy) return false;
    // Asked twice, the answer is the one that loses nothing.
    if (isAsking) onLeave();
    else if (isDirty) setAsking(true);
    else onDiscard();
    return !isDirty && !isAsking;
  });
  return { isAsking: isAsking && !isBusy, stay: () => setAsking(false) };
}
