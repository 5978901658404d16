import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CalendarX, Sparkles } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import type { FanEvent } from '../../contract/entities.ts';
import { AppError } from '../../contract/errors.ts';
import { BEST_OF_EVENT } from '../../contract/limits.ts';
import { type PhotoSort, SORT_PARAM } from '../../contract/photoSorts.ts';
import { EventHead, EventHeadSkeleton } from '../../features/event/EventHead.tsx';
import { eventWord } from '../../features/event/eventTexts.ts';
import { useNow } from '../../features/event/useNow.ts';
import { LazyListState, PhotoList } from '../../features/gallery/PhotoList.tsx';
import { KeepButton } from '../../features/keep/KeepButton.tsx';
import { PendingPhotos } from '../../features/photo/PendingPhotos.tsx';
import { PhotoGrid } from '../../features/photo/PhotoGrid.tsx';
import { photoListQuery, photosOf } from '../../features/photo/queries.ts';
import { type Conditions, conditionsOf, filterOf, sortOf } from '../../features/search/conditions.ts';
import { pageTitles } from '../../messages/ja.ts';
import { event as texts } from '../../messages/jaEvent.ts';
import { usePageParams } from '../../navigation/pageParams.ts';
import { usePaths } from '../../navigation/paths.ts';
import { useKeptPlace } from '../../navigation/useKeptPlace.ts';
import { eventQuery } from '../../queries/eventQueries.ts';
import { LoadFailure } from '../../queries/LoadFailure.tsx';
import { type PeriodState, periodState } from '../../rules/eventPeriod.ts';
import { isSameName } from '../../rules/searchMatch.ts';
import { useRequireLogin } from '../../services/requireLogin.ts';
import { useServices, useSession, useTenant } from '../../services/services.tsx';
import { DeferredBoundary } from '../../ui/DeferredBoundary.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { lazyNamed } from '../../ui/lazyNamed.ts';
import { useOverlays } from '../../ui/overlays.ts';
import { SectionHead } from '../../ui/SectionHead.tsx';
import styles from './EventDetailPage.module.css';
import { EventPostButton } from './EventPostButton.tsx';

const PlayerChips = lazyNamed(() => import('../../features/players/PlayerChips.tsx'), 'PlayerChips');
const NarrowBar = lazyNamed(() => import('../../features/search/NarrowBar.tsx'), 'NarrowBar');

/** Only an event in progress asks for the first photo. */
const emptyText = (situation: PeriodState | 'narrowed' | undefined, word: string): string | undefined =>
  situation === undefined || situation === 'during'
    ? undefined
    : { before: texts.notYet, after: texts.overNote(word), narrowed: texts.narrowedText }[situation];

/** RTE-04. */
export function EventDetailPage() {
  const params = usePageParams();
  const { e: eventId = '', ...conditions } = conditionsOf(params);
  const services = useServices();
  const paths = usePaths();
  const session = useSession();
  const now = useNow();
  const { open } = useOverlays();
  const requireLogin = useRequireLogin();
  const { data: event, error, refetch } = useQuery({ ...eventQuery(services, eventId), enabled: eventId !== '' });
  const [, navigate] = useLocation();
  // The event took the place of the one in the address (STF-08d).
  const movedInto = event && event.event_id !== eventId ? event.event_id : null;
  useEffect(() => {
    if (movedInto !== null) navigate(paths.event(movedInto), { replace: true });
  }, [movedInto, navigate, paths]);
  const isUnknown =
    eventId === '' || (error instanceof AppError && ['EVENT_NOT_FOUND', 'INVALID_REQUEST'].includes(error.code));
  if (isUnknown || (error && event === undefined))
    return <NoEvent error={isUnknown ? null : error} onRetry={() => void refetch()} />;
  const state = event && periodState(event, now);
  const userId = session.status === 'anonymous' ? null : session.user.id;
  const isOwn = userId !== null && event?.user_id === userId;
  const post = event && state === 'during' ? <EventPostButton event={event} /> : null;
  return (
    <>
      {event ? (
        <EventHead
          event={event}
          now={now}
          userId={userId}
          post={post}
          highlights={
            event.has_highlights && (
              <LinkButton href={paths.highlights(event.event_id)} icon={<Sparkles size={20} aria-hidden="true" />}>
                {pageTitles.highlights}
              </LinkButton>
            )
          }
          keep={<KeepButton kind="event" name={eventId} title={event.event_name} path={paths.event(eventId)} />}
          onEdit={isOwn ? () => requireLogin(() => open({ mode: 'edit-event', eventId }), 'edit') : null}
        />
      ) : (
        <EventHeadSkeleton />
      )}
      <PendingPhotos eventId={eventId} />
      {/* Narrowed, the fan looks for something else. */}
      {event && event.count >= BEST_OF_EVENT.photosMin && Object.keys(conditions).length === 0 && (
        <EventBest event={event} userId={userId} />
      )}
      <EventPhotos
        eventId={eventId}
        event={event}
        conditions={conditions}
        sort={sortOf(params)}
        state={state}
        post={post}
      />
    </>
  );
}

interface EventBestProps {
  readonly event: FanEvent;
  readonly userId: string | null;
}

/** The strip above the list: the club's best shots and the most liked photos (FAN-18). Its place is kept while they load. */
function EventBest({ event, userId }: EventBestProps) {
  const source = photoListQuery(useServices(), { e: event.event_id, best: 'true' });
  const { data, isPending } = useInfiniteQuery(source);
  const title = texts.best(eventWord(event, useTenant().config));
  const photos = photosOf(data?.pages ?? []);
  if (!isPending && photos.length === 0) return null;
  return (
    <section className={styles.best} aria-labelledby="event-best">
      <SectionHead id="event-best" title={title} />
      <PhotoGrid isRow photos={photos} label={title} list={source.queryKey} ownUserId={userId} />
    </section>
  );
}

interface NoEventProps {
  /** null: there is no such event. */
  readonly error: Error | null;
  readonly onRetry: () => void;
}

function NoEvent({ error, onRetry }: NoEventProps) {
  const tenant = useTenant();
  const paths = usePaths();
  const icon = <CalendarX aria-hidden="true" />;
  const toEvents = <LinkButton href={paths.eventList}>{tenant.config.eventLabel}</LinkButton>;
  return error ? (
    <LoadFailure isPage icon={icon} title={texts.failed} error={error} onRetry={onRetry} offer={toEvents} />
  ) : (
    <EmptyState isPage icon={icon} title={texts.notFound} action={toEvents}>
      {texts.notFoundText}
    </EmptyState>
  );
}

interface EventPhotosProps {
  readonly eventId: string;
  /** undefined while it is not loaded. */
  readonly event: FanEvent | undefined;
  /** What narrows the list besides the event. */
  readonly conditions: Conditions;
  readonly sort: PhotoSort | undefined;
  readonly state: PeriodState | undefined;
  /** What an empty list offers. */
  readonly post: ReactNode;
}

/** The event's photos, with the bar that narrows them. */
function EventPhotos({ eventId, event, conditions, sort, state, post }: EventPhotosProps) {
  const paths = usePaths();
  const word = eventWord(event, useTenant().config);
  const isNarrowed = Object.keys(conditions).length > 0;
  const isInRow = event?.person_list.some((name) => isSameName(name, conditions.cp ?? '')) ?? false;
  const head = useRef<HTMLDivElement>(null);
  const keepPlace = useKeptPlace(head);
  const hrefOf = (name: string | null) => {
    const others = Object.entries({ ...conditions, cp: name ?? '', [SORT_PARAM]: sort ?? '' }).filter(
      ([, value]) => value !== '',
    );
    const rest = new URLSearchParams(others).toString();
    return rest === '' ? paths.event(eventId) : `${paths.event(eventId)}&${rest}`;
  };
  return (
    <section aria-labelledby="event-photos">
      <div ref={head}>
        <SectionHead id="event-photos" title={texts.photosTitle} note={event && texts.count(event.count)} />
      </div>
      {/* The event itself tells whether anybody is shown: the row's place is there from the first drawing on. */}
      {event && event.person_list.length > 0 && (
        <DeferredBoundary fallback={<div className={styles.players} />}>
          <PlayerChips eventId={eventId} chosen={conditions.cp ?? null} hrefOf={hrefOf} onNarrow={keepPlace} />
        </DeferredBoundary>
      )}
      <DeferredBoundary fallback={<div className={styles.narrow} />}>
        <NarrowBar own={['e']} unlisted={isInRow ? ['cp'] : []} hasSorts />
      </DeferredBoundary>
      <PhotoList
        isBelow
        filter={{ ...filterOf({ ...conditions, e: eventId }), sort }}
        empty={
          <LazyListState
            kind="empty"
            title={isNarrowed ? texts.narrowedEmpty : texts.photosEmpty(word)}
            text={emptyText(isNarrowed ? 'narrowed' : state, word)}
            action={
              isNarrowed ? (
                <LinkButton href={paths.event(eventId)} replace>
                  {texts.clearNarrowing}
                </LinkButton>
              ) : (
                post
              )
            }
          />
        }
      />
    </section>
  );
}
