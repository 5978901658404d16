import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { FanEvent } from '../../contract/entities.ts';
import { EventCard, EventCardSkeleton } from '../../features/event/EventCard.tsx';
import { bookmarkedEventsQuery } from '../../features/event/queries.ts';
import { useNow } from '../../features/event/useNow.ts';
import { LazyListState, PhotoList } from '../../features/gallery/PhotoList.tsx';
import { PendingPhotos } from '../../features/photo/PendingPhotos.tsx';
import { PhotoGrid, PhotoGridSkeleton } from '../../features/photo/PhotoGrid.tsx';
import { photoListQuery, photosOf } from '../../features/photo/queries.ts';
import { SelectButton } from '../../features/photo/selection/SelectButton.tsx';
import { conditionsOf, filterOf, sortOf } from '../../features/search/conditions.ts';
import { NarrowBar } from '../../features/search/NarrowBar.tsx';
import { myPhoto as texts } from '../../messages/jaMyPhoto.ts';
import { photoLists } from '../../messages/jaPhotoLists.ts';
import { usePageParams } from '../../navigation/pageParams.ts';
import { usePaths } from '../../navigation/paths.ts';
import { memorialEventsQuery } from '../../queries/eventQueries.ts';
import { LoadFailure } from '../../queries/LoadFailure.tsx';
import { useServices, useSession, useTenant } from '../../services/services.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { SectionHead } from '../../ui/SectionHead.tsx';
import chips from './Chips.module.css';
import styles from './ListPages.module.css';
import { MakeEventButton } from './MakeEventButton.tsx';
import { COLLECTION_KINDS, collectionQuery } from './memberLists.ts';
import { OwnFiguresSection } from './OwnFiguresSection.tsx';
import { OwnMemories } from './OwnMemories.tsx';
import { memoriesQuery } from './ownMemories.ts';
import { PostButton } from './PostButton.tsx';
import { ownFiguresQuery } from './seasonFigures.ts';

/** Photos and events of a section on the own page's home. */
const SHOWN = { photos: 8, events: 3 } as const;
/** Of the collection's kinds; the address is its only place. */
const KIND_PARAM = 'kind';

const postFirst = <PostButton>{texts.post}</PostButton>;

interface OwnerProps {
  readonly userId: string;
  readonly isOwn: boolean;
}

/**
 * Whether memories or figures are still asked for the first time. They have no height until they are known, so nothing is shown before
 * that would move. A failed try ends the wait.
 */
function useWaitsForTop(): boolean {
  const services = useServices();
  const memories = useQuery(memoriesQuery(services));
  const figures = useQuery(ownFiguresQuery(services));
  return [memories, figures].some(({ isPending, failureCount }) => isPending && failureCount === 0);
}

/** The newest of each tab, below what the fan has made so far. */
export function HomeTab({ userId }: { readonly userId: string }) {
  const services = useServices();
  const paths = usePaths();
  const events = useMadeEvents(userId);
  const isWaiting = useWaitsForTop();
  return (
    <>
      <PendingPhotos />
      {isWaiting && <div className={styles.waiting} />}
      {/* Hidden, not absent: its own calls are on their way. */}
      <div hidden={isWaiting}>
        <OwnMemories />
        <OwnFiguresSection userId={userId} />
        <Preview
          title={texts.photos}
          href={paths.member(undefined, 'my-photo')}
          source={photoListQuery(services, { u: userId })}
          empty={
            <EmptyState title={texts.ownEmpty} action={postFirst}>
              {texts.ownEmptyText}
            </EmptyState>
          }
        />
        {events.list.length > 0 && (
          <section className={styles.section} aria-label={texts.events}>
            <SectionHead
              title={texts.events}
              action={<LinkButton href={paths.member(undefined, 'my-event')}>{texts.seeAll}</LinkButton>}
            />
            <EventGrid events={events.list.slice(0, SHOWN.events)} />
          </section>
        )}
        <Preview
          title={texts.saved}
          href={paths.member(undefined, 'collection')}
          source={collectionQuery(services, 'bookmark')}
          empty={null}
        />
      </div>
    </>
  );
}

interface PreviewProps {
  readonly title: string;
  readonly href: string;
  readonly source: ReturnType<typeof photoListQuery>;
  readonly empty: ReactNode;
}

function Preview({ title, href, source, empty }: PreviewProps) {
  const { data, isPending, error, refetch } = useInfiniteQuery(source);
  const session = useSession();
  const photos = photosOf(data?.pages ?? []).slice(0, SHOWN.photos);
  if (data !== undefined && photos.length === 0) return empty;
  return (
    <section className={styles.section} aria-label={title}>
      <SectionHead title={title} action={<LinkButton href={href}>{texts.seeAll}</LinkButton>} />
      {isPending ? (
        <PhotoGridSkeleton count={SHOWN.photos} />
      ) : data === undefined ? (
        <LoadFailure title={photoLists.failed} error={error} onRetry={() => void refetch()} offer={null} />
      ) : (
        <PhotoGrid
          photos={photos}
          label={title}
          list={source.queryKey}
          eagerCount={SHOWN.photos}
          ownUserId={session.status === 'anonymous' ? null : session.user.id}
          canEdit
        />
      )}
    </section>
  );
}

export function PhotosTab({ userId, isOwn }: OwnerProps) {
  const params = usePageParams();
  const conditions = conditionsOf(params);
  const isNarrowed = Object.keys(conditions).length > 0;
  const paths = usePaths();
  const whole = (
    <LinkButton href={paths.member(isOwn ? undefined : userId, 'my-photo')} replace>
      {texts.seeAll}
    </LinkButton>
  );
  return (
    <>
      <NarrowBar hasSorts />
      {isOwn && <PendingPhotos />}
      <PhotoList
        filter={{ ...filterOf(conditions), u: userId, sort: sortOf(params) }}
        empty={
          <LazyListState
            kind="empty"
            title={isNarrowed ? texts.narrowedEmpty : isOwn ? texts.ownEmpty : texts.empty}
            text={isNarrowed ? texts.narrowedText : isOwn ? texts.ownEmptyText : texts.emptyText}
            action={isNarrowed ? whole : isOwn ? postFirst : undefined}
          />
        }
      />
    </>
  );
}

/** Events the fan made. */
function useMadeEvents(userId: string) {
  const { data, isPending, error, refetch } = useQuery(memorialEventsQuery(useServices()));
  return {
    list: data?.list.filter(({ user_id }) => user_id === userId) ?? [],
    isPending,
    error: data === undefined ? error : null,
    refetch,
  };
}

export function EventsTab({ userId, isOwn }: OwnerProps) {
  const { list, isPending, error, refetch } = useMadeEvents(userId);
  const { features } = useTenant();
  const paths = usePaths();
  if (isPending) return <EventSkeletons />;
  if (error)
    return (
      <LoadFailure
        icon={<CalendarDays aria-hidden="true" />}
        title={texts.eventsFailed}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  const make = isOwn && features.createEventPrompt ? <MakeEventButton /> : undefined;
  if (list.length === 0)
    return (
      <EmptyState icon={<CalendarDays aria-hidden="true" />} title={texts.eventsEmpty} action={make}>
        {make && texts.ownEventsText}
      </EmptyState>
    );
  return (
    <>
      {isOwn && (
        <div className={chips.lines}>
          {make}
          <LinkButton href={paths.download()}>{texts.download}</LinkButton>
        </div>
      )}
      <EventGrid events={list} />
    </>
  );
}

/** Bookmarked events, and photos by kind (§2 'collection'). */
export function CollectionTab() {
  const services = useServices();
  const paths = usePaths();
  const given = usePageParams().get(KIND_PARAM);
  const kind = COLLECTION_KINDS.find((one) => one === given) ?? 'bookmark';
  const events = useQuery(bookmarkedEventsQuery(services));
  const base = paths.member(undefined, 'collection');
  const empty = { bookmark: texts.savedEmpty, liked: texts.likedEmpty, commented: texts.commentedEmpty }[kind];
  return (
    <>
      <nav className={chips.lines} aria-label={texts.kindLabel}>
        {COLLECTION_KINDS.map((one) => (
          <Link
            key={one}
            replace
            href={one === 'bookmark' ? base : `${base}&${KIND_PARAM}=${one}`}
            className={chips.chip}
            aria-current={one === kind ? 'true' : undefined}
          >
            {texts.kinds[one]}
          </Link>
        ))}
      </nav>
      {kind === 'bookmark' && (
        <SavedEvents events={events.data?.event_list} error={events.error} onRetry={() => void events.refetch()} />
      )}
      <section aria-label={{ bookmark: texts.saved, liked: texts.liked, commented: texts.commented }[kind]}>
        <SectionHead
          title={{ bookmark: texts.saved, liked: texts.liked, commented: texts.commented }[kind]}
          action={<SelectButton />}
        />
        <PhotoList
          key={kind}
          source={collectionQuery(services, kind)}
          empty={
            <LazyListState
              kind="empty"
              title={empty}
              text={texts.collectionText}
              action={<LinkButton href={paths.gallery()}>{texts.gallery}</LinkButton>}
            />
          }
        />
      </section>
    </>
  );
}

interface SavedEventsProps {
  /** undefined while they are not loaded. */
  readonly events: readonly FanEvent[] | undefined;
  readonly error: Error | null;
  readonly onRetry: () => void;
}

/** Bookmarked events; without any there is no section. */
function SavedEvents({ events, error, onRetry }: SavedEventsProps) {
  if (events === undefined)
    return error && <LoadFailure title={texts.savedEventsFailed} error={error} onRetry={onRetry} offer={null} />;
  if (events.length === 0) return null;
  return (
    <section className={styles.section} aria-label={texts.savedEvents}>
      <SectionHead title={texts.savedEvents} note={events.length} />
      <EventGrid events={events} />
    </section>
  );
}

function EventGrid({ events }: { readonly events: readonly FanEvent[] }) {
  const session = useSession();
  const { open } = useOverlays();
  const now = useNow();
  return (
    <ul className={styles.events}>
      {events.map((event) => (
        <li key={event.event_id}>
          <EventCard
            event={event}
            now={now}
            userId={session.status === 'anonymous' ? null : session.user.id}
            onAlbum={(eventId) => open({ mode: 'album-detail', eventId })}
          />
        </li>
      ))}
    </ul>
  );
}

function EventSkeletons() {
  return (
    <div className={styles.events}>
      {[1, 2, 3].map((card) => (
        <EventCardSkeleton key={card} />
      ))}
    </div>
  );
}
