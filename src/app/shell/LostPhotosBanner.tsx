import { useAtomValue } from 'jotai';
import { closeLost, photosLost } from '../../messages/jaStorage.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { lostPhotosAtom } from './lostPhotos.ts';
import styles from './StaleBanner.module.css';

/** The browser has deleted posts that waited: says how many photos and what to do, until the fan closes it (QUE-05a). */
export function LostPhotosBanner() {
  const lost = useAtomValue(lostPhotosAtom);
  if (!lost) return null;
  return (
    <div className={styles.stale}>
      <Banner tone="error" action={<Button onClick={lost.dismiss}>{closeLost}</Button>}>
        {photosLost(lost.count)}
      </Banner>
    </div>
  );
}
