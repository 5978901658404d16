import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { RECOMMENDED_EVENTS } from '../../contract/limits.ts';
import { event as texts } from '../../messages/jaEvent.ts';
import { memorialEventsQuery } from '../../queries/eventQueries.ts';
import { useServices, useSession } from '../../services/services.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import { useSlider } from '../../ui/useSlider.ts';
import { EventCard } from './EventCard.tsx';
import { recommendedEvents } from './eventMarks.ts';
import styles from './RecommendedEvents.module.css';
import { useNow } from './useNow.ts';

/** 'Recommended events for you': a slider of at most five; hidden if there are none (EVT-07). */
export function RecommendedEvents() {
  const { data } = useQuery(memorialEventsQuery(useServices()));
  const session = useSession();
  const now = useNow();
  const track = useRef<HTMLUListElement>(null);
  const events = recommendedEvents(data?.list ?? [], now, RECOMMENDED_EVENTS);
  const slider = useSlider(track, events.length);
  if (events.length === 0) return null;
  return (
    <section aria-labelledby="recommended" className={styles.section}>
      <SectionHead
        id="recommended"
        title={texts.recommended}
        action={
          (slider.canGoBack || slider.canGoOn) && (
            <div className={styles.arrows}>
              <IconButton
                label={texts.previousEvents}
                icon={<ChevronLeft aria-hidden="true" />}
                aria-disabled={!slider.canGoBack}
                onClick={() => slider.move(-1)}
              />
              <IconButton
                label={texts.nextEvents}
                icon={<ChevronRight aria-hidden="true" />}
                aria-disabled={!slider.canGoOn}
                onClick={() => slider.move(1)}
              />
            </div>
          )
        }
      />
      <ul ref={track} className={styles.track} onKeyDown={slider.handleKey}>
        {events.map((event) => (
          <li key={event.event_id}>
            <EventCard
              event={event}
              now={now}
              size="small"
              userId={session.status === 'anonymous' ? null : session.user.id}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
