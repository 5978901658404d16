import { CalendarDays, Camera, Clock, MapPin, Pencil, User } from 'lucide-react';
import { type ReactNode, type RefObject, useState } from 'react';
import { Link } from 'wouter';
import type { Photo } from '../../contract/entities.ts';
import { photoDetail as texts } from '../../messages/jaPhoto.ts';
import { ageOf, formatDateTime, parseWireDate } from '../../rules/dates.ts';
import { usePaths } from '../../session/paths.ts';
import { useTenant } from '../../session/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { MessageText } from '../../ui/MessageText.tsx';
import styles from './PhotoDetail.module.css';
import { PhotoMarks } from './PhotoMarks.tsx';
import { PhotoStage } from './PhotoStage.tsx';
import { ReactionButton } from './ReactionButton.tsx';
import { RelatedPhotos } from './RelatedPhotos.tsx';
import { ShareButtons } from './ShareButtons.tsx';
import type { PhotoWalk } from './usePhotoWalk.ts';

interface PhotoDetailProps {
  readonly element: RefObject<HTMLDivElement | null>;
  /** Draws who posted it, with a second line; members are no part of photos. */
  readonly renderAuthor: (photo: Photo, note: string) => ReactNode;
  /** Draws what is said about it; comments are no part of photos. */
  readonly renderComments: ((photo: Photo) => ReactNode) | undefined;
  readonly photo: Photo;
  /** What it can be turned to. */
  readonly walk: PhotoWalk;
  /** Shows another photo; `keys`: the list it is turned through from then on. */
  readonly onShow: (photo: Photo, keys?: readonly string[]) => void;
  readonly onClose: () => void;
  /** For one's own photo; null: somebody else's. */
  readonly onEdit: (() => void) | null;
}

/** The picture large on dark, what belongs to it beside or below (PHO-02). */
export function PhotoDetail({ element, photo, walk, onShow, onClose, onEdit, ...render }: PhotoDetailProps) {
  const paths = usePaths();
  const tenant = useTenant();
  const persons = photo.player.split(',').filter((name) => name !== '');
  const [isSettled, setSettled] = useState(false);
  const { Make = '', Model = '' } = photo.exif ?? {};
  // Many cameras write their maker into the model too.
  const takenWith = Model.startsWith(Make) ? Model : `${Make} ${Model}`;
  return (
    <div ref={element} className={styles.detail} data-photo-detail>
      <PhotoStage photo={photo} walk={walk} onTurn={onShow} onClose={onClose} onSettled={() => setSettled(true)} />
      <div className={styles.info}>
        {render.renderAuthor(photo, whenText(photo.created_at))}
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
          <PhotoMarks key={`marks ${photo.media_url}`} photo={photo} />
          <ShareButtons key={photo.media_url} photo={photo} />
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
        {render.renderComments?.(photo)}
        {isSettled && photo.event_id !== null && (
          <RelatedPhotos photo={{ ...photo, event_id: photo.event_id }} onOpen={onShow} />
        )}
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
