import { Check, Moon, Pause, Play, SkipForward, Sun, X } from 'lucide-react';
import { staffWall as texts } from '../../messages/jaStaffWall.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import type { StaffWall, WallRemote } from './useWallRemote.ts';
import styles from './Wall.module.css';

interface WallButtonsProps {
  readonly remote: WallRemote;
  readonly wall: StaffWall;
}

/** Verdict about the photo that waits, pause, skip and blackout: under the thumb. */
export function WallButtons({ remote, wall: { state } }: WallButtonsProps) {
  const { is_paused, is_blackout } = state;
  const [first] = remote.queue;
  return (
    <div className={styles.buttons}>
      {(is_blackout || is_paused) && <Banner tone="warn">{is_blackout ? texts.isBlack : texts.isPaused}</Banner>}
      {first && (
        <div className={styles.verdicts}>
          <Button size="l" icon={<X aria-hidden="true" />} onClick={() => remote.decide(first, 'rejected')}>
            {texts.reject}
          </Button>
          <Button
            size="l"
            variant="primary"
            icon={<Check aria-hidden="true" />}
            onClick={() => remote.decide(first, 'approved')}
          >
            {texts.approve}
          </Button>
        </div>
      )}
      <div className={styles.buttonRow}>
        <Button
          aria-pressed={is_paused}
          icon={is_paused ? <Play aria-hidden="true" size={20} /> : <Pause aria-hidden="true" size={20} />}
          onClick={() => remote.press({ button: 'pause', is_on: !is_paused })}
        >
          {is_paused ? texts.resume : texts.pause}
        </Button>
        <Button icon={<SkipForward aria-hidden="true" size={20} />} onClick={() => remote.press({ button: 'skip' })}>
          {texts.skip}
        </Button>
        <Button
          variant={is_blackout ? 'primary' : 'secondary'}
          aria-pressed={is_blackout}
          icon={is_blackout ? <Sun aria-hidden="true" size={20} /> : <Moon aria-hidden="true" size={20} />}
          onClick={() => remote.press({ button: 'blackout', is_on: !is_blackout })}
        >
          {is_blackout ? texts.light : texts.blackout}
        </Button>
      </div>
    </div>
  );
}
