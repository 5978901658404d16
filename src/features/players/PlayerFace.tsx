import { type CSSProperties, useState } from 'react';
import { useTenant } from '../../services/services.tsx';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { Picture } from '../../ui/Picture.tsx';
import styles from './PlayerFace.module.css';
import type { Player } from './playerList.ts';

interface PlayerFaceProps {
  readonly player: Pick<Player, 'picture'>;
  /** Fills a wide box instead of a circle. */
  readonly isWide?: boolean;
}

/** The player's best-liked photo around the face, or the tenant's icon. Decoration: the name stands beside it. */
export function PlayerFace({ player: { picture }, isWide = false }: PlayerFaceProps) {
  const urls = usePictureUrls();
  const face = picture?.face;
  const place = face && { '--x': `${face.x * 100}%`, '--y': `${face.y * 100}%` };
  return (
    <span className={styles.face} data-wide={isWide || undefined} style={(place ?? {}) as CSSProperties}>
      {picture ? (
        <Picture {...urls.list(picture)} alt="" sizes={isWide ? '(max-width:768px) 100vw,640px' : '96px'} />
      ) : (
        <PlayerIcon />
      )}
    </span>
  );
}

/** The tenant's icon of a player; where it cannot be had, a face without features. */
function PlayerIcon() {
  const { config } = useTenant();
  const [isThere, setThere] = useState(true);
  return (
    <img
      src={isThere ? config.playerIcon : '/avatar.svg'}
      alt=""
      width={72}
      height={72}
      loading="lazy"
      onError={() => setThere(false)}
    />
  );
}
