import { useState } from 'react';
import type { FanEvent } from '../../contract/entities.ts';
import { useTenant } from '../../services/services.tsx';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { useMissedFailure } from '../../ui/useMissedFailure.ts';
import styles from './EventPicture.module.css';

interface EventPictureProps {
  /** Its picture is an object key or a site path; null or failing: the tenant's emblem on stripes (EVT-06). */
  readonly event: Pick<FanEvent, 'thumbnail' | 'picture'>;
  /** How wide it is drawn, less what nobody sees (`sizesOf` of photos). */
  readonly sizes: string;
  /** `small`: its thumbnail does, and the original only where there is none. */
  readonly size?: 'small' | 'large';
  /** Loads at once, not only when near. */
  readonly isEager?: boolean;
  /** The one picture of a page that goes before all others. */
  readonly isFirst?: boolean;
}

/** Picture of an event, decoration beside its name. */
export function EventPicture(props: EventPictureProps) {
  const { event, sizes, size = 'large', isEager = false, isFirst = false } = props;
  const { thumbnail, picture } = event;
  const tenant = useTenant();
  const urls = usePictureUrls();
  const sources = thumbnail === null ? [] : [...urls.smallFirst(thumbnail)];
  if (size === 'large') sources.reverse();
  const srcSet = thumbnail && picture ? urls.srcSet({ media_url: thumbnail, ...picture }) : undefined;
  const [failed, setFailed] = useState<readonly string[]>([]);
  // The AVIFs are one try, whichever of them it was; beside them stands the first of the others.
  const isAvif = srcSet !== undefined && !failed.includes(srcSet);
  const src = sources.find((source) => !failed.includes(source));
  const handleError = () => setFailed((before) => [...before, (isAvif ? srcSet : src) ?? '']);
  const image = useMissedFailure(handleError);
  if (src === undefined)
    return (
      <span className={styles.fallback}>
        <img src={tenant.logo} alt="" width={72} height={72} loading="lazy" />
      </span>
    );
  const drawn = (
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
  return (
    <picture>
      {isAvif && <source type="image/avif" srcSet={srcSet} sizes={sizes} />}
      {drawn}
    </picture>
  );
}
