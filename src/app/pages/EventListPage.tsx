import { useQueries } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import type { FanEvent } from '../../contract/entities.ts';
import { EventCard, EventCardSkeleton } from '../../features/event/EventCard.tsx';
import { groupEvents } from '../../features/event/eventMarks.ts';
import { memorialEventsQuery, officialEventsQuery, photoconsQuery } from '../../features/event/queries.ts';
import { useNow } from '../../features/event/useNow.ts';
import { ui } from '../../messages/ja.ts';
import { event as texts } from '../../messages/jaEvent.ts';
import { useServices, useSession, useTenant } from '../../session/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import styles from './EventListPage.module.css';

/** Finished events shown before 'more'. */
const STEP = 12;
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
  const groups = groupEvents(unique(queries.flatMap((query) => query.data?.list ?? [])), now);
  const retry = <Button onClick={() => failed.forEach((query) => void query.refetch())}>{ui.retry}</Button>;
  const isEmpty = GROUPS.every(([state]) => groups[state].length === 0);
  return (
    <>
      <SectionHead level={1} title={tenant.config.eventLabel} />
      {isPending && (
        <div className={styles.grid}>
          {Array.from({ length: 6 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: empty cards have no other identity
            <EventCardSkeleton key={index} />
          ))}
        </div>
      )}
      {!isEmpty && failed.length > 0 && (
        <Banner tone="error" action={retry}>
          {texts.failed}
        </Banner>
      )}
      {!isPending && isEmpty && (
        <EmptyState
          icon={<CalendarDays aria-hidden="true" />}
          title={failed.length > 0 ? texts.failed : texts.empty}
          action={failed.length > 0 ? retry : undefined}
        >
          {failed.length > 0 ? null : texts.emptyText}
        </EmptyState>
      )}
      {GROUPS.map(
        ([state, title]) =>
          groups[state].length > 0 && (
            <EventGroup key={state} id={state} title={title} events={groups[state]} now={now} />
          ),
      )}
    </>
  );
}

const unique = (events: readonly FanEvent[]): FanEvent[] => [
  ...new Map(events.map((event) => [event.event_id, event])).values(),
];

interface EventGroupProps {
  readonly id: string;
  readonly title: string;
  readonly events: readonly FanEvent[];
  readonly now: number;
}

function EventGroup({ id, title, events, now }: EventGroupProps) {
  const session = useSession();
  const [shown, setShown] = useState(STEP);
  const rest = events.length - shown;
  return (
    <section className={styles.group} aria-labelledby={id}>
      <SectionHead isPlain id={id} title={title} note={events.length} />
      <ul className={styles.grid}>
        {events.slice(0, shown).map((event) => (
          <li key={event.event_id}>
            <EventCard event={event} now={now} userId={session.status === 'anonymous' ? null : session.user.id} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <div className={styles.more}>
          <Button onClick={() => setShown(shown + STEP * 2)}>{texts.more(rest)}</Button>
        </div>
      )}
    </section>
  );
}
