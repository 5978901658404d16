import { useQuery } from '@tanstack/react-query';
import { CalendarX, Images } from 'lucide-react';
import { useSearch } from 'wouter';
import { AppError } from '../../contract/errors.ts';
import { EventHead, EventHeadSkeleton } from '../../features/event/EventHead.tsx';
import { eventQuery } from '../../features/event/queries.ts';
import { useNow } from '../../features/event/useNow.ts';
import { PhotoList } from '../../features/gallery/PhotoList.tsx';
import { PendingPhotos } from '../../features/photo/PendingPhotos.tsx';
import { ui } from '../../messages/ja.ts';
import { event as texts } from '../../messages/jaEvent.ts';
import { pages as shellTexts } from '../../messages/jaPages.ts';
import { isInProgress } from '../../rules/eventPeriod.ts';
import { usePaths } from '../../session/paths.ts';
import { useRequireLogin } from '../../session/requireLogin.ts';
import { useServices, useSession } from '../../session/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { SectionHead } from '../../ui/SectionHead.tsx';

/** RTE-04. */
export function EventDetailPage() {
  const eventId = new URLSearchParams(useSearch()).get('e') ?? '';
  const services = useServices();
  const session = useSession();
  const paths = usePaths();
  const now = useNow();
  const { open } = useOverlays();
  const requireLogin = useRequireLogin();
  const { data: event, error, refetch } = useQuery({ ...eventQuery(services, eventId), enabled: eventId !== '' });
  const isUnknown =
    eventId === '' || (error instanceof AppError && ['EVENT_NOT_FOUND', 'INVALID_REQUEST'].includes(error.code));
  if (isUnknown)
    return (
      <EmptyState
        icon={<CalendarX aria-hidden="true" />}
        title={texts.notFound}
        action={<LinkButton href={paths.eventList}>{shellTexts.goHome}</LinkButton>}
      >
        {texts.notFoundText}
      </EmptyState>
    );
  if (error && event === undefined)
    return (
      <EmptyState title={texts.failed} action={<Button onClick={() => void refetch()}>{ui.retry}</Button>}>
        {shellTexts.loadFailedText}
      </EmptyState>
    );
  const post = () => requireLogin(() => open({ mode: 'post-photo', eventId }));
  const canPost = event !== undefined && isInProgress(event, now);
  return (
    <>
      {event ? (
        <EventHead
          event={event}
          now={now}
          userId={session.status === 'anonymous' ? null : session.user.id}
          onPost={canPost ? post : null}
        />
      ) : (
        <EventHeadSkeleton />
      )}
      <PendingPhotos eventId={eventId} />
      <section aria-labelledby="event-photos">
        <SectionHead id="event-photos" title={texts.photosTitle} note={event && texts.count(event.count)} />
        <PhotoList
          filter={{ e: eventId }}
          emptyTitle={texts.photosEmpty}
          emptyAction={
            canPost && (
              <Button icon={<Images size={18} aria-hidden="true" />} onClick={post}>
                {texts.postHere}
              </Button>
            )
          }
        />
      </section>
    </>
  );
}
