import type { Photo } from '../../contract/entities.ts';
import { LIKERS_SHOWN } from '../../contract/limits.ts';
import { photoActions as texts } from '../../messages/jaPhotoViewer.ts';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import styles from './LikedBy.module.css';

/** The faces of the first who like the photo and how many do, leading to all of them (SOC-02, FAN-02e). */
export function LikedBy({ photo: { media_url, reactionInfo } }: { readonly photo: Photo }) {
  const urls = usePictureUrls();
  const { open } = useOverlays();
  const { reactions, total } = reactionInfo;
  if (total <= 0) return null;
  // What a list knows of the photo has no names: their places are kept until its own answer is there.
  const places = Array.from({ length: Math.min(LIKERS_SHOWN, total) }, (_, at) => reactions[at] ?? null);
  return (
    <button
      type="button"
      className={styles.liked}
      onClick={() => open({ mode: 'reaction-users', mediaUrl: media_url })}
    >
      <span className={styles.faces}>
        {places.map((one, at) => (
          <Avatar
            key={one?.user_id ?? at}
            src={urls.of(one?.user_avatar ?? null)}
            name=""
            hasLeft={one?.user_name === ''}
            size={24}
          />
        ))}
      </span>
      <span>{texts.likedBy(total)}</span>
    </button>
  );
}
