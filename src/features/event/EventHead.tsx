import { CalendarDays, Camera, Clock, MapPin, Pencil, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FanEvent } from '../../contract/entities.ts';
import { event as texts } from '../../messages/jaEvent.ts';
import { isLimited } from '../../rules/eventAccess.ts';
import { periodState } from '../../rules/eventPeriod.ts';
import { stripTags } from '../../rules/message.ts';
import { useTenant } from '../../services/services.tsx';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { Button } from '../../ui/Button.tsx';
import { MessageText } from '../../ui/MessageText.tsx';
import { EventBookmark } from './EventBookmark.tsx';
import styles from './EventHead.module.css';
import { EventPicture } from './EventPicture.tsx';
import { eventBadge, isOfficial } from './eventMarks.ts';
import { eventWord, periodText, stateText, takingText } from './eventTexts.ts';

interface EventHeadProps {
  readonly event: FanEvent;
  readonly now: number;
  readonly userId: string | null;
  /** The way to post, where there is one. */
  readonly post: ReactNode;
  /** The way to its highlights, if there are any. */
  readonly highlights: ReactNode;
  /** The way to keep its photos on the device. */
  readonly keep: ReactNode;
  /** null: somebody else's event. */
  readonly onEdit: (() => void) | null;
}

/** Head of the event's page: picture, state, period, words, places, what can be done. */
export function EventHead({ event, now, userId, post, highlights, keep, onEdit }: EventHeadProps) {
  const state = periodState(event, now);
  const badge = eventBadge(event, userId);
  const word = eventWord(event, useTenant().config);
  return (
    <header className={styles.head}>
      <div className={styles.picture}>
        <EventPicture event={event} sizes="(max-width:768px) 65vw,640px" isFirst />
      </div>
      <div className={styles.text}>
        <p className={styles.marks}>
          <span className={styles.state} data-state={state}>
            {stateText(state)}
          </span>
          <span>{texts[badge]}</span>
          {isOfficial(event) && event.category !== '' && (
            <span>{[event.category, event.subCategory].filter(Boolean).join(' / ')}</span>
          )}
        </p>
        <h1 className={styles.name}>{event.event_name}</h1>
        <EventFacts event={event} now={now} />
        {event.public_message !== '' && <FanText text={event.public_message} />}
        {state === 'after' && <p className={styles.soft}>{texts.overNote(word)}</p>}
        {isLimited(event) && <p className={styles.soft}>{texts.limitedNote(word)}</p>}
        <div className={styles.actions}>
          {post}
          {highlights}
          <EventBookmark event={event} />
          {keep}
          {onEdit && (
            <Button icon={<Pencil size={18} aria-hidden="true" />} onClick={onEdit}>
              {texts.edit}
            </Button>
          )}
        </div>
      </div>
      <Description event={event} />
    </header>
  );
}

/** Period, until when photos are taken, photos, host, places. */
const EventFacts = ({ event, now }: { readonly event: FanEvent; readonly now: number }) => (
  <ul className={styles.facts}>
    <li>
      <CalendarDays size={17} aria-hidden="true" />
      {periodText(event)}
    </li>
    {periodState(event, now) !== 'after' && (
      <li>
        <Clock size={17} aria-hidden="true" />
        {takingText(event, now)}
      </li>
    )}
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
);

/** Links of a fan's text are links (§5). */
const FanText = ({ text }: { readonly text: string }) => (
  <p className={styles.message}>
    <MessageText text={stripTags(text)} />
  </p>
);

function Description({ event }: { readonly event: FanEvent }) {
  const photo = usePictureUrls().of(event.descriptive_photo);
  if (event.descriptive_title === '' && event.descriptive_text === '' && photo === null) return null;
  return (
    <div className={styles.description}>
      {photo && <img src={photo} alt="" crossOrigin="anonymous" loading="lazy" />}
      <div>
        {event.descriptive_title !== '' && <h2>{stripTags(event.descriptive_title)}</h2>}
        {event.descriptive_text !== '' && <FanText text={event.descriptive_text} />}
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
