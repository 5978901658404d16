import { useQuery } from '@tanstack/react-query';
import { Camera, Plus } from 'lucide-react';
import { Link } from 'wouter';
import { EventPicture } from '../../features/event/EventPicture.tsx';
import { leadingEvent } from '../../features/event/eventMarks.ts';
import { takingTime } from '../../features/event/eventTexts.ts';
import { useNow } from '../../features/event/useNow.ts';
import { event as texts } from '../../messages/jaEvent.ts';
import { usePaths } from '../../navigation/paths.ts';
import { officialEventsQuery } from '../../queries/eventQueries.ts';
import { periodState } from '../../rules/eventPeriod.ts';
import { useRequireLogin } from '../../services/requireLogin.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import styles from './RailMatch.module.css';
import { NewestOfMatch } from './RailPhotos.tsx';

interface RailMatchProps {
  /** The event whose own page is open: it is not shown once more. */
  readonly shownEvent: string | null;
  /** The page's grid begins with the newest photos: they are not shown once more. */
  readonly hasNewest: boolean;
}

/** The match going on, else the next or the last one, with the way to post to it. */
export function RailMatch({ shownEvent, hasNewest }: RailMatchProps) {
  const services = useServices();
  const { config } = useTenant();
  const paths = usePaths();
  const now = useNow();
  const { open } = useOverlays();
  const requireLogin = useRequireLogin();
  const { data, isPending } = useQuery(officialEventsQuery(services));
  if (isPending) return <div className={styles.coming} />;
  const event = leadingEvent(data?.list ?? [], now);
  if (event === null || event.event_id === shownEvent) return null;
  const state = periodState(event, now);
  const kicker = { before: texts.next, during: texts.ongoing, after: texts.latest }[state](config.eventTitle);
  return (
    <section className={styles.match} aria-label={kicker}>
      <div className={styles.card}>
        <div className={styles.picture}>
          <EventPicture event={event} sizes="200px" size="small" isEager />
        </div>
        <p className={styles.kicker}>{kicker}</p>
        <p className={styles.name}>
          <Link href={paths.event(event.event_id)}>{event.event_name}</Link>
        </p>
        <p className={styles.count}>{takingTime(event, now)}</p>
        <p className={styles.count}>
          <Camera size={14} aria-hidden="true" />
          {texts.count(event.count)}
        </p>
      </div>
      {state === 'during' && !hasNewest && <NewestOfMatch eventId={event.event_id} />}
      {state === 'during' && (
        <button
          type="button"
          className={styles.post}
          onClick={() => requireLogin(() => open({ mode: 'post-photo', eventId: event.event_id }), 'post')}
        >
          <Plus size={18} aria-hidden="true" />
          {texts.postHere}
        </button>
      )}
    </section>
  );
}
