import { CalendarDays, Camera, Clock, MapPin, Pencil, User } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'wouter';
import type { Photo } from '../../contract/entities.ts';
import { photoDetail as texts } from '../../messages/jaPhoto.ts';
import { ageOf, formatDateTime, parseWireDate } from '../../rules/dates.ts';
import { usePaths } from '../../session/paths.ts';
import { useTenant } from '../../session/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { MessageText } from '../../ui/MessageText.tsx';
import styles from './PhotoDetail.module.css';
import { PhotoStage } from './PhotoStage.tsx';
import { ReactionButton } from './ReactionButton.tsx';
import { ShareButtons } from './ShareButtons.tsx';

interface PhotoDetailProps {
  /** Draws who posted it, with a second line; members are no part of photos. */
  readonly renderAuthor: (photo: Photo, note: string) => ReactNode;
  readonly photo: Photo;
  readonly onClose: () => void;
  /** For one's own photo; null: somebody else's. */
  readonly onEdit: (() => void) | null;
}

/** The picture large on dark, what belongs to it beside or below (PHO-02). */
export function PhotoDetail({ photo, onClose, onEdit, renderAuthor }: PhotoDetailProps) {
  const paths = usePaths();
  const tenant = useTenant();
  const persons = photo.player.split(',').filter((name) => name !== '');
  const handleBackground = (event: MouseEvent) => {
    if (event.target === event.currentTarget) onClose();
  };
  const takenWith = [photo.exif?.Make, photo.exif?.Model].filter(Boolean).join(' ');
  return (
    <div className={styles.detail}>
      <PhotoStage photo={photo} onBackground={handleBackground} />
      <div className={styles.info}>
        {renderAuthor(photo, whenText(photo.created_at))}
        {photo.comment !== '' && (
          <p className={styles.message} lang="ja">
            <MessageText text={photo.comment} />
          </p>
        )}
        {photo.htag.length > 0 && (
          <ul className={styles.tags} aria-label={texts.tags}>
            {photo.htag.map((tag) => (
              <li key={tag}>
                <Link href={paths.search({ ht: tag.replace(/^[#＃]/u, '') })}>{tag}</Link>
              </li>
            ))}
          </ul>
        )}
        <div className={styles.actions}>
          <ReactionButton photo={photo} />
          <ShareButtons photo={photo} />
          {onEdit && (
            <Button icon={<Pencil size={18} aria-hidden="true" />} onClick={onEdit}>
              {texts.edit}
            </Button>
          )}
        </div>
        <dl className={styles.facts}>
          {photo.event_id !== null && (
            <Fact icon={<CalendarDays size={18} aria-hidden="true" />} name={tenant.config.eventTitle}>
              <Link href={paths.event(photo.event_id)}>{photo.event_name || texts.event}</Link>
            </Fact>
          )}
          {persons.length > 0 && (
            <Fact icon={<User size={18} aria-hidden="true" />} name={tenant.config.playerlabel}>
              {persons.map((name) => (
                <Link key={name} href={paths.player(name)} className={styles.person}>
                  {name}
                </Link>
              ))}
            </Fact>
          )}
          {photo.photo_location && (
            <Fact icon={<MapPin size={18} aria-hidden="true" />} name={tenant.config.PSeats}>
              <Link href={paths.search({ pl: photo.photo_location })}>{photo.photo_location}</Link>
            </Fact>
          )}
          <Fact icon={<Clock size={18} aria-hidden="true" />} name={texts.postedAt}>
            {dateText(photo.created_at)}
          </Fact>
          {takenWith !== '' && (
            <Fact icon={<Camera size={18} aria-hidden="true" />} name={texts.takenWith}>
              {takenWith}
            </Fact>
          )}
        </dl>
      </div>
    </div>
  );
}

function Fact({
  icon,
  name,
  children,
}: {
  readonly icon: ReactNode;
  readonly name: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.fact}>
      <dt>
        {icon}
        {name}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function dateText(wire: string): string {
  const instant = parseWireDate(wire);
  return instant === null ? '' : formatDateTime(instant);
}

function whenText(wire: string): string {
  const instant = parseWireDate(wire);
  if (instant === null) return '';
  const age = ageOf(instant, Date.now());
  if (age.unit === 'date') return formatDateTime(instant);
  return age.unit === 'now' ? texts.now : texts[age.unit](age.count);
}
