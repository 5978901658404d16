import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { RECOMMENDED_EVENTS } from '../../contract/limits.ts';
import { ui } from '../../messages/ja.ts';
import { event as texts } from '../../messages/jaEvent.ts';
import { useServices, useSession } from '../../session/services.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import { EventCard } from './EventCard.tsx';
import { recommendedEvents } from './eventMarks.ts';
import { memorialEventsQuery } from './queries.ts';
import styles from './RecommendedEvents.module.css';
import { useNow } from './useNow.ts';

/** Cards that fit on most wide screens: no arrows for fewer. */
const FITTING = 3;

/** 'Recommended events for you': a slider of at most five; hidden if there are none (EVT-07). */
export function RecommendedEvents() {
  const { data } = useQuery(memorialEventsQuery(useServices()));
  const session = useSession();
  const now = useNow();
  const track = useRef<HTMLUListElement>(null);
  const events = recommendedEvents(data?.list ?? [], now, RECOMMENDED_EVENTS);
  if (events.length === 0) return null;
  const move = (direction: 1 | -1) => {
    const card = track.current?.firstElementChild;
    track.current?.scrollBy({ left: direction * ((card?.clientWidth ?? 260) + 20), behavior: 'smooth' });
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    move(event.key === 'ArrowLeft' ? -1 : 1);
  };
  return (
    <section aria-labelledby="recommended" className={styles.section}>
      <SectionHead
        id="recommended"
        title={texts.recommended}
        action={
          events.length > FITTING && (
            <div className={styles.arrows}>
              <IconButton label={ui.previous} icon={<ChevronLeft aria-hidden="true" />} onClick={() => move(-1)} />
              <IconButton label={ui.next} icon={<ChevronRight aria-hidden="true" />} onClick={() => move(1)} />
            </div>
          )
        }
      />
      <ul ref={track} className={styles.track} onKeyDown={handleKey}>
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
