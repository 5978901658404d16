import { useState } from 'react';
import { useTenant } from '../../services/services.tsx';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { useMissedFailure } from '../../ui/useMissedFailure.ts';
import styles from './EventPicture.module.css';

interface EventPictureProps {
  /** Object key or site path; null or failing: the tenant's emblem on stripes (EVT-06). */
  readonly thumbnail: string | null;
  /** `small`: its thumbnail does, and the original only where there is none. */
  readonly size?: 'small' | 'large';
  /** Loads at once, not only when near. */
  readonly isEager?: boolean;
  /** The one picture of a page that goes before all others. */
  readonly isFirst?: boolean;
}

/** Picture of an event, decoration beside its name. */
export function EventPicture({ thumbnail, size = 'large', isEager = false, isFirst = false }: EventPictureProps) {
  const tenant = useTenant();
  const urls = usePictureUrls();
  const sources = thumbnail === null ? [] : [...urls.smallFirst(thumbnail)];
  if (size === 'large') sources.reverse();
  const [failed, setFailed] = useState<readonly string[]>([]);
  const src = sources.find((source) => !failed.includes(source));
  const handleError = () => setFailed((before) => (src === undefined ? before : [...before, src]));
  const image = useMissedFailure(handleError);
  if (src === undefined)
    return (
      <span className={styles.fallback}>
        <img src={tenant.logo} alt="" width={72} height={72} loading="lazy" />
      </span>
    );
  return (
    <img
      ref={image}
      className={styles.picture}
      src={src}
      alt=""
      width={640}
      height={360}
      crossOrigin="anonymous"
      decoding="async"
      loading={isEager || isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      onError={handleError}
    />
  );
}
