import { useInfiniteQuery } from '@tanstack/react-query';
import { Check, ChevronLeft, ChevronRight, Download, Images } from 'lucide-react';
import { useState } from 'react';
import type { Photo } from '../../contract/entities.ts';
import { downloadName, downloadPhoto } from '../../features/photo/downloadPhoto.ts';
import { PhotoGridSkeleton } from '../../features/photo/PhotoGrid.tsx';
import { photoAlt } from '../../features/photo/photoAlt.ts';
import { type PhotoListFilter, photoListQuery } from '../../features/photo/queries.ts';
import { gallery } from '../../messages/ja.ts';
import { download as texts } from '../../messages/jaMyPhoto.ts';
import { LoadFailure } from '../../queries/LoadFailure.tsx';
import { bestKey } from '../../rules/pictureSources.ts';
import { useServices } from '../../services/services.tsx';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Picture } from '../../ui/Picture.tsx';
import styles from './DownloadList.module.css';

interface Progress {
  readonly done: number;
  readonly all: number;
  readonly failed: number;
  readonly isRunning: boolean;
}

/** Photos page by page, each with its button; a whole page is saved one photo after the other. Only what may be used. */
export function DownloadList({ filter }: { readonly filter: PhotoListFilter }) {
  const urls = usePictureUrls();
  const query = useInfiniteQuery(photoListQuery(useServices(), filter));
  const [page, setPage] = useState(0);
  const [saved, setSaved] = useState<ReadonlySet<string>>(new Set());
  const [progress, setProgress] = useState<Progress | null>(null);
  const pages = query.data?.pages ?? [];
  const photos = pages[page]?.media_list ?? [];
  const usable = photos.filter(({ usepermit }) => usepermit);
  if (query.isPending) return <PhotoGridSkeleton count={12} />;
  if (query.data === undefined)
    return <LoadFailure title={gallery.failed} error={query.error} onRetry={() => void query.refetch()} />;
  if (pages[0]?.media_list.length === 0) return <EmptyState icon={<Images aria-hidden="true" />} title={texts.empty} />;

  const save = async (photo: Photo): Promise<boolean> => {
    try {
      await downloadPhoto(urls.of(bestKey(photo)) ?? '', downloadName(photo));
      setSaved((known) => new Set(known).add(photo.media_url));
      return true;
    } catch {
      return false;
    }
  };
  const saveAll = async (list: readonly Photo[]) => {
    let failed = 0;
    for (const [done, photo] of list.entries()) {
      setProgress({ done, all: list.length, failed, isRunning: true });
      if (!(await save(photo))) failed += 1;
    }
    setProgress({ done: list.length, all: list.length, failed, isRunning: false });
  };
  const goTo = async (next: number) => {
    const known = next < pages.length ? pages : (await query.fetchNextPage()).data?.pages;
    if (known?.[next] === undefined) return;
    setPage(next);
    setProgress(null);
  };
  const hasNext = page + 1 < pages.length || query.hasNextPage;
  return (
    <>
      <div className={styles.bar}>
        <Button
          variant="primary"
          icon={<Download size={18} aria-hidden="true" />}
          isBusy={progress?.isRunning ?? false}
          disabled={usable.length === 0}
          onClick={() => void saveAll(usable)}
        >
          {texts.saveAll(usable.length)}
        </Button>
        <p role="status" className={styles.status}>
          {progress?.isRunning
            ? texts.saving(progress.done, progress.all)
            : progress && progress.failed < progress.all
              ? texts.done(progress.all - progress.failed)
              : ''}
        </p>
      </div>
      {progress && !progress.isRunning && progress.failed > 0 && (
        <Banner tone="error">{texts.failed(progress.failed)}</Banner>
      )}
      {usable.length < photos.length && <p className={styles.note}>{texts.noPermitNote}</p>}
      {usable.some(({ original_pending }) => original_pending) && <p className={styles.note}>{texts.previewNote}</p>}
      <ul className={styles.grid} aria-label={texts.list}>
        {photos.map((photo, index) => (
          <li key={photo.media_url} className={styles.cell}>
            <Picture {...urls.list(photo)} sizes="(max-width:768px) 45vw,220px" alt={photoAlt(photo)} />
            {photo.usepermit ? (
              <Button
                aria-label={texts.saveOf(index + 1, photo.original_pending ?? false)}
                icon={
                  saved.has(photo.media_url) ? (
                    <Check size={18} aria-hidden="true" />
                  ) : (
                    <Download size={18} aria-hidden="true" />
                  )
                }
                onClick={() => void saveAll([photo])}
              >
                {saved.has(photo.media_url) ? texts.saved : texts.save}
              </Button>
            ) : (
              <p className={styles.refused}>{texts.noPermit}</p>
            )}
            {photo.usepermit && photo.original_pending && <p className={styles.quality}>{texts.preview}</p>}
          </li>
        ))}
      </ul>
      {query.isFetchNextPageError && <Banner tone="error">{gallery.moreFailed}</Banner>}
      {(page > 0 || hasNext) && (
        <nav className={styles.paging} aria-label={texts.paging}>
          <Button
            disabled={page === 0}
            icon={<ChevronLeft size={18} aria-hidden="true" />}
            onClick={() => void goTo(page - 1)}
          >
            {texts.previous}
          </Button>
          <span aria-current="page">{texts.page(page + 1)}</span>
          <Button
            disabled={!hasNext}
            isBusy={query.isFetchingNextPage}
            icon={<ChevronRight size={18} aria-hidden="true" />}
            onClick={() => void goTo(page + 1)}
          >
            {texts.next}
          </Button>
        </nav>
      )}
    </>
  );
}
