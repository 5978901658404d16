import { useQueries } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { FanEvent } from '../../contract/entities.ts';
import { EventCard, EventCardSkeleton } from '../../features/event/EventCard.tsx';
import { type EventKind, groupEvents, isOfKind, kindsOf } from '../../features/event/eventMarks.ts';
import { loadUnfolded, rememberUnfolded } from '../../features/event/eventPlace.ts';
import { useNow } from '../../features/event/useNow.ts';
import { ui } from '../../messages/ja.ts';
import { event as texts } from '../../messages/jaEvent.ts';
import { usePageParams } from '../../navigation/pageParams.ts';
import { usePaths } from '../../navigation/paths.ts';
import { memorialEventsQuery, officialEventsQuery, photoconsQuery } from '../../queries/eventQueries.ts';
import { LoadFailure } from '../../queries/LoadFailure.tsx';
import { isNoSignal } from '../../queries/noSignal.ts';
import { useServices, useSession, useTenant } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { centerCurrent } from '../../ui/centerCurrent.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { SectionHead } from '../../ui/SectionHead.tsx';
import chips from './Chips.module.css';
import styles from './EventListPage.module.css';
import { MakeEventButton } from './MakeEventButton.tsx';

const KIND_PARAM = 'kind';
/** Events of a group shown before 'more'. */
const STEP = 12;
/** Cards of the first screen on a phone: their pictures load first. */
const EAGER = 4;
const GROUPS = [
  ['during', texts.groupDuring],
  ['before', texts.groupBefore],
  ['after', texts.groupAfter],
] as const;

/** RTE-03: every event of the tenant, by period. */
export function EventListPage() {
  const services = useServices();
  const tenant = useTenant();
  const now = useNow();
  const queries = useQueries({
    queries: [officialEventsQuery(services), memorialEventsQuery(services), photoconsQuery(services)],
  });
  const isPending = queries.every((query) => query.isPending);
  const failed = queries.filter((query) => query.isError && query.data === undefined);
  const params = usePageParams();
  const session = useSession();
  const userId = session.status === 'anonymous' ? null : session.user.id;
  const all = unique(queries.flatMap((query) => query.data?.list ?? []));
  const kinds = kindsOf(all, userId);
  const kind = kinds.find((one) => one === params.get(KIND_PARAM)) ?? null;
  const groups = groupEvents(kind === null ? all : all.filter((event) => isOfKind(event, kind, userId)), now);
  const retry = () => failed.forEach((query) => void query.refetch());
  const first = GROUPS.find(([state]) => groups[state].length > 0)?.[0];
  return (
    <>
      <SectionHead
        level={1}
        title={tenant.config.eventLabel}
        action={tenant.features.createEventPrompt && <MakeEventButton />}
      />
      {kinds.length > 1 && <KindChips kinds={kinds} current={kind} />}
      {isPending && <EventGridSkeleton />}
      {first && failed.length > 0 && <SomeFailed failed={failed} onRetry={retry} />}
      {!isPending && !first && <NoEvents failure={failed[0]} onRetry={retry} />}
      {GROUPS.map(
        ([state, title]) =>
          groups[state].length > 0 && (
            <EventGroup
              key={`${state} ${kind}`}
              id={state}
              listKey={`${tenant.id} ${state} ${kind}`}
              title={title}
              events={groups[state]}
              eagerCount={state === first ? EAGER : 0}
              now={now}
              userId={userId}
            />
          ),
      )}
    </>
  );
}

function EventGridSkeleton() {
  return (
    <div className={styles.grid}>
      {Array.from({ length: 6 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: empty cards have no other identity
        <EventCardSkeleton key={index} />
      ))}
    </div>
  );
}

interface SomeFailedProps {
  readonly failed: readonly { readonly error: unknown }[];
  readonly onRetry: () => void;
}

/** Above the events that are there: some lists are missing. */
function SomeFailed({ failed, onRetry }: SomeFailedProps) {
  const isUnseen = failed.every(({ error }) => isNoSignal(error));
  return (
    <div className={styles.failed}>
      <Banner tone={isUnseen ? 'offline' : 'error'} action={<Button onClick={onRetry}>{ui.retry}</Button>}>
        {isUnseen ? texts.someUnseen : texts.failed}
      </Banner>
    </div>
  );
}

interface NoEventsProps {
  /** A list that could not be loaded; undefined: all were, and there is nothing in them. */
  readonly failure: { readonly error: unknown } | undefined;
  readonly onRetry: () => void;
}

function NoEvents({ failure, onRetry }: NoEventsProps) {
  const icon = <CalendarDays aria-hidden="true" />;
  return failure ? (
    <LoadFailure icon={icon} title={texts.failed} error={failure.error} onRetry={onRetry} />
  ) : (
    <EmptyState icon={icon} title={texts.empty}>
      {texts.emptyText}
    </EmptyState>
  );
}

const unique = (events: readonly FanEvent[]): FanEvent[] => [
  ...new Map(events.map((event) => [event.event_id, event])).values(),
];

interface EventGroupProps {
  readonly id: string;
  /** Under which it is remembered how much was unfolded. */
  readonly listKey: string;
  readonly title: string;
  readonly events: readonly FanEvent[];
  readonly eagerCount: number;
  readonly now: number;
  readonly userId: string | null;
}

function EventGroup({ id, listKey, title, events, eagerCount, now, userId }: EventGroupProps) {
  const { open } = useOverlays();
  const [shown, setShown] = useState(() => Math.max(STEP, loadUnfolded(listKey)));
  const rest = events.length - shown;
  const showMore = () => {
    rememberUnfolded(listKey, shown + STEP * 2);
    setShown(shown + STEP * 2);
  };
  return (
    <section className={styles.group} aria-labelledby={id}>
      <SectionHead isPlain id={id} title={title} note={events.length} />
      <ul className={styles.grid}>
        {events.slice(0, shown).map((event, index) => (
          <li key={event.event_id}>
            <EventCard
              event={event}
              now={now}
              isEager={index < eagerCount}
              userId={userId}
              onAlbum={(eventId) => open({ mode: 'album-detail', eventId })}
            />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <div className={styles.more}>
          <Button onClick={showMore}>{texts.more(rest)}</Button>
        </div>
      )}
    </section>
  );
}

interface KindChipsProps {
  readonly kinds: readonly EventKind[];
  readonly current: EventKind | null;
}

/** One kind of events at a time; the address is its only place. */
function KindChips({ kinds, current }: KindChipsProps) {
  const paths = usePaths();
  return (
    <nav aria-label={texts.kindLabel}>
      <ul ref={centerCurrent} className={chips.row}>
        {[null, ...kinds].map((kind) => (
          <li key={kind}>
            <Link
              replace
              href={kind === null ? paths.eventList : `${paths.eventList}?${KIND_PARAM}=${kind}`}
              className={chips.chip}
              aria-current={kind === current ? 'true' : undefined}
            >
              {texts.kinds[kind ?? 'all']}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
