import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight, Images } from 'lucide-react';
import { Link } from 'wouter';
import { LIST_PAGE, POPULAR_WORDS } from '../../contract/limits.ts';
import { RecommendedEvents } from '../../features/event/RecommendedEvents.tsx';
import { PhotoGrid, PhotoGridSkeleton } from '../../features/photo/PhotoGrid.tsx';
import { photoListQuery, photosOf } from '../../features/photo/queries.ts';
import { PopularWords } from '../../features/search/PopularWords.tsx';
import { gallery as texts, ui } from '../../messages/ja.ts';
import { event as eventTexts } from '../../messages/jaEvent.ts';
import { pages as shellTexts } from '../../messages/jaPages.ts';
import { usePaths } from '../../session/paths.ts';
import { useServices, useSession, useTenant } from '../../session/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { SectionHead } from '../../ui/SectionHead.tsx';
import { HomeHero } from './HomeHero.tsx';
import styles from './HomePage.module.css';

/** Photos of the first screen, large and small. */
const EAGER = 6;
const SHOWN = 24;

/** RTE-01. */
export function HomePage() {
  const tenant = useTenant();
  const paths = usePaths();
  const session = useSession();
  const { open } = useOverlays();
  const newest = useInfiniteQuery(photoListQuery(useServices()));
  const photos = photosOf(newest.data?.pages ?? []);
  const isSignedIn = session.status !== 'anonymous';
  return (
    <>
      <HomeHero photos={photos} />
      <RecommendedEvents />
      <section aria-labelledby="newest">
        <SectionHead
          id="newest"
          title={texts.newest}
          note={newest.data?.pages[0]?.total == null ? undefined : texts.total(newest.data.pages[0].total)}
          action={
            <Link href={paths.gallery()} className={styles.more}>
              {texts.more}
              <ChevronRight size={18} aria-hidden="true" />
            </Link>
          }
        />
        {newest.isPending && <PhotoGridSkeleton count={LIST_PAGE} />}
        {newest.isError && photos.length === 0 && (
          <EmptyState title={texts.failed} action={<Button onClick={() => void newest.refetch()}>{ui.retry}</Button>} />
        )}
        {newest.isSuccess && photos.length === 0 && (
          <EmptyState icon={<Images aria-hidden="true" />} title={texts.empty}>
            {texts.emptyText}
          </EmptyState>
        )}
        <PhotoGrid photos={photos.slice(0, SHOWN)} label={texts.newest} eagerCount={EAGER} />
        {photos.length > SHOWN && (
          <Link href={paths.gallery()} className={styles.allPhotos}>
            <Images size={20} aria-hidden="true" />
            {texts.more}
          </Link>
        )}
      </section>
      <section aria-labelledby="popular">
        <SectionHead id="popular" title={texts.popular} />
        <PopularWords max={POPULAR_WORDS.list} />
      </section>
      {isSignedIn && tenant.features.createEventPrompt && (
        <section className={styles.prompt} aria-labelledby="create-event">
          <div>
            <h2 id="create-event">{eventTexts.createTitle}</h2>
            <p>{eventTexts.createText}</p>
          </div>
          <Button onClick={() => open({ mode: 'post' })}>{eventTexts.createAction}</Button>
        </section>
      )}
      {!isSignedIn && (
        <section className={styles.prompt} aria-labelledby="join">
          <div>
            <h2 id="join">{shellTexts.joinLead}</h2>
            <p>{shellTexts.joinText}</p>
          </div>
        </section>
      )}
    </>
  );
}
