import { CalendarDays, MapPin, User } from 'lucide-react';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { Photo } from '../../contract/entities.ts';
import type { PhotoFieldName } from '../../contract/photoFields.ts';
import { photoDetail as texts } from '../../messages/jaPhoto.ts';
import { photoActions } from '../../messages/jaPhotoViewer.ts';
import { usePaths } from '../../navigation/paths.ts';
import { formatDateTime, parseWireDate } from '../../rules/dates.ts';
import { useTenant } from '../../services/services.tsx';
import { Phrases } from '../../ui/phrases/Phrases.ts';
import styles from './PhotoFacts.module.css';

/** Match, players and hashtags as chips that lead on, and in one line where and when it was taken, and with what (FAN-02d). */
export function PhotoFacts({ photo }: { readonly photo: Photo }) {
  return (
    <div className={styles.facts}>
      <Chips photo={photo} />
      <Tags tags={photo.htag} />
      <Origin photo={photo} />
    </div>
  );
}

/** Fields other parts show: the message, the picture's own text, place and tags below; whose team and who may use it is shown nowhere. */
type ShownElsewhere = 'comment' | 'alt' | 'photo_location' | 'htag' | 'team_id' | 'usepermit';

function Chips({ photo }: { readonly photo: Photo }) {
  const { event_id, event_name } = photo;
  const paths = usePaths();
  const { config } = useTenant();
  const persons = photo.player.split(',').filter((name) => name !== '');
  const chips: Readonly<Record<Exclude<PhotoFieldName, ShownElsewhere>, readonly ReactElement[]>> = {
    player: persons.map((name) => (
      <Chip
        key={name}
        icon={<User size={16} aria-hidden="true" />}
        kind={config.playerlabel}
        href={paths.player(name)}
        isName
      >
        {name}
      </Chip>
    )),
  };
  const all = Object.entries(chips).map(([name, some]) => <Fragment key={name}>{some}</Fragment>);
  if (event_id === null && Object.values(chips).flat().length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={photoActions.about}>
      {event_id !== null && (
        <Chip icon={<CalendarDays size={16} aria-hidden="true" />} kind={texts.event} href={paths.event(event_id)}>
          {event_name || texts.event}
        </Chip>
      )}
      {all}
    </ul>
  );
}

interface ChipProps {
  readonly icon: ReactNode;
  /** What the icon shows, as a word: the tooltip and, before the link, for screen readers. */
  readonly kind: string;
  readonly href: string;
  /** A person's name: no page translation changes it. */
  readonly isName?: boolean;
  readonly children: string;
}

const Chip = ({ icon, kind, href, isName, children }: ChipProps) => (
  <li>
    <span className="visually-hidden">{kind}: </span>
    <Link href={href} className={styles.chip} title={kind}>
      {icon}
      <span translate={isName ? 'no' : undefined}>
        <Phrases text={children} />
      </span>
    </Link>
  </li>
);

function Tags({ tags }: { readonly tags: readonly string[] }) {
  const paths = usePaths();
  if (tags.length === 0) return null;
  return (
    <ul className={styles.tags} aria-label={texts.tags} translate="no">
      {tags.map((tag) => (
        <li key={tag}>
          <Link href={paths.search({ ht: tag.replace(/^[#＃]/u, '') })} className={styles.tag}>
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Origin({ photo: { created_at, exif, photo_location } }: { readonly photo: Photo }) {
  const paths = usePaths();
  const { config } = useTenant();
  const { Make = '', Model = '' } = exif ?? {};
  // Many cameras write their maker into the model too.
  const takenWith = Model.startsWith(Make) ? Model : `${Make} ${Model}`;
  const instant = parseWireDate(created_at);
  return (
    <p className={styles.origin}>
      {photo_location !== '' && photo_location !== null && (
        <span>
          <span className="visually-hidden">{config.PSeats}: </span>
          <Link href={paths.search({ pl: photo_location })} title={config.PSeats}>
            <MapPin size={16} aria-hidden="true" />
            {photo_location}
          </Link>
        </span>
      )}
      {instant !== null && (
        <span>
          <span className="visually-hidden">{texts.postedAt}: </span>
          <time dateTime={new Date(instant).toISOString()}>{formatDateTime(instant)}</time>
        </span>
      )}
      {takenWith !== '' && (
        <span>
          <span className="visually-hidden">{texts.takenWith}: </span>
          {takenWith}
        </span>
      )}
    </p>
  );
}
