import { thumbnailKey } from '../../../contract/config.ts';
import { useDraftThumbnail } from '../../../drafts/useDraftThumbnail.ts';
import { arrival as texts } from '../../../messages/jaArrival.ts';
import type { JobPhoto } from '../../../outbox/job.ts';
import { isPublic } from '../../../outbox/stages.ts';
import { useServices } from '../../../services/services.tsx';
import styles from './ArrivalPhotos.module.css';

interface ArrivalPhotosProps {
  readonly photos: readonly JobPhoto[];
  /** How many are drawn; of the others the number, where there is more than one place. */
  readonly max: number;
}

/** Small pictures of a post: those on the device until they are public, then the public ones. */
export function ArrivalPhotos({ photos, max }: ArrivalPhotosProps) {
  const others = photos.length - max;
  return (
    <ul className={styles.photos} aria-hidden="true">
      {photos.slice(0, max).map((photo) => (
        <ArrivalPhoto key={photo.name} photo={photo} />
      ))}
      {others > 0 && max > 1 && <li className={styles.more}>{texts.more(others)}</li>}
    </ul>
  );
}

function ArrivalPhoto({ photo }: { readonly photo: JobPhoto }) {
  const { config } = useServices();
  const isShown = isPublic(photo);
  const kept = useDraftThumbnail(photo.name, !isShown && photo.prepared !== null);
  const url = isShown ? `${config.objects.publicBase}/${thumbnailKey(photo.mediaUrl)}` : kept;
  return (
    <li className={styles.photo} style={{ backgroundColor: photo.prepared?.color }}>
      {url !== null && <img src={url} alt="" decoding="async" {...(isShown && { crossOrigin: 'anonymous' })} />}
    </li>
  );
}
