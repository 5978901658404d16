import { CalendarDays, Camera, MapPin, Plus, UserRound } from 'lucide-react';
import type { FanEvent } from '../../contract/entities.ts';
import { event as texts } from '../../messages/jaEvent.ts';
import { isLimited } from '../../rules/eventAccess.ts';
import { periodState } from '../../rules/eventPeriod.ts';
import { stripTags } from '../../rules/message.ts';
import { usePictureUrls } from '../../session/pictures.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './EventHead.module.css';
import { EventPicture } from './EventPicture.tsx';
import { eventBadge } from './eventMarks.ts';
import { periodText, stateText } from './eventTexts.ts';

interface EventHeadProps {
  readonly event: FanEvent;
  readonly now: number;
  readonly userId: string | null;
  /** null: the event is not in progress. */
  readonly onPost: (() => void) | null;
}

/** Head of the event's page: picture, state, period, words, places. */
export function EventHead({ event, now, userId, onPost }: EventHeadProps) {
  const state = periodState(event, now);
  const badge = eventBadge(event, userId);
  return (
    <header className={styles.head}>
      <div className={styles.picture}>
        <EventPicture thumbnail={event.thumbnail} isEager />
      </div>
      <div className={styles.text}>
        <p className={styles.marks}>
          <span className={styles.state} data-state={state}>
            {stateText(state)}
          </span>
          <span>{texts[badge]}</span>
          {event.category !== '' && <span>{event.category}</span>}
        </p>
        <h1 className={styles.name}>{event.event_name}</h1>
        <ul className={styles.facts}>
          <li>
            <CalendarDays size={17} aria-hidden="true" />
            {periodText(event)}
          </li>
          <li>
            <Camera size={17} aria-hidden="true" />
            {texts.count(event.count)}
            {event.post_limit !== null && <span className={styles.soft}>{texts.postLimit(event.post_limit)}</span>}
          </li>
          {event.user_name && (
            <li>
              <UserRound size={17} aria-hidden="true" />
              {texts.host(event.user_name)}
            </li>
          )}
          {event.photo_location.length > 0 && (
            <li>
              <MapPin size={17} aria-hidden="true" />
              <span>
                <span className="visually-hidden">{texts.locations}: </span>
                {event.photo_location.join(' / ')}
              </span>
            </li>
          )}
        </ul>
        {event.public_message !== '' && <p className={styles.message}>{stripTags(event.public_message)}</p>}
        {isLimited(event) && <p className={styles.soft}>{texts.limitedNote}</p>}
        {onPost && (
          <Button
            variant="primary"
            size="l"
            className={styles.post}
            icon={<Plus size={22} aria-hidden="true" />}
            onClick={onPost}
          >
            {texts.postHere}
          </Button>
        )}
      </div>
      <Description event={event} />
    </header>
  );
}

function Description({ event }: { readonly event: FanEvent }) {
  const photo = usePictureUrls().of(event.descriptive_photo);
  if (event.descriptive_title === '' && event.descriptive_text === '' && photo === null) return null;
  return (
    <div className={styles.description}>
      {photo && <img src={photo} alt="" crossOrigin="anonymous" loading="lazy" />}
      <div>
        {event.descriptive_title !== '' && <h2>{event.descriptive_title}</h2>}
        <p className={styles.message}>{stripTags(event.descriptive_text)}</p>
      </div>
    </div>
  );
}

/** The head's boxes while the event loads. */
export function EventHeadSkeleton() {
  return (
    <div className={styles.head} aria-hidden="true">
      <div className={`${styles.picture} ${styles.empty}`} />
      <div className={styles.text}>
        <span className={styles.line} />
        <span className={styles.line} />
        <span className={styles.line} />
      </div>
    </div>
  );
}
