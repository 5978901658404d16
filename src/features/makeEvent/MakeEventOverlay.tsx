import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FanEvent } from '../../contract/entities.ts';
import { ui } from '../../messages/ja.ts';
import { eventFailures, makeEvent as texts } from '../../messages/jaMakeEvent.ts';
import { eventQuery } from '../../queries/eventQueries.ts';
import { useServices, useSession, useTenant } from '../../services/services.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { useToast } from '../../ui/toasts.tsx';
import styles from './EventFormView.module.css';
import { EventFormView } from './EventFormView.tsx';
import { createEventDrafts } from './eventDrafts.ts';
import { type EventForm, formOfEvent, isChanged, newEventForm } from './eventForm.ts';
import { createEventFormStore, type EventFormStore } from './eventFormStore.ts';

interface MakeEventOverlayProps {
  /** Event to change; none: a new one. */
  readonly eventId?: string;
  readonly onClose: () => void;
}

interface Opened {
  readonly store: EventFormStore;
  readonly base: EventForm;
  readonly event: FanEvent | null;
  readonly isRestored: boolean;
}

/** Opens the event form on its draft, or on the event as it stands (EVT-01). */
export function MakeEventOverlay({ eventId, onClose }: MakeEventOverlayProps) {
  const services = useServices();
  const { drafts, preparer } = services;
  const tenant = useTenant();
  const session = useSession();
  const overlays = useOverlays();
  const toast = useToast();
  const userId = session.status === 'anonymous' ? null : session.user.id;
  const isEdit = eventId !== undefined;
  const [opened, setOpened] = useState<Opened | null>(null);
  // What the cache knows may be old: what stands now is changed, not what stood.
  const found = useQuery({ ...eventQuery(services, eventId ?? ''), enabled: isEdit, staleTime: 0 });
  const current = found.isFetchedAfterMount ? found.data : undefined;
  const isNotOwn = current !== undefined && current.user_id !== userId;
  const isFailed = isEdit && opened === null && (isNotOwn || (found.isError && !found.isFetching));

  useEffect(() => {
    if (isFailed) overlays.replace({ mode: 'error', text: eventFailures.load });
  }, [isFailed, overlays]);

  const port = () => createEventDrafts(drafts, { tenant: tenant.id, userId, eventId: eventId ?? null });
  const open = useRef((_saved: EventForm | null) => {});
  open.current = (saved) => {
    const event = isEdit ? (current ?? null) : null;
    const base = event === null ? newEventForm : formOfEvent(event);
    const initial = saved ?? base;
    setOpened({
      store: createEventFormStore({ initial, drafts: port(), preparer }),
      base,
      event,
      isRestored: saved !== null && isChanged(saved, base),
    });
  };
  const isReady = opened === null && !isFailed && (!isEdit || current !== undefined);
  const load = useRef(port);
  load.current = port;
  useEffect(() => {
    if (!isReady) return;
    let isCurrent = true;
    load
      .current()
      .load()
      .catch(() => null)
      .then((saved) => isCurrent && open.current(saved));
    return () => {
      isCurrent = false;
    };
  }, [isReady]);

  if (opened === null)
    return (
      <Modal title={texts.title} kind="overlay" onClose={onClose}>
        <div className={styles.loading} role="status" aria-label={ui.loading} />
      </Modal>
    );
  const close = () => overlays.close(isEdit ? 'edit-event' : 'post-event');
  const discard = async () => {
    const { form } = opened.store.getSnapshot();
    await opened.store.discard().catch(() => undefined);
    // An unfinished record that could not be taken back when it failed.
    if (form.createdId !== null)
      services.api.deleteEvent({ body: { event_id: form.createdId } }).catch(() => undefined);
    if (isChanged(form, opened.base)) toast(texts.discarded);
  };
  const askRestart = () =>
    overlays.open({
      mode: 'confirm',
      text: texts.discardAsk,
      actionLabel: texts.discard,
      isDangerous: true,
      onConfirm: () => void discard().then(() => setOpened(null)),
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
