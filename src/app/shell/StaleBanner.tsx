import { shell as texts } from '../../messages/jaShell.ts';
import { isDeviceOffline } from '../../queries/noSignal.ts';
import { Banner } from '../../ui/Banner.tsx';
import styles from './StaleBanner.module.css';

/** Says that what is shown came from the cache, and whether there is no signal or no answer (DAT-02); goes with the first fresh answer. */
export function StaleBanner() {
  return (
    <div className={styles.stale}>
      <Banner tone="offline">{isDeviceOffline() ? texts.offline : texts.unreachable}</Banner>
    </div>
  );
}
