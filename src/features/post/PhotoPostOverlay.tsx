import { useAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { forgetOpenForm, rememberOpenForm } from '../../drafts/reopenForm.ts';
import { postForm } from '../../messages/jaPost.ts';
import { usePaths } from '../../navigation/paths.ts';
import { useTenant } from '../../services/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { type AskedPermission, type OverlayEntry, useOverlays } from '../../ui/overlays.ts';
import { useToast } from '../../ui/toasts.tsx';
import { useMediaQuery } from '../../ui/useMediaQuery.ts';
import { sentPostAtom } from './arrival/sentPost.ts';
import { askForPhotos } from './askedPhotos.ts';
import { pickUpThumbnails } from './flyToOutbox.ts';
import styles from './PhotoPostForm.module.css';
import { PhotoPostForm } from './PhotoPostForm.tsx';
import { PostSaved } from './PostSaved.tsx';
import { isTouched, type PhotoForm, sameSettings } from './photoForm.ts';
import { usePostableEvents } from './queries.ts';
import { useCanTellByToast } from './toldByToast.ts';
import { useAskedPermission } from './useAskedPermission.ts';
import { useFieldChoices } from './useFieldChoices.ts';
import { useOpenedPhotoForm } from './useOpenedPhotoForm.ts';
import type { QueuedPost } from './useSubmitPost.ts';

interface PhotoPostOverlayProps {
  readonly eventId?: string;
  /** Who is chosen from the start. */
  readonly player?: string;
  /** What the fan answered when the window before asked for the permission. */
  readonly asked?: AskedPermission;
  /** Shows the sheet of the post that a toast tells of (FAN-26a). */
  readonly isSent?: boolean;
  /** Server or storage is in trouble: the fan is told by the sheet, not by a toast. */
  readonly hasTrouble: boolean;
  readonly onClose: () => void;
  /** Closes it and goes to an address. */
  readonly onLeave: (address: string) => void;
}

/** The signal may be gone when the post is queued, and on a first visit no worker keeps these screens yet. */
function loadWhatFollows(): void {
  const screens = [
    () => import('./outbox/OutboxPanel.tsx'),
    () => import('../photo/PendingCards.tsx'),
    () => import('./arrival/Arrivals.tsx'),
  ];
  for (const load of screens) load().catch(() => undefined);
}

/** While the form is open, a page that the phone reloads comes back to it (T18). */
function useOpenForm(tenantId: string, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    rememberOpenForm(tenantId);
    return forgetOpenForm;
  }, [isOpen, tenantId]);
}

/** Without an event to post to, the modal that says so takes the overlay's place. */
function useNoEventModal(isEmpty: boolean): void {
  const overlays = useOverlays();
  useEffect(() => {
    if (isEmpty) overlays.replace({ mode: 'no-event' });
  }, [isEmpty, overlays]);
}

const discardQuestion = (onConfirm: () => void): OverlayEntry => ({
  mode: 'confirm',
  text: postForm.discardAsk,
  actionLabel: postForm.discard,
  isDangerous: true,
  onConfirm,
});

interface WaitingForEventsProps {
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** In place of the form while its events load, and where they cannot be had. */
function WaitingForEvents({ hasFailed, onRetry, onClose }: WaitingForEventsProps) {
  return (
    <Modal title={postForm.title} kind="overlay" onClose={onClose}>
      {hasFailed ? (
        <EmptyState title={postForm.eventsFailedTitle} action={<Button onClick={onRetry}>{postForm.reload}</Button>}>
          {postForm.eventsFailed}
        </EmptyState>
      ) : (
        <div className={styles.loading} role="status" aria-label={postForm.loadingEvents} />
      )}
    </Modal>
  );
}

/**
 * The post whose sheet is shown; null: none. A post that a toast may tell of leads to its event at once, and its photos fly into the
 * badge of the queue (FAN-26).
 */
function useQueuedPost(isSent: boolean, hasTrouble: boolean, onLeave: (address: string) => void) {
  const paths = usePaths();
  const canTellByToast = useCanTellByToast(hasTrouble);
  const [told, setTold] = useAtom(sentPostAtom);
  const [queued, setQueued] = useState<QueuedPost | null>(isSent ? told : null);
  useEffect(() => {
    if (isSent) setTold(null);
  }, [isSent, setTold]);
  const handleQueued = (post: QueuedPost) => {
    if (post.form.eventId === null || !canTellByToast(post)) return setQueued(post);
    const fly = pickUpThumbnails();
    setTold(post);
    onLeave(paths.event(post.form.eventId));
    fly();
  };
  return { queued, setQueued, handleQueued };
}

/** Opens the form on its draft and the events of now; after the submit shows that the photos are safe (PST-11, QUE-01). */
export function PhotoPostOverlay(props: PhotoPostOverlayProps) {
  const { eventId, player, asked, isSent = false, hasTrouble, onClose, onLeave } = props;
  const tenant = useTenant();
  const overlays = useOverlays();
  const toast = useToast();
  const lists = usePostableEvents();
  const { status, events, asOf, poster, retry } = lists;
  const choices = useFieldChoices();
  const isTouch = useMediaQuery('(pointer: coarse)');
  const { queued, setQueued, handleQueued } = useQueuedPost(isSent, hasTrouble, onLeave);
  const { opened, isReady, openAgain, discard } = useOpenedPhotoForm(lists, { eventId, player, asked });

  useNoEventModal(status === 'ready' && events.length === 0 && queued === null);
  useAskedPermission(queued === null ? (opened?.store ?? null) : null, events, asked);
  useEffect(loadWhatFollows, []);
  useOpenForm(tenant.id, queued === null);

  const handleClose = () => {
    if (opened !== null && isTouched(opened.store.getSnapshot().form)) toast(postForm.kept);
    onClose();
  };

  const handleAgain = (form: PhotoForm) => {
    // The next photos are a press and the picker away, as the first were (FAN-03).
    if (isTouch) askForPhotos();
    openAgain(form);
    setQueued(null);
  };

  if (queued !== null)
    return (
      <PostSaved
        jobId={queued.jobId}
        posted={queued.posted}
        wasTold={isSent}
        onClose={onClose}
        onLeave={onLeave}
        onAgain={() => handleAgain(sameSettings(queued.form))}
      />
    );
  // The events are there, mostly from the post window: the draft follows at once, and a dialog that gives way to another would flicker.
  if (isReady) return null;
  if (status === 'failed' || opened === null)
    return <WaitingForEvents hasFailed={status === 'failed'} onRetry={retry} onClose={onClose} />;
  return (
    <PhotoPostForm
      {...opened}
      {...choices}
      events={events}
      asOf={asOf}
      poster={poster}
      onClose={handleClose}
      onDiscard={() => overlays.open(discardQuestion(discard))}
      onQueued={handleQueued}
    />
  );
}
