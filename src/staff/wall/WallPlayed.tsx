import { Pin, PinOff } from 'lucide-react';
import { staffWall as texts } from '../../messages/jaStaffWall.ts';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { Button } from '../../ui/Button.tsx';
import { Picture } from '../../ui/Picture.tsx';
import desk from '../Staff.module.css';
import type { StaffWall, WallRemote } from './useWallRemote.ts';
import styles from './Wall.module.css';

interface WallPlayedProps {
  readonly remote: WallRemote;
  readonly wall: StaffWall;
}

/** What the wall plays: each photo can be pinned or taken off. */
export function WallPlayed({ remote, wall: { played, state } }: WallPlayedProps) {
  const urls = usePictureUrls();
  return (
    <section className={desk.card}>
      <h2>{played.length === 0 ? texts.nonePlayed : texts.played(played.length)}</h2>
      <ul className={styles.played}>
        {played.map((row) => {
          const { photo } = row;
          const isPinned = state.pinned === photo.media_url;
          const name = texts.photoOf(photo.user_name);
          return (
            <li key={photo.media_url} data-pinned={isPinned || undefined}>
              <Picture {...urls.list(photo)} alt={name} sizes="12rem" className={styles.small} />
              <div className={styles.acts}>
                <Button
                  aria-pressed={isPinned}
                  aria-label={isPinned ? texts.unpinOf(name) : texts.pinOf(name)}
                  icon={isPinned ? <PinOff aria-hidden="true" size={18} /> : <Pin aria-hidden="true" size={18} />}
                  onClick={() => remote.press({ button: 'pin', media_url: isPinned ? null : photo.media_url })}
                >
                  {isPinned ? texts.unpin : texts.pin}
                </Button>
                <Button
                  variant="quiet"
                  aria-label={texts.takeOffOf(name)}
                  onClick={() => remote.decide(row, 'rejected')}
                >
                  {texts.takeOff}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
