import { useInfiniteQuery } from '@tanstack/react-query';
import { Check, ChevronLeft, ChevronRight, Download, FolderDown, Images } from 'lucide-react';
import { useState } from 'react';
import type { Photo } from '../../contract/entities.ts';
import { PhotoGridSkeleton } from '../../features/photo/PhotoGrid.tsx';
import { photoAlt } from '../../features/photo/photoAlt.ts';
import { type PhotoListFilter, photoListQuery } from '../../features/photo/queries.ts';
import { download as texts } from '../../messages/jaMyPhoto.ts';
import { photoLists } from '../../messages/jaPhotoLists.ts';
import { LoadFailure } from '../../queries/LoadFailure.tsx';
import { useServices } from '../../services/services.tsx';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Picture } from '../../ui/Picture.tsx';
import styles from './DownloadList.module.css';
import { useDownloads } from './useDownloads.ts';

/** Photos page by page, each with its button, and several as one ZIP. Only what may be used. */
export function DownloadList({ filter }: { readonly filter: PhotoListFilter }) {
  const query = useInfiniteQuery(photoListQuery(useServices(), filter));
  const [page, setPage] = useState(0);
  const { saved, saveOne, chosen, choose, clear, saveAll } = useDownloads();
  const pages = query.data?.pages ?? [];
  const photos = pages[page]?.media_list ?? [];
  const usable = photos.filter(({ usepermit }) => usepermit);
  if (query.isPending) return <PhotoGridSkeleton count={12} />;
  if (query.data === undefined)
    return <LoadFailure title={photoLists.failed} error={query.error} onRetry={() => void query.refetch()} />;
  if (pages[0]?.media_list.length === 0) return <EmptyState icon={<Images aria-hidden="true" />} title={texts.empty} />;

  const goTo = async (next: number) => {
    const known = next < pages.length ? pages : (await query.fetchNextPage()).data?.pages;
    if (known?.[next] !== undefined) setPage(next);
  };
  const hasNext = page + 1 < pages.length || query.hasNextPage;
  return (
    <>
      <DownloadBar
        count={usable.length}
        chosen={chosen.size}
        onSave={() => saveAll(chosen.size > 0 ? [...chosen.values()] : usable)}
        onClear={clear}
      />
      {usable.length < photos.length && <p className={styles.note}>{texts.noPermitNote}</p>}
      {usable.some(({ original_pending }) => original_pending) && <p className={styles.note}>{texts.previewNote}</p>}
      <ul className={styles.grid} aria-label={texts.list}>
        {photos.map((photo, index) => (
          <DownloadCell
            key={photo.media_url}
            photo={photo}
            number={index + 1}
            isSaved={saved.has(photo.media_url)}
            isChosen={chosen.has(photo.media_url)}
            onChoose={() => choose(photo)}
            onSave={() => void saveOne(photo)}
          />
        ))}
      </ul>
      {query.isFetchNextPageError && <Banner tone="error">{photoLists.moreFailed}</Banner>}
      {(page > 0 || hasNext) && (
        <Paging page={page} hasNext={hasNext} isLoading={query.isFetchingNextPage} onPage={(next) => void goTo(next)} />
      )}
    </>
  );
}

interface DownloadBarProps {
  /** Photos of the page that may be saved. */
  readonly count: number;
  /** Photos that were chosen, on any page. */
  readonly chosen: number;
  readonly onSave: () => void;
  readonly onClear: () => void;
}

/** Saves what was chosen, or the whole page, as a ZIP; how far that is stands in its card (`ZipCard`). */
function DownloadBar({ count, chosen, onSave, onClear }: DownloadBarProps) {
  return (
    <div className={styles.bar}>
      <Button
        variant="primary"
        icon={<FolderDown size={18} aria-hidden="true" />}
        disabled={count === 0 && chosen === 0}
        onClick={onSave}
      >
        {chosen > 0 ? texts.saveChosen(chosen) : texts.saveAll(count)}
      </Button>
      {chosen > 0 && <Button onClick={onClear}>{texts.clear}</Button>}
      <p role="status" className="visually-hidden">
        {chosen > 0 ? texts.chosen(chosen) : ''}
      </p>
    </div>
  );
}

interface DownloadCellProps {
  readonly photo: Photo;
  /** Place in the list, from 1. */
  readonly number: number;
  readonly isSaved: boolean;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onSave: () => void;
}

/** One photo with its button, or the reason why it has none. */
function DownloadCell({ photo, number, isSaved, isChosen, onChoose, onSave }: DownloadCellProps) {
  const urls = usePictureUrls();
  const picture = <Picture {...urls.list(photo)} sizes="(max-width:768px) 45vw,220px" alt={photoAlt(photo)} />;
  return (
    <li className={styles.cell}>
      {photo.usepermit ? (
        <label className={styles.choice} data-chosen={isChosen || undefined}>
          {picture}
          <input type="checkbox" aria-label={texts.choosePhoto(number)} checked={isChosen} onChange={onChoose} />
        </label>
      ) : (
        picture
      )}
      {photo.usepermit ? (
        <Button
          aria-label={texts.saveOf(number, photo.original_pending ?? false)}
          icon={isSaved ? <Check size={18} aria-hidden="true" /> : <Download size={18} aria-hidden="true" />}
          onClick={onSave}
        >
          {isSaved ? texts.saved : texts.save}
        </Button>
      ) : (
        <p className={styles.refused}>{texts.noPermit}</p>
      )}
      {photo.usepermit && photo.original_pending && <p className={styles.quality}>{texts.preview}</p>}
    </li>
  );
}

interface PagingProps {
  /** From 0. */
  readonly page: number;
  readonly hasNext: boolean;
  readonly isLoading: boolean;
  readonly onPage: (page: number) => void;
}

function Paging({ page, hasNext, isLoading, onPage }: PagingProps) {
  return (
    <nav className={styles.paging} aria-label={texts.paging}>
      <Button
        disabled={page === 0}
        icon={<ChevronLeft size={18} aria-hidden="true" />}
        onClick={() => onPage(page - 1)}
      >
        {texts.previous}
      </Button>
      <span aria-current="page">{texts.page(page + 1)}</span>
      <Button
        disabled={!hasNext}
        isBusy={isLoading}
        icon={<ChevronRight size={18} aria-hidden="true" />}
        onClick={() => onPage(page + 1)}
      >
        {texts.next}
      </Button>
    </nav>
  );
}
