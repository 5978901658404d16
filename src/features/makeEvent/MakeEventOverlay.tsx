import { ui } from '../../messages/ja.ts';
import { makeEvent as texts } from '../../messages/jaMakeEvent.ts';
import { useServices } from '../../services/services.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { useToast } from '../../ui/toasts.tsx';
import styles from './EventFormView.module.css';
import { EventFormView } from './EventFormView.tsx';
import { isChanged } from './eventForm.ts';
import { useOpenedEventForm } from './useOpenedEventForm.ts';

interface MakeEventOverlayProps {
  /** Event to change; none: a new one. */
  readonly eventId?: string;
  readonly onClose: () => void;
}

/** Opens the event form on its draft, or on the event as it stands (EVT-01). */
export function MakeEventOverlay({ eventId, onClose }: MakeEventOverlayProps) {
  const { api } = useServices();
  const overlays = useOverlays();
  const toast = useToast();
  const { opened, reopen } = useOpenedEventForm(eventId);

  if (opened === null)
    return (
      <Modal title={texts.title} kind="overlay" onClose={onClose}>
        <div className={styles.loading} role="status" aria-label={ui.loading} />
      </Modal>
    );
  const close = () => overlays.close(eventId !== undefined ? 'edit-event' : 'post-event');
  const discard = async () => {
    const { form } = opened.store.getSnapshot();
    await opened.store.discard().catch(() => undefined);
    // An unfinished record that could not be taken back when it failed.
    if (form.createdId !== null) api.deleteEvent({ body: { event_id: form.createdId } }).catch(() => undefined);
    if (isChanged(form, opened.base)) toast(texts.discarded);
  };
  const askRestart = () =>
    overlays.open({
      mode: 'confirm',
      text: texts.discardAsk,
      actionLabel: texts.discard,
      isDangerous: true,
      onConfirm: () => void discard().then(reopen),
    });
  return (
    <EventFormView
      {...opened}
      onClose={onClose}
      onLeave={() => {
        toast(texts.kept);
        close();
      }}
      onDiscard={() => void discard().then(close)}
      onRestart={askRestart}
    />
  );
}
