import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FanEvent } from '../../contract/entities.ts';
import { forgetOpenForm, rememberOpenForm } from '../../drafts/reopenForm.ts';
import { postForm } from '../../messages/jaPost.ts';
import { personsQuery, teamsQuery } from '../../queries/peopleQueries.ts';
import { useServices, useSession, useTenant } from '../../services/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { useToast } from '../../ui/toasts.tsx';
import { createDraftPort, loadSavedForm } from './draftPort.ts';
import styles from './PhotoPostForm.module.css';
import { PhotoPostForm } from './PhotoPostForm.tsx';
import { PostSaved } from './PostSaved.tsx';
import { createPhotoForm, isTouched, type PhotoForm, photoFormReducer, sameSettings } from './photoForm.ts';
import { createPhotoFormStore, type PhotoFormStore } from './photoFormStore.ts';
import { sampleTagsQuery, usePostableEvents } from './queries.ts';
import { useAskedPermission } from './useAskedPermission.ts';
import type { QueuedPost } from './useSubmitPost.ts';

interface PhotoPostOverlayProps {
  readonly eventId?: string;
  readonly onClose: () => void;
}

interface Opened {
  readonly store: PhotoFormStore;
  readonly isRestored: boolean;
}

/** A form to go on with: what a killed page was preparing starts anew, and the event whose page the fan came from is chosen. */
function openedForm(form: PhotoForm, asked: FanEvent | undefined): PhotoForm {
  const again = photoFormReducer(form, { type: 'restored', form });
  if (asked === undefined || asked.event_id === form.eventId) return again;
  const { event_id: eventId, photo_location: locations } = asked;
  return photoFormReducer(again, { type: 'eventChosen', eventId, locations });
}

/** The signal may be gone when the post is queued, and on a first visit no worker keeps these screens yet. */
function loadWhatFollows(): void {
  const screens = [
    () => import('./outbox/OutboxPanel.tsx'),
    () => import('../photo/PendingCards.tsx'),
    () => import('../../ui/ResultModal.tsx'),
  ];
  for (const load of screens) load().catch(() => undefined);
}

/** Opens the form on its draft and the events of now; after the submit shows that the photos are safe (PST-11, QUE-01). */
export function PhotoPostOverlay({ eventId, onClose }: PhotoPostOverlayProps) {
  const source = useServices();
  const tenant = useTenant();
  const session = useSession();
  const overlays = useOverlays();
  const toast = useToast();
  const { status, events, asOf, poster, retry } = usePostableEvents();
  const persons = useQuery(personsQuery(source)).data?.list ?? [];
  const teams = useQuery({ ...teamsQuery(source), enabled: tenant.isTeam }).data?.list ?? [];
  const samples = useQuery(sampleTagsQuery(tenant)).data ?? [];
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isDiscarding, setDiscarding] = useState(false);
  const [queued, setQueued] = useState<QueuedPost | null>(null);

  const { drafts, preparer } = source;
  const user = session.status === 'anonymous' ? null : session.user;
  const isPermitted = user?.usepermit === true;
  const createStore = (initial: PhotoForm) =>
    createPhotoFormStore({ initial, drafts: createDraftPort(drafts, tenant.id, user?.id ?? null), preparer });
  const openForm = useRef((_saved: PhotoForm | null) => {});
  openForm.current = (saved) => {
    const only = events.length === 1 ? (events[0]?.event_id ?? null) : null;
    const asked = events.find(({ event_id }) => event_id === eventId);
    const form = openedForm(saved ?? createPhotoForm(only, isPermitted), asked);
    setOpened({ store: createStore(form), isRestored: saved !== null && isTouched(saved) });
  };

  const userId = user?.id ?? null;
  const isReady = status === 'ready' && opened === null && !isDiscarding;
  useEffect(() => {
    if (!isReady) return;
    let isCurrent = true;
    loadSavedForm(drafts, tenant.id, userId)
      .catch(() => null)
      .then((saved) => isCurrent && openForm.current(saved));
    return () => {
      isCurrent = false;
    };
  }, [isReady, drafts, tenant.id, userId]);

  const isEmpty = status === 'ready' && events.length === 0 && queued === null;
  useEffect(() => {
    if (isEmpty) overlays.replace({ mode: 'no-event' });
  }, [isEmpty, overlays]);

  useAskedPermission(opened?.store ?? null, events);
  useEffect(loadWhatFollows, []);
  const isSafe = queued !== null;
  useEffect(() => {
    if (isSafe) return;
    rememberOpenForm(tenant.id);
    return forgetOpenForm;
  }, [isSafe, tenant.id]);

  const handleDiscard = () =>
    overlays.open({
      mode: 'confirm',
      text: postForm.discardAsk,
      actionLabel: postForm.discard,
      isDangerous: true,
      onConfirm: async () => {
        // The old form goes at once: what is chosen in it meanwhile would be lost.
        setDiscarding(true);
        setOpened(null);
        await opened?.store.discard().catch(() => {});
        toast(postForm.discarded);
        setDiscarding(false);
      },
    });

  const handleClose = () => {
    if (opened !== null && isTouched(opened.store.getSnapshot().form)) toast(postForm.kept);
    onClose();
  };

  const handleAgain = (form: PhotoForm) => {
    const store = createStore(form);
    // Kept from the start: it holds words already.
    store.dispatch({ type: 'restored', form });
    setOpened({ store, isRestored: false });
    setQueued(null);
  };

  if (queued !== null)
    return (
      <PostSaved
        jobId={queued.jobId}
        posted={queued.posted}
        eventId={queued.form.eventId ?? ''}
        onClose={onClose}
        onAgain={() => handleAgain(sameSettings(queued.form))}
      />
    );
  // The events are there, mostly from the post window: the draft follows at once, and a dialog that gives way to another would flicker.
  if (isReady) return null;
  if (status === 'failed' || opened === null)
    return (
      <Modal title={postForm.title} kind="overlay" onClose={onClose}>
        {status === 'failed' ? (
          <EmptyState title={postForm.eventsFailedTitle} action={<Button onClick={retry}>{postForm.reload}</Button>}>
            {postForm.eventsFailed}
          </EmptyState>
        ) : (
          <div className={styles.loading} role="status" aria-label={postForm.loadingEvents} />
        )}
      </Modal>
    );
  return (
    <PhotoPostForm
      {...opened}
      {...{ events, asOf, persons, teams, samples, poster }}
      onClose={handleClose}
      onDiscard={handleDiscard}
      onQueued={setQueued}
    />
  );
}
