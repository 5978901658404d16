import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Photo } from '../../contract/entities.ts';
import { whenText } from '../../messages/jaAge.ts';
import { photoDetail as texts } from '../../messages/jaPhoto.ts';
import { Button } from '../../ui/Button.tsx';
import { MessageText } from '../../ui/MessageText.tsx';
import { Translation } from '../../ui/translation/Translation.tsx';
import { BestShot } from './BestShot.tsx';
import { LikedBy } from './LikedBy.tsx';
import { OriginalNote } from './OriginalNote.tsx';
import styles from './PhotoDetail.module.css';
import type { RenderComments } from './PhotoDetail.tsx';
import { PhotoFacts } from './PhotoFacts.tsx';
import { RelatedPhotos } from './RelatedPhotos.tsx';

interface PhotoInfoProps {
  readonly photo: Photo;
  readonly renderAuthor: (photo: Photo, note: string) => ReactNode;
  readonly renderComments: RenderComments | undefined;
  /** Where the field for a comment belongs; null: below what is said. */
  readonly fieldPlace: HTMLElement | null;
  /** Other photos come once this one is there. */
  readonly hasRelated: boolean;
  readonly onShow: (photo: Photo, keys?: readonly string[]) => void;
  readonly onEdit: (() => void) | null;
}

/** What is told of a photo. */
export function PhotoInfo(props: PhotoInfoProps) {
  const { photo, renderAuthor, renderComments, fieldPlace, hasRelated, onShow, onEdit } = props;
  return (
    <>
      <div className={styles.head}>
        {renderAuthor(photo, whenText(photo.created_at))}
        {onEdit && (
          <Button icon={<Pencil size={18} aria-hidden="true" />} onClick={onEdit}>
            {texts.edit}
          </Button>
        )}
      </div>
      {photo.option !== null && <BestShot />}
      {photo.comment !== '' && (
        <div>
          <p className={styles.message} lang="ja">
            <MessageText text={photo.comment} />
          </p>
          <Translation text={photo.comment} />
        </div>
      )}
      {onEdit && photo.original_pending && <OriginalNote photo={photo} />}
      <PhotoFacts photo={photo} />
      <LikedBy photo={photo} />
      {renderComments?.(photo, fieldPlace)}
      {hasRelated && photo.event_id !== null && (
        <RelatedPhotos photo={{ ...photo, event_id: photo.event_id }} onOpen={onShow} />
      )}
    </>
  );
}
