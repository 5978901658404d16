import { useState } from 'react';
import styles from './Picture.module.css';
import { useMissedFailure } from './useMissedFailure.ts';

interface PictureProps {
  /** Addresses to try in turn: thumbnail, original; after the last one the no-image picture (PHO-01). */
  readonly sources: readonly string[];
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
  readonly fit?: 'cover' | 'contain';
  readonly className?: string | undefined;
}

export function Picture({
  sources,
  alt,
  width,
  height,
  color,
  isEager = false,
  isFirst = false,
  isNear = false,
  fit = 'cover',
  className,
}: PictureProps) {
  const [failures, setFailures] = useState(0);
  const src = sources[failures] ?? '/no-image.svg';
  const handleError = () => setFailures((count) => Math.min(count + 1, sources.length));
  const image = useMissedFailure(handleError);
  return (
    <img
      ref={image}
      className={`${styles.picture} ${fit === 'contain' ? styles.contain : ''} ${className ?? ''}`}
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
}
