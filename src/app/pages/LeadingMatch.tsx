import { useQuery } from '@tanstack/react-query';
import { Camera, Plus } from 'lucide-react';
import { Link } from 'wouter';
import type { FanEvent } from '../../contract/entities.ts';
import { EventPicture } from '../../features/event/EventPicture.tsx';
import { leadingEvent } from '../../features/event/eventMarks.ts';
import { takingText } from '../../features/event/eventTexts.ts';
import { useNow } from '../../features/event/useNow.ts';
import { event as texts } from '../../messages/jaEvent.ts';
import { usePaths } from '../../navigation/paths.ts';
import { officialEventsQuery } from '../../queries/eventQueries.ts';
import { periodState } from '../../rules/eventPeriod.ts';
import { useRequireLogin } from '../../services/requireLogin.ts';
import { useServices, useSession, useTenant } from '../../services/services.tsx';
import { userIdOf } from '../../session/sessionState.ts';
import { useOverlays } from '../../ui/overlays.ts';
import styles from './LeadingMatch.module.css';

/** The match going on, the next or the last one, on the hero's edge. */
export function LeadingMatch() {
  const now = useNow();
  const { data } = useQuery(officialEventsQuery(useServices()));
  if (data === undefined) return <div className={styles.match} />;
  const event = leadingEvent(data.list, now);
  return event && <MatchCard event={event} now={now} />;
}

function MatchCard({ event, now }: { readonly event: FanEvent; readonly now: number }) {
  const { config } = useTenant();
  const paths = usePaths();
  const { open } = useOverlays();
  const requireLogin = useRequireLogin();
  const state = periodState(event, now);
  const kicker = { before: texts.next, during: texts.ongoing, after: texts.latest }[state](config.eventTitle);
  const userId = userIdOf(useSession());
  const own = event.postUser_list?.find(({ user_id }) => user_id === userId)?.count ?? 0;
  const handlePost = () => requireLogin(() => open({ mode: 'post-photo', eventId: event.event_id }), 'post');
  return (
    <article className={styles.match} data-state={state}>
      <div className={styles.matchPicture}>
        <EventPicture event={event} sizes="(max-width:768px) 37vw,400px" size="small" isEager />
      </div>
      <div className={styles.matchText}>
        <p className={styles.kicker}>
          {kicker}
          {own > 0 && <span className={styles.own}>{texts.ownPhotos(own)}</span>}
        </p>
        <h2 className={styles.matchName}>
          <Link href={paths.event(event.event_id)}>{event.event_name}</Link>
        </h2>
        <p className={styles.facts}>
          <span>{takingText(event, now)}</span>
          <span className={styles.count}>
            <Camera size={15} aria-hidden="true" />
            {texts.count(event.count)}
          </span>
        </p>
      </div>
      {state === 'during' && (
        <button type="button" className={styles.post} onClick={handlePost}>
          <Plus size={20} aria-hidden="true" />
          {texts.postHere}
        </button>
      )}
    </article>
  );
}
