import { useAtomValue } from 'jotai';
import { serverTroubles } from '../../messages/jaServerTrouble.ts';
import { formatTime } from '../../rules/dates.ts';
import { Banner } from '../../ui/Banner.tsx';
import styles from './StaleBanner.module.css';
import { serverTroubleAtom } from './serverTrouble.ts';

/** The server has trouble of its own: says which, since when, and that photos are safe (FAN-22a). */
export function ServerTroubleBanner() {
  const trouble = useAtomValue(serverTroubleAtom);
  if (!trouble) return null;
  return (
    <div className={styles.stale}>
      <Banner tone="info">{serverTroubles[trouble.code](formatTime(trouble.since))}</Banner>
    </div>
  );
}
