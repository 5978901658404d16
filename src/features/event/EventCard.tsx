import { BadgeCheck, Camera, ChevronRight, Lock, Star, UsersRound } from 'lucide-react';
import { Link } from 'wouter';
import type { FanEvent } from '../../contract/entities.ts';
import { event as texts } from '../../messages/jaEvent.ts';
import { usePaths } from '../../navigation/paths.ts';
import { periodState } from '../../rules/eventPeriod.ts';
import styles from './EventCard.module.css';
import { EventPicture } from './EventPicture.tsx';
import { eventBadge, eventLabel, isOfficial } from './eventMarks.ts';
import { rememberEventPlace } from './eventPlace.ts';
import { periodText } from './eventTexts.ts';

interface EventCardProps {
  readonly event: FanEvent;
  readonly now: number;
  readonly userId: string | null;
  /** Medium cards say 'see details' (EVT-06). */
  readonly size?: 'small' | 'medium';
  readonly headingLevel?: 2 | 3;
  /** On the first screen: its picture loads at once. */
  readonly isEager?: boolean;
  /** Opens the photos of a finished event over the page: 'see the collected photos' is then a button of its own. */
  readonly onAlbum?: ((eventId: string) => void) | undefined;
}

const BADGE_ICONS = { official: BadgeCheck, memorial: UsersRound, limited: Lock, own: Star } as const;

export function EventCard(props: EventCardProps) {
  const { event, now, userId, size = 'medium', headingLevel = 3, isEager = false, onAlbum } = props;
  const paths = usePaths();
  const state = periodState(event, now);
  const label = eventLabel(event, state);
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  const kinds = isOfficial(event) ? [event.category, event.subCategory].filter(Boolean) : [];
  return (
    <article className={styles.card} data-size={size} data-state={state}>
      <div className={styles.picture}>
        <EventPicture event={event} sizes="(max-width:768px) 65vw,400px" size="small" isEager={isEager} />
        <CardBadge badge={eventBadge(event, userId)} />
        {label === 'seeCollected' && onAlbum && event.count > 0 ? (
          <button type="button" className={styles.label} onClick={() => onAlbum(event.event_id)}>
            {texts[label]}
            <span className="visually-hidden">{texts.ofEvent(event.event_name)}</span>
          </button>
        ) : (
          label && <span className={styles.label}>{texts[label]}</span>
        )}
      </div>
      <div className={styles.body}>
        {kinds.length > 0 && <p className={styles.meta}>{kinds.join(' / ')}</p>}
        <Heading className={styles.name}>
          <Link
            href={paths.event(event.event_id)}
            className={styles.link}
            onClick={() => rememberEventPlace(event.category)}
          >
            {event.event_name}
          </Link>
        </Heading>
        <p className={styles.facts}>
          <span>{periodText(event)}</span>
          <span className={styles.count}>
            <Camera size={14} aria-hidden="true" />
            {texts.count(event.count)}
          </span>
        </p>
        {size === 'medium' && (
          <span className={styles.more} aria-hidden="true">
            {texts.details}
            <ChevronRight size={16} />
          </span>
        )}
      </div>
    </article>
  );
}

function CardBadge({ badge }: { readonly badge: keyof typeof BADGE_ICONS }) {
  const Icon = BADGE_ICONS[badge];
  return (
    <span className={styles.badge} data-badge={badge}>
      <Icon size={13} aria-hidden="true" />
      {texts[badge]}
    </span>
  );
}

/** The card's box while events load. */
export function EventCardSkeleton({ size = 'medium' }: { readonly size?: 'small' | 'medium' }) {
  return (
    <div className={styles.card} data-size={size} aria-hidden="true">
      <div className={`${styles.picture} ${styles.empty}`} />
      <div className={styles.body}>
        <span className={styles.line} />
        <span className={styles.line} />
      </div>
    </div>
  );
}
