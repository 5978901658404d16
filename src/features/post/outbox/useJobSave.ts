import { useState } from 'react';
import { outbox as outboxTexts, outboxEdit as texts } from '../../../messages/jaOutbox.ts';
import type { Job } from '../../../outbox/job.ts';
import { useServices } from '../../../services/services.tsx';
import type { SessionState } from '../../../session/sessionState.ts';
import { useToast } from '../../../ui/toasts.tsx';
import type { PhotoForm } from '../photoForm.ts';
import { editOfForm } from './jobForm.ts';

/** The permission for photo use in this tenant, for a switch that was not pressed; null: not known. */
const userPermission = (state: SessionState): boolean | null =>
  state.status === 'anonymous' ? null : state.user.usepermit;

/** Gives a post that waits its new words. `onSaved`: they are in the queue. */
export function useJobSave(job: Job, onSaved: () => void) {
  const source = useServices();
  const toast = useToast();
  const [isSaving, setSaving] = useState(false);
  const save = async (form: PhotoForm) => {
    setSaving(true);
    try {
      const isTaken = await source.outbox.edit(
        job.id,
        editOfForm(form, job, userPermission(source.session.getState())),
      );
      if (!isTaken) return;
      toast(texts.saved);
      onSaved();
    } catch {
      toast(outboxTexts.actionFailed, 'error');
    } finally {
      setSaving(false);
    }
  };
  return { isSaving, save };
}
