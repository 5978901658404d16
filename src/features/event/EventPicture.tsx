import { useState } from 'react';
import { usePictureUrls } from '../../session/pictures.ts';
import { useTenant } from '../../session/services.tsx';
import styles from './EventPicture.module.css';

interface EventPictureProps {
  /** Object key or site path; null or failing: the tenant's emblem on stripes (EVT-06). */
  readonly thumbnail: string | null;
  readonly isEager?: boolean;
}

/** Picture of an event, decoration beside its name. */
export function EventPicture({ thumbnail, isEager = false }: EventPictureProps) {
  const tenant = useTenant();
  const src = usePictureUrls().of(thumbnail);
  const [failed, setFailed] = useState<string | null>(null);
  if (src === null || src === failed)
    return (
      <span className={styles.fallback}>
        <img src={tenant.logo} alt="" width={72} height={72} loading="lazy" />
      </span>
    );
  return (
    <img
      className={styles.picture}
      src={src}
      alt=""
      width={640}
      height={360}
      crossOrigin="anonymous"
      decoding="async"
      loading={isEager ? 'eager' : 'lazy'}
      onError={() => setFailed(src)}
    />
  );
}
