import { Moon, Pause, Play, SkipForward, Sun } from 'lucide-react';
import { staffWall as texts } from '../../messages/jaStaffWall.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import type { StaffWall, WallRemote } from './useWallRemote.ts';
import styles from './Wall.module.css';

interface WallButtonsProps {
  readonly remote: WallRemote;
  readonly wall: StaffWall;
}

/** Pause, skip and blackout, always under the thumb. */
export function WallButtons({ remote, wall: { state } }: WallButtonsProps) {
  const { is_paused, is_blackout } = state;
  return (
    <div className={styles.buttons}>
      {(is_blackout || is_paused) && <Banner tone="warn">{is_blackout ? texts.isBlack : texts.isPaused}</Banner>}
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
