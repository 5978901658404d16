import { useAtomValue } from 'jotai';
import { storageStuck } from '../../messages/jaStorage.ts';
import { Banner } from '../../ui/Banner.tsx';
import styles from './StaleBanner.module.css';
import { stuckStorageAtom } from './stuckStorage.ts';

/** The device's storage does not answer: says so and what to do, in place of waiting for ever (T03). */
export function StuckStorageBanner() {
  if (!useAtomValue(stuckStorageAtom)) return null;
  return (
    <div className={styles.stale}>
      <Banner tone="error">{storageStuck}</Banner>
    </div>
  );
}
