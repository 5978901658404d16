import { useState } from 'react';
import type { FanEvent } from '../../contract/entities.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { isOthersForm } from '../../drafts/claimDraft.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { eventFailures, makeEvent as texts } from '../../messages/jaMakeEvent.ts';
import { usePaths } from '../../navigation/paths.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { type OverlayEntry, useOverlays } from '../../ui/overlays.ts';
import { useInvalidateEvent } from '../event/useInvalidateEvent.ts';
import { createEventDrafts } from './eventDrafts.ts';
import type { EventFormStore } from './eventFormStore.ts';
import { createEvent, deleteEvent, type SaveDeps, type SavedEvent, type SaveStep, updateEvent } from './saveEvent.ts';

/** What the steps of sending work with; `place`: where the form's draft with its pictures lies. */
function createSaveDeps(
  { api, objects, drafts }: ReturnType<typeof useServices>,
  place: { readonly tenant: string; readonly userId: string; readonly eventId: string | null },
  listeners: Pick<SaveDeps, 'remember' | 'onStep'>,
): SaveDeps {
  const { tenant: tenantId, userId } = place;
  return { api, objects, tenantId, userId, readBytes: createEventDrafts(drafts, place).read, ...listeners };
}

/** Sending and deleting, with what the fan sees of it. `before`: the event being changed; null: a new one. `userId`: whose form it is. */
export function useSaveEvent(store: EventFormStore, before: FanEvent | null, userId: string | null) {
  const services = useServices();
  const { api, session } = services;
  const tenant = useTenant();
  const paths = usePaths();
  const overlays = useOverlays();
  const invalidateEvent = useInvalidateEvent();
  const [step, setStep] = useState<SaveStep | null>(null);
  const [failure, setFailure] = useState<ErrorCode | null>(null);

  const save = async () => {
    const state = session.getState();
    // The login it waited for may be another fan's.
    if (state.status === 'anonymous' || isOthersForm(userId, state.user.id)) return;
    const place = { tenant: tenant.id, userId: state.user.id, eventId: before?.event_id ?? null };
    const deps = createSaveDeps(services, place, { remember: store.dispatch, onStep: setStep });
    setFailure(null);
    setStep(before === null ? 'create' : 'upload');
    try {
      const { form } = store.getSnapshot();
      const saved = await (before === null ? createEvent(deps, form) : updateEvent(deps, form, before));
      await store.discard().catch(() => undefined);
      await invalidateEvent(saved.eventId);
      const to = before === null ? paths.event(saved.eventId) : paths.member(undefined, 'my-event');
      overlays.replace({ mode: 'result', text: savedText(saved, before === null), to });
    } catch (cause) {
      setFailure(errorCodeOf(cause));
    } finally {
      setStep(null);
    }
  };

  const remove = async (event: FanEvent) => {
    setFailure(null);
    setStep('update');
    try {
      await deleteEvent({ api }, event.event_id);
      await store.discard().catch(() => undefined);
      overlays.replace({ mode: 'result', text: texts.removed, to: paths.member(undefined, 'my-event') });
      await invalidateEvent(event.event_id);
    } catch (cause) {
      overlays.open({ mode: 'error', text: removalText(cause) });
    } finally {
      setStep(null);
    }
  };
  const askRemove = () => before !== null && overlays.open(removalQuestion(() => void remove(before)));
  return { step, failure, save, askRemove };
}

const removalQuestion = (onConfirm: () => void): OverlayEntry => ({
  mode: 'confirm',
  text: eventFailures.removeAsk,
  actionLabel: eventFailures.removeAction,
  isDangerous: true,
  onConfirm,
});

function savedText({ isPhotoLost }: SavedEvent, isNew: boolean): string {
  const text = isNew ? texts.created : texts.updated;
  return isPhotoLost ? `${text}\n${texts.photoLost}` : text;
}

/** The two refusals have sentences of their own (§8); everything else failed. */
function removalText(cause: unknown): string {
  const code = errorCodeOf(cause);
  return code === 'EVENT_HAS_POSTS' || code === 'EVENT_NOT_OWNER' ? errorText(code) : eventFailures.remove;
}
