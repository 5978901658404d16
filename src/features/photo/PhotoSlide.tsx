import { type CSSProperties, type ReactNode, type Ref, useState } from 'react';
import type { Photo } from '../../contract/entities.ts';
import { thumbnailKey, variantKey } from '../../contract/pictureKeys.ts';
import { savesData } from '../../platform/device/savesData.ts';
import { openKey, openSizes } from '../../rules/openPicture.ts';
import { type PictureUrls, usePictureUrls } from '../../services/usePictureUrls.ts';
import styles from './PhotoStage.module.css';
import { photoAlt } from './photoAlt.ts';
import { cardPicture } from './revealPhoto.ts';
import { useCredit } from './useCredit.ts';

interface PhotoSlideProps {
  readonly photo: Photo;
  readonly side: 'previous' | 'open' | 'next';
  readonly ref: Ref<HTMLElement>;
  /** Beyond what the preview has pixels for. */
  readonly isEnlarged: boolean;
  readonly onSettled: () => void;
  readonly children: ReactNode;
}

/** One picture. What its card shows stands in until the preview is decoded; the original comes only to be enlarged (IMG-03). */
export function PhotoSlide({ photo, side, ref, isEnlarged, onSettled, children }: PhotoSlideProps) {
  const urls = usePictureUrls();
  const isOpen = side === 'open';
  // What has begun to load stays: AVIFs that are derived meanwhile would be loaded beside it (IMG-03e).
  const [{ variants, has_preview }] = useState(photo);
  const { small, sources, srcSet } = sourcesOf({ ...photo, variants, has_preview }, urls, !isOpen && savesData());
  const [failures, setFailures] = useState(0);
  const isLight = srcSet !== undefined && failures === 0;
  const src = sources[Math.min(sources.length - 1, srcSet === undefined || isLight ? failures : failures - 1)];
  return (
    <div className={styles.slide} data-side={side} data-beside aria-hidden={!isOpen || undefined}>
      <figure
        ref={ref}
        className={styles.figure}
        style={
          { '--ratio': photo.width / photo.height, aspectRatio: `${photo.width} / ${photo.height}` } as CSSProperties
        }
      >
        <picture>
          {isLight && <source type="image/avif" srcSet={srcSet} sizes={openSizes(photo)} />}
          <img
            className={styles.image}
            style={{ backgroundImage: small, backgroundColor: photo.color }}
            src={src}
            alt={photoAlt(photo)}
            width={photo.width}
            height={photo.height}
            crossOrigin="anonymous"
            decoding="async"
            draggable={false}
            fetchPriority={isOpen ? 'high' : 'low'}
            onLoad={onSettled}
            onError={() => {
              setFailures((count) => count + 1);
              onSettled();
            }}
          />
        </picture>
        {isOpen && isEnlarged && <FullPicture photo={photo} />}
        {children}
      </figure>
    </div>
  );
}

/** Over the preview once its bytes are there: enlarged, the preview is too coarse. One that cannot be had leaves the preview. */
function FullPicture({ photo }: { readonly photo: Photo }) {
  const urls = usePictureUrls();
  const [isThere, setThere] = useState(false);
  return (
    <img
      className={`${styles.image} ${styles.full}`}
      hidden={!isThere}
      src={urls.of(photo.media_url) ?? undefined}
      alt=""
      crossOrigin="anonymous"
      decoding="async"
      draggable={false}
      onLoad={() => setThere(true)}
    />
  );
}

/** `small`: CSS image of what stands in. `sources`: addresses to try in turn, behind the AVIFs. */
function sourcesOf(photo: Photo, urls: PictureUrls, isThin: boolean) {
  const { media_url, variants } = photo;
  const thumbnail = urls.of(thumbnailKey(media_url)) ?? '';
  const card = cardPicture(media_url);
  const lightest = variants?.[0] === undefined ? null : urls.of(variantKey(media_url, variants[0]));
  const small =
    card !== null
      ? `url("${card}")`
      : lightest !== null
        ? `image-set(url("${lightest}") type("image/avif"), url("${thumbnail}") type("image/jpeg"))`
        : `url("${thumbnail}")`;
  if (isThin) return { small, sources: [card ?? thumbnail], srcSet: undefined };
  return { small, sources: [urls.of(openKey(photo)) ?? '', thumbnail], srcSet: urls.list(photo).srcSet };
}

/** Whose picture it is, on the picture (PHO-03). */
export function CreditLine({ photo }: { readonly photo: Photo }) {
  const line = useCredit(photo);
  return line ? <figcaption className={styles.credit}>{line}</figcaption> : null;
}
