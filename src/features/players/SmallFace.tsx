import type { CSSProperties } from 'react';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { Picture } from '../../ui/Picture.tsx';
import { useInSight } from '../../ui/useInSight.ts';
import type { Player } from './playerList.ts';
import styles from './SmallFace.module.css';

interface SmallFaceProps {
  readonly player: Pick<Player, 'name' | 'picture'>;
}

/**
 * A player's face in a list of names: the best-liked photo around the face, loaded when it comes into sight. Below it lies a drawn face,
 * the first letter of the name in the tenant's colours, for who has no picture or one that cannot be had (FAN-20). Its box has its size
 * from the start. Decoration: the name stands beside it.
 */
export function SmallFace({ player: { name, picture } }: SmallFaceProps) {
  const urls = usePictureUrls();
  const [watch, isInSight] = useInSight<HTMLSpanElement>();
  const face = picture?.face;
  const place = face ? { '--x': `${face.x * 100}%`, '--y': `${face.y * 100}%` } : {};
  return (
    <span ref={watch} className={styles.face} data-initial={initialOf(name)} aria-hidden="true">
      {picture && isInSight && (
        <span className={styles.picture} style={place as CSSProperties}>
          <Picture key={picture.media_url} {...urls.list(picture)} alt="" sizes="44px" isNear fallback={null} />
        </span>
      )}
    </span>
  );
}

/** The first letter of a name, with its voicing mark. */
const initialOf = (name: string): string => Array.from(name.trim().normalize('NFC'))[0] ?? '';
