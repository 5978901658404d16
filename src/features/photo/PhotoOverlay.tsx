import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { endpoints, SHORT_CODE_TOKEN } from '../../contract/endpoints.ts';
import type { Photo } from '../../contract/entities.ts';
import { AppError } from '../../contract/errors.ts';
import { photo as photoTexts, ui } from '../../messages/ja.ts';
import { emptyList } from '../../messages/jaPages.ts';
import { photoDetail as texts } from '../../messages/jaPhoto.ts';
import { usePaths } from '../../navigation/paths.ts';
import { LoadFailure } from '../../queries/LoadFailure.tsx';
import { useServices, useSession } from '../../services/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useGiveTitle } from '../../ui/ownTitle.ts';
import { flyIn, flyOut } from './flyPicture.ts';
import { forgetPhoto } from './forgetPhoto.ts';
import { shortCodeQuery } from './openPhotoQueries.ts';
import { PhotoDetail, type RenderComments } from './PhotoDetail.tsx';
import styles from './PhotoOverlay.module.css';
import { photoQuery } from './queries.ts';
import { findCard, revealPhoto } from './revealPhoto.ts';
import { useFullScreen } from './useFullScreen.ts';
import { usePhotoParam } from './usePhotoParam.ts';
import { usePhotoWalk, useRememberPhoto } from './usePhotoWalk.ts';

const VIEW_KIND = endpoints.putViewHistory.body.entries.kind.literal;

interface PhotoOverlayProps {
  /** The URL's `q`: a media key or a short code. */
  readonly q: string;
  readonly onClose: () => void;
  readonly renderAuthor: (photo: Photo, note: string) => ReactNode;
  readonly renderComments?: RenderComments;
  /** Opens the editing of one's own photo. */
  readonly onEdit: (photo: Photo) => void;
}

/** The photo detail over any page (PHO-02). Mounted while the URL has `q`. */
export function PhotoOverlay({ q, onClose, renderAuthor, renderComments, onEdit }: PhotoOverlayProps) {
  const session = useSession();
  const userId = session.status === 'anonymous' ? null : session.user.id;
  const viewer = useFullScreen(q);
  const { mediaUrl, photo, failure, isGone, retry } = useOpenPhoto(viewer.shown);
  useViewHistory(photo?.media_url);
  const walk = usePhotoWalk(photo?.media_url);
  const remember = useRememberPhoto();
  const { show } = usePhotoParam();
  const element = useRef<HTMLDivElement>(null);
  useFlight(element, mediaUrl);
  const handleShow = (next: Photo, keys?: readonly string[]) => {
    remember(next);
    show(next.media_url, keys);
  };

  return (
    <Modal
      kind="photo"
      isTitleHidden
      title={photo ? photoTexts.by(photo.user_screen_name || photo.user_name) : isGone ? texts.gone : texts.info}
      onClose={viewer.isFull ? viewer.leave : onClose}
      isHeaderFaded={viewer.isFull && viewer.isBare}
    >
      {photo ? (
        <PhotoDetail
          element={element}
          photo={photo}
          walk={walk}
          viewer={viewer}
          onClose={onClose}
          renderAuthor={renderAuthor}
          renderComments={renderComments}
          onShow={handleShow}
          onEdit={photo.user_id === userId ? () => onEdit(photo) : null}
        />
      ) : isGone ? (
        <PhotoGone photo={mediaUrl ?? q} onClose={onClose} />
      ) : failure ? (
        <div className={styles.state}>
          <LoadFailure
            title={texts.failed}
            error={failure}
            onRetry={retry}
            offer={<Button onClick={onClose}>{ui.close}</Button>}
          />
        </div>
      ) : (
        <div className={styles.state} role="status" aria-busy="true">
          <span className="visually-hidden">{ui.loading}</span>
        </div>
      )}
    </Modal>
  );
}

/** The photo of the address. A short code is resolved first. */
function useOpenPhoto(q: string) {
  const services = useServices();
  const isCode = q.startsWith(SHORT_CODE_TOKEN);
  const resolved = useQuery({ ...shortCodeQuery(services, q), enabled: isCode });
  const mediaUrl = isCode ? resolved.data?.original_url : q;
  const found = useQuery({ ...photoQuery(services, mediaUrl ?? ''), enabled: mediaUrl !== undefined });
  const photo = found.data?.list[0];
  const failure = resolved.error ?? (photo === undefined ? found.error : null);
  const isGone = failure ? isNowhere(failure) : found.data !== undefined && photo === undefined;
  const retry = () => void (resolved.isError ? resolved.refetch() : found.refetch());
  return { mediaUrl, photo, failure, isGone, retry };
}

interface PhotoGoneProps {
  /** Its key, or a short code that leads nowhere. */
  readonly photo: string;
  readonly onClose: () => void;
}

/** Deleted, hidden or taken down: the device forgets it, too. */
function PhotoGone({ photo, onClose }: PhotoGoneProps) {
  const paths = usePaths();
  const queryClient = useQueryClient();
  const { publicBase } = useServices().config.objects;
  useGiveTitle(texts.gone);
  useEffect(() => forgetPhoto(queryClient, publicBase, photo), [queryClient, publicBase, photo]);
  return (
    <div className={styles.state}>
      <EmptyState
        title={texts.gone}
        action={
          <>
            <LinkButton variant="primary" href={paths.gallery()} replace>
              {emptyList.allPhotos}
            </LinkButton>
            <Button onClick={onClose}>{ui.close}</Button>
          </>
        }
      />
    </div>
  );
}

/** The server knows no such photo or short code; trying again would not help. */
const isNowhere = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'NOT_FOUND' || error.code === 'INVALID_REQUEST');

/** Tells the server that the picture was looked at large (PHO-07). Nobody is told when that fails. */
function useViewHistory(mediaUrl: string | undefined): void {
  const { api } = useServices();
  useEffect(() => {
    if (mediaUrl === undefined) return;
    const abort = new AbortController();
    api.putViewHistory({ body: { media_url: mediaUrl, kind: VIEW_KIND }, signal: abort.signal }).catch(() => undefined);
    return () => abort.abort();
  }, [api, mediaUrl]);
}

/** From the card into the overlay and back; the list below follows what is looked at, and its card takes the focus. */
function useFlight(detail: { readonly current: HTMLElement | null }, mediaUrl: string | undefined): void {
  const seen = useRef<string | undefined>(undefined);
  const picture = useRef<HTMLImageElement | null>(null);
  useLayoutEffect(() => {
    if (mediaUrl === undefined) return;
    const isFirst = seen.current === undefined;
    seen.current = mediaUrl;
    if (!isFirst) return revealPhoto(mediaUrl);
    return flyIn(() => pictureOf(detail.current), mediaUrl);
  }, [detail, mediaUrl]);
  useLayoutEffect(() => {
    picture.current = pictureOf(detail.current);
  });
  useLayoutEffect(
    () => () => {
      const last = seen.current;
      if (last === undefined) return;
      flyOut(picture.current, last);
      // After the dialog has given the focus back to where it was opened.
      setTimeout(() => {
        if (document.querySelector('dialog[open] [data-photo-detail]') === null)
          findCard(last)?.querySelector('a')?.focus({ preventScroll: true });
      });
    },
    [],
  );
}

const pictureOf = (detail: HTMLElement | null): HTMLImageElement | null =>
  detail?.querySelector<HTMLImageElement>('[data-side="open"] img') ?? null;
