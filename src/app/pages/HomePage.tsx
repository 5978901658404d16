import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useSearch } from 'wouter';
import { LazyListState } from '../../features/gallery/PhotoList.tsx';
import { PendingPhotos } from '../../features/photo/PendingPhotos.tsx';
import { PhotoGrid, PhotoGridSkeleton } from '../../features/photo/PhotoGrid.tsx';
import { photoListQuery, photosOf } from '../../features/photo/queries.ts';
import { gallery as texts } from '../../messages/ja.ts';
import { usePaths } from '../../navigation/paths.ts';
import { useServices } from '../../services/services.tsx';
import { DeferredBoundary } from '../../ui/DeferredBoundary.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { lazyNamed } from '../../ui/lazyNamed.ts';
import { bestLiked, HomeHero } from './HomeHero.tsx';
import styles from './HomePage.module.css';
import { LazyHomeTabs } from './LazyHomeTabs.tsx';

/** Below the first screen: comes after the first photos. */
const HomeMore = lazyNamed(() => import('./HomeMore.tsx'), 'HomeMore');

/** Photos of the first screen, large and small; under the small hero of who returns (FAN-09d) one more. */
const EAGER = 7;
const SHOWN = 14;

/** RTE-01. */
export function HomePage() {
  const paths = usePaths();
  const newest = useInfiniteQuery(photoListQuery(useServices()));
  const photos = photosOf(newest.data?.pages ?? []);
  const best = bestLiked(photos);
  const total = newest.data?.pages[0]?.total;
  const others = Math.max(total ?? 0, photos.length) - SHOWN;
  // The other lists are the tabs' own: as `homeListOf` reads the address.
  const isNewest = !/\blist=(following|popular)\b/.test(useSearch());
  return (
    <>
      <HomeHero best={best} />
      <section aria-labelledby="newest">
        <DeferredBoundary isDrawnAhead fallback={<div className={styles.tabs} />}>
          <LazyHomeTabs total={total} />
        </DeferredBoundary>
        {isNewest && (
          <>
            <PendingPhotos />
            {newest.isPending && <PhotoGridSkeleton count={SHOWN} />}
            <Suspense>
              {newest.isError && photos.length === 0 && (
                <LazyListState
                  kind="failed"
                  error={newest.error}
                  onRetry={() => void newest.refetch()}
                  hasOffer={false}
                />
              )}
              {newest.isSuccess && photos.length === 0 && <LazyListState kind="empty" />}
            </Suspense>
            {photos.length > 0 && (
              <PhotoGrid photos={photos.slice(0, SHOWN)} label={texts.newest} eagerCount={EAGER} above={best} />
            )}
            {photos.length > SHOWN && (
              <p className={styles.others}>
                <LinkButton href={paths.gallery()}>{texts.others(others)}</LinkButton>
              </p>
            )}
          </>
        )}
      </section>
      <DeferredBoundary>
        <HomeMore />
      </DeferredBoundary>
    </>
  );
}
