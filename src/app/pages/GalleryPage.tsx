import { PhotoList } from '../../features/gallery/PhotoList.tsx';
import { PendingPhotos } from '../../features/photo/PendingPhotos.tsx';
import { conditionsOf, filterOf, sortOf } from '../../features/search/conditions.ts';
import { pageTitles } from '../../messages/ja.ts';
import { usePageParams } from '../../navigation/pageParams.ts';
import { useTenant } from '../../services/services.tsx';
import { DeferredBoundary } from '../../ui/DeferredBoundary.tsx';
import { lazyNamed } from '../../ui/lazyNamed.ts';
import { SectionHead } from '../../ui/SectionHead.tsx';
import styles from './GalleryPage.module.css';

/** For leagues only. */
const TeamChips = lazyNamed(() => import('./TeamChips.tsx'), 'TeamChips');

const NarrowBar = lazyNamed(() => import('../../features/search/NarrowBar.tsx'), 'NarrowBar');
const EmptyGallery = lazyNamed(() => import('../../features/search/NarrowBar.tsx'), 'EmptyGallery');

/** RTE-02. */
export function GalleryPage() {
  const tenant = useTenant();
  const params = usePageParams();
  const conditions = conditionsOf(params);
  return (
    <>
      <SectionHead level={1} title={pageTitles.gallery} />
      {tenant.isTeam && (
        <DeferredBoundary fallback={<div className={styles.teams} />}>
          <TeamChips current={conditions.team ?? null} />
        </DeferredBoundary>
      )}
      <DeferredBoundary fallback={<div className={styles.narrow} />}>
        <NarrowBar own={['team']} hasSorts />
      </DeferredBoundary>
      <PendingPhotos />
      <PhotoList filter={{ ...filterOf(conditions), sort: sortOf(params) }} empty={<EmptyGallery />} />
    </>
  );
}
