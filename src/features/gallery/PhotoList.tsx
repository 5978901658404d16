import { type InfiniteData, type QueryKey, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useDeferredValue, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { Photo, PhotoPage } from '../../contract/entities.ts';
import { LIST_PAGE } from '../../contract/limits.ts';
import { gallery as texts } from '../../messages/ja.ts';
import { useServices, useSession } from '../../services/services.tsx';
import { userIdOf } from '../../session/sessionState.ts';
import { Button } from '../../ui/Button.tsx';
import { DeferredBoundary } from '../../ui/DeferredBoundary.tsx';
import { holdFoot } from '../../ui/holdFoot.ts';
import { lazyNamed } from '../../ui/lazyNamed.ts';
import { PhotoGrid, PhotoGridSkeleton } from '../photo/PhotoGrid.tsx';
import { layOutPhotos } from '../photo/photoRows.ts';
import { type PhotoListFilter, photoListQuery, photosOf } from '../photo/queries.ts';
import styles from './PhotoList.module.css';

/** Empty and failed lists, loaded when there is one. */
export const LazyListState = lazyNamed(() => import('./ListState.tsx'), 'ListState');

const PhotoSelection = lazyNamed(() => import('../photo/selection/PhotoSelection.tsx'), 'PhotoSelection');

/** Photos of the first screen on a phone and on a desktop: they load before the rest. */
const EAGER = 10;
/** The next page is asked for this far before the end comes into view. */
const AHEAD = '2000px';

interface PhotoListProps {
  readonly filter?: PhotoListFilter;
  /** Another list than the tenant's narrowed one, such as one's bookmarks. */
  readonly source?: ReturnType<typeof photoListQuery>;
  /** Something stands before it that fills the first screen and loads first. */
  readonly isBelow?: boolean;
  /** Stands in place of an empty list. */
  readonly empty: ReactNode;
}

/** An endless list of photos: the next page comes by itself near the end, or by its button. */
export function PhotoList({ filter = {}, source, ...rest }: PhotoListProps) {
  const services = useServices();
  const options = source ?? photoListQuery(services, filter);
  const query = useInfiniteQuery(options);
  if (query.isPending) return <PhotoGridSkeleton count={LIST_PAGE} />;
  if (query.data === undefined)
    return (
      <Suspense>
        <LazyListState
          kind="failed"
          name={options.queryKey[1]}
          error={query.error}
          onRetry={() => void query.refetch()}
          hasOffer={!rest.isBelow}
        />
      </Suspense>
    );
  // Without the fan (`endpointKey`): after a login the list stays where it is.
  const listKey = JSON.stringify(options.queryKey.slice(0, 4));
  return <Listed key={listKey} query={query} listKey={listKey} {...rest} />;
}

interface ListedProps extends Omit<PhotoListProps, 'filter' | 'source'> {
  readonly query: Pick<
    UseInfiniteQueryResult<InfiniteData<PhotoPage>>,
    'data' | 'hasNextPage' | 'isFetching' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >;
  readonly listKey: string;
}

/** The photos to draw, and whether more follow. The last one alone in its row would move when the next page comes. */
const wholeRows = (photos: readonly Photo[], hasMore: boolean) =>
  [hasMore && layOutPhotos(photos, true).at(-1)?.share === 1 ? photos.slice(0, -1) : photos, hasMore] as const;

function Listed({ query, listKey, isBelow = false, empty }: ListedProps) {
  const session = useSession();
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const all = useMemo(() => wholeRows(photosOf(data?.pages ?? []), hasNextPage), [data, hasNextPage]);
  // What comes is drawn in short steps: input goes first.
  const shown = useDeferredValue(all);
  const [photos, hasMore] = shown;
  const isBusy = query.isFetching || shown !== all;
  const list = useMemo(() => JSON.parse(listKey) as QueryKey, [listKey]);
  if (photos.length === 0) return <Suspense>{empty}</Suspense>;
  const loadMore = () => void fetchNextPage({ cancelRefetch: false });
  return (
    <div aria-busy={isFetchingNextPage || undefined}>
      <DeferredBoundary>
        <PhotoSelection photos={photos} />
      </DeferredBoundary>
      <PhotoGrid
        photos={photos}
        label={texts.listLabel}
        list={list}
        eagerCount={isBelow ? 0 : EAGER}
        ownUserId={userIdOf(session)}
        canEdit
        isOpen={hasMore}
      />
      {hasMore && !isFetchNextPageError && (
        // Boxes where the next photos will stand. What is below the list would be pushed away as they come. New with every page.
        <div key={photos.length} className={styles.more} ref={isBusy ? holdFoot : null}>
          {/* While the list is read anew a next page is refused: it is asked for afterwards. */}
          <Sentinel onNear={loadMore} isBusy={isBusy} />
          <div className={styles.coming} />
          <Button onClick={loadMore} isBusy={isFetchingNextPage}>
            {texts.more}
          </Button>
        </div>
      )}
      {isFetchNextPageError && (
        <div className={styles.failed}>
          <Suspense>
            <LazyListState kind="moreFailed" onRetry={loadMore} />
          </Suspense>
        </div>
      )}
      {!hasMore && <p className={styles.end}>{texts.end(photos.length)}</p>}
      <p className="visually-hidden" role="status">
        {isFetchingNextPage ? texts.loadingMore : ''}
      </p>
    </div>
  );
}

function Sentinel({ onNear, isBusy }: { readonly onNear: () => void; readonly isBusy: boolean }) {
  const element = useRef<HTMLDivElement>(null);
  const tell = useEffectEvent(onNear);
  useEffect(() => {
    if (isBusy || element.current === null || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && tell(),
      { rootMargin: AHEAD },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isBusy]);
  return <div ref={element} aria-hidden="true" />;
}
