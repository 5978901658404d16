import { CalendarDays, Camera, Clock, MapPin, Pencil, User } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Photo } from '../../contract/entities.ts';
import { whenText } from '../../messages/jaAge.ts';
import { photoDetail as texts } from '../../messages/jaPhoto.ts';
import { usePaths } from '../../navigation/paths.ts';
import { formatDateTime, parseWireDate } from '../../rules/dates.ts';
import { useTenant } from '../../services/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { MessageText } from '../../ui/MessageText.tsx';
import { BestShot } from './BestShot.tsx';
import { OriginalNote } from './OriginalNote.tsx';
import { PhotoBadges } from './PhotoBadges.tsx';
import styles from './PhotoDetail.module.css';
import { ReactionButton } from './ReactionButton.tsx';
import { RelatedPhotos } from './RelatedPhotos.tsx';
import { ShareButtons } from './ShareButtons.tsx';

interface PhotoInfoProps {
  readonly photo: Photo;
  readonly renderAuthor: (photo: Photo, note: string) => ReactNode;
  readonly renderComments: ((photo: Photo) => ReactNode) | undefined;
  /** Other photos come once this one is there. */
  readonly hasRelated: boolean;
  readonly onShow: (photo: Photo, keys?: readonly string[]) => void;
  readonly onEdit: (() => void) | null;
}

/** What is told of a photo, and what can be done with it. */
export function PhotoInfo({ photo, renderAuthor, renderComments, hasRelated, onShow, onEdit }: PhotoInfoProps) {
  return (
    <>
      {renderAuthor(photo, whenText(photo.created_at))}
      {photo.option !== null && <BestShot />}
      {photo.comment !== '' && (
        <p className={styles.message} lang="ja">
          <MessageText text={photo.comment} />
        </p>
      )}
      {onEdit && photo.original_pending && <OriginalNote photo={photo} />}
      <Tags tags={photo.htag} />
      <div className={styles.actions}>
        <ReactionButton photo={photo} />
        <PhotoBadges key={`marks ${photo.media_url}`} photo={photo} />
        <ShareButtons key={photo.media_url} photo={photo} />
        {onEdit && (
          <Button icon={<Pencil size={18} aria-hidden="true" />} onClick={onEdit}>
            {texts.edit}
          </Button>
        )}
      </div>
      <Facts photo={photo} />
      {renderComments?.(photo)}
      {hasRelated && photo.event_id !== null && (
        <RelatedPhotos photo={{ ...photo, event_id: photo.event_id }} onOpen={onShow} />
      )}
    </>
  );
}

function Tags({ tags }: { readonly tags: readonly string[] }) {
  const paths = usePaths();
  if (tags.length === 0) return null;
  return (
    <ul className={styles.tags} aria-label={texts.tags}>
      {tags.map((tag) => (
        <li key={tag}>
          <Link href={paths.search({ ht: tag.replace(/^[#＃]/u, '') })}>{tag}</Link>
        </li>
      ))}
    </ul>
  );
}

function Facts({ photo }: { readonly photo: Photo }) {
  const paths = usePaths();
  const tenant = useTenant();
  const persons = photo.player.split(',').filter((name) => name !== '');
  const { Make = '', Model = '' } = photo.exif ?? {};
  // Many cameras write their maker into the model too.
  const takenWith = Model.startsWith(Make) ? Model : `${Make} ${Model}`;
  return (
    <dl className={styles.facts}>
      {photo.event_id !== null && (
        <Fact icon={<CalendarDays size={18} aria-hidden="true" />} name={texts.event}>
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
