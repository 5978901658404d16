import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { postForm } from '../../messages/jaPost.ts';
import { useServices, useSession, useTenant } from '../../session/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { useToast } from '../../ui/toasts.tsx';
import { createDraftPort, loadSavedForm } from './draftPort.ts';
import styles from './PhotoPostForm.module.css';
import { PhotoPostForm } from './PhotoPostForm.tsx';
import { PostSaved } from './PostSaved.tsx';
import { createPhotoForm, isTouched, type PhotoForm } from './photoForm.ts';
import { createPhotoFormStore, type PhotoFormStore } from './photoFormStore.ts';
import { personsQuery, sampleTagsQuery, teamsQuery, usePostableEvents } from './queries.ts';
import { useAskedPermission } from './useAskedPermission.ts';

interface PhotoPostOverlayProps {
  readonly eventId?: string;
  readonly onClose: () => void;
}

interface Opened {
  readonly store: PhotoFormStore;
  readonly isRestored: boolean;
}

/** The signal may be gone when the post is queued, and on a first visit no worker keeps these screens yet. */
function loadWhatFollows(): void {
  const screens = [
    () => import('./OutboxPanel.tsx'),
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
  const { status, events, retry } = usePostableEvents();
  const persons = useQuery(personsQuery(source)).data?.list ?? [];
  const teams = useQuery({ ...teamsQuery(source), enabled: tenant.isTeam }).data?.list ?? [];
  const samples = useQuery(sampleTagsQuery(tenant)).data ?? [];
  const [opened, setOpened] = useState<Opened | null>(null);
  const [queued, setQueued] = useState<{ jobId: string; eventId: string } | null>(null);

  const { drafts, preparer } = source;
  const user = session.status === 'anonymous' ? null : session.user;
  const isPermitted = user?.usepermit === true;
  const openForm = useRef((_saved: PhotoForm | null) => {});
  openForm.current = (saved) => {
    const only = events.length === 1 ? (events[0]?.event_id ?? null) : null;
    const wanted = eventId ?? saved?.eventId ?? only;
    const initial: PhotoForm = { ...(saved ?? createPhotoForm(null, isPermitted)), eventId: wanted };
    const port = createDraftPort(drafts, tenant.id, user?.id ?? null);
    setOpened({
      store: createPhotoFormStore({ initial, drafts: port, preparer }),
      isRestored: saved !== null && isTouched(saved),
    });
  };

  const userId = user?.id ?? null;
  const isReady = status === 'ready' && opened === null;
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

  const handleDiscard = () =>
    overlays.open({
      mode: 'confirm',
      text: postForm.discardAsk,
      actionLabel: postForm.discard,
      isDangerous: true,
      onConfirm: async () => {
        await opened?.store.discard().catch(() => {});
        toast(postForm.discarded);
        setOpened(null);
      },
    });

  const handleClose = () => {
    if (opened !== null && isTouched(opened.store.getSnapshot().form)) toast(postForm.kept);
    onClose();
  };

  if (queued !== null) return <PostSaved {...queued} onClose={onClose} />;
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
      {...{ events, persons, teams, samples }}
      onClose={handleClose}
      onDiscard={handleDiscard}
      onQueued={(jobId, queuedEvent) => setQueued({ jobId, eventId: queuedEvent })}
    />
  );
}
