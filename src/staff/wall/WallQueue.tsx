import { Undo2 } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { DecidedPhoto } from '../../contract/staffWallEndpoints.ts';
import { staffWall as texts } from '../../messages/jaStaffWall.ts';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { Button } from '../../ui/Button.tsx';
import { Picture } from '../../ui/Picture.tsx';
import desk from '../Staff.module.css';
import { useSwipe } from './useSwipe.ts';
import type { StaffWall, WallRemote } from './useWallRemote.ts';
import styles from './Wall.module.css';

interface WallPartProps {
  readonly remote: WallRemote;
  readonly wall: StaffWall;
}

/** The photo that waits longest, to approve or reject by thumb, swipe or key (WAL-04c). */
export function WallQueue({ remote, wall }: WallPartProps) {
  const [first] = remote.queue;
  return (
    <section className={desk.card}>
      <h2 aria-live="polite">{texts.waiting(remote.waiting)}</h2>
      {first === undefined ? (
        <p className={desk.quiet}>{wall.state.needs_approval ? texts.noWaiting : texts.noApproval}</p>
      ) : (
        <Waiting key={first.photo.media_url} row={first} remote={remote} />
      )}
      {remote.undo && (
        <Button variant="quiet" icon={<Undo2 aria-hidden="true" size={18} />} onClick={remote.undo}>
          {texts.undo}
        </Button>
      )}
    </section>
  );
}

function Waiting({ row, remote }: { readonly row: DecidedPhoto; readonly remote: WallRemote }) {
  const urls = usePictureUrls();
  const { photo } = row;
  const swipe = useSwipe((direction) => remote.decide(row, direction === 'right' ? 'approved' : 'rejected'));
  const verdict = swipe.dx === 0 ? undefined : swipe.dx > 0 ? 'approve' : 'reject';
  return (
    <>
      <figure className={styles.waiting}>
        <div
          {...swipe.handlers}
          data-card
          className={styles.card}
          data-verdict={verdict}
          style={{ '--dx': `${swipe.dx}px`, '--ratio': photo.width / photo.height } as CSSProperties}
        >
          <Picture
            {...urls.list(photo)}
            alt={texts.photoOf(photo.user_name)}
            sizes="(min-width: 48rem) 44rem, 100vw"
            isEager
            className={styles.large}
          />
        </div>
        <figcaption className={styles.caption}>
          <strong>{texts.by(photo.user_name)}</strong>
          {photo.player !== '' && <span>{photo.player.replaceAll(',', '　')}</span>}
          {photo.comment !== '' && <span className={styles.comment}>{photo.comment}</span>}
        </figcaption>
      </figure>
      <p className={styles.swipeHint}>{texts.swipe}</p>
    </>
  );
}
