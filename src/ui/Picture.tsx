import { type ReactNode, useState } from 'react';
import styles from './Picture.module.css';
import { useMissedFailure } from './useMissedFailure.ts';

interface PictureProps {
  /** Addresses to try in turn: thumbnail, original; after the last one the no-image picture (PHO-01). */
  readonly sources: readonly string[];
  /** AVIFs that go before these where the browser can show them, and how wide the picture is drawn (IMG-02). */
  readonly srcSet?: string | undefined;
  readonly sizes?: string | undefined;
  readonly alt: string;
  /** Pixels of the original: the box has its final size before the picture is there. */
  readonly width: number;
  readonly height: number;
  /** Shown until the picture is drawn. */
  readonly color: string;
  /** The first screen's pictures load at once, all others when near. */
  readonly isEager?: boolean;
  /** The one picture that goes before all others: where many do, none does. */
  readonly isFirst?: boolean;
  /** The page itself draws it near the screen only: the browser need not watch where it is. */
  readonly isNear?: boolean;
  /** Drawn instead of the no-image picture. */
  readonly fallback?: ReactNode;
  readonly className?: string | undefined;
}

export function Picture({
  sources,
  srcSet,
  sizes,
  alt,
  width,
  height,
  color,
  isEager = false,
  isFirst = false,
  isNear = false,
  fallback,
  className,
}: PictureProps) {
  const [failures, setFailures] = useState(0);
  // The AVIFs are one try, whichever of them it was; beside them stands the first of the others.
  const tries = srcSet ? [sources[0], ...sources] : sources;
  const src = tries[failures] ?? '/no-image.svg';
  const handleError = () => setFailures((count) => Math.min(count + 1, tries.length));
  const image = useMissedFailure(handleError);
  if (fallback !== undefined && failures === tries.length) return fallback;
  const picture = (
    <img
      ref={image}
      className={`${styles.picture} ${className ?? ''}`}
      style={{ backgroundColor: color }}
      src={src}
      alt={alt}
      width={width}
      height={height}
      // CORS, so that the worker never has to cache an opaque answer (T30)
      crossOrigin="anonymous"
      decoding={isEager ? 'sync' : 'async'}
      loading={isEager || isNear ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      onError={handleError}
    />
  );
  return (
    <picture>
      {srcSet && failures === 0 && <source type="image/avif" srcSet={srcSet} sizes={sizes} />}
      {picture}
    </picture>
  );
}
