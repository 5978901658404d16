import { shell as texts } from '../../messages/jaShell.ts';
import { Banner } from '../../ui/Banner.tsx';
import styles from './StaleBanner.module.css';

/** Says that what is shown came from the cache (DAT-02); goes by itself with the first fresh answer. */
export function StaleBanner() {
  return (
    <div className={styles.stale}>
      <Banner tone="offline">{texts.offline}</Banner>
    </div>
  );
}
