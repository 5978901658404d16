import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Photo } from '../../contract/entities.ts';
import { ui } from '../../messages/ja.ts';
import { photoDetail as texts } from '../../messages/jaPhoto.ts';
import { useServices } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { relatedQuery } from './openPhotoQueries.ts';
import { PhotoGrid } from './PhotoGrid.tsx';
import styles from './RelatedPhotos.module.css';
import { pickRelated } from './relatedPhotos.ts';
import { OpenPhotoContext } from './usePhotoParam.ts';

interface RelatedPhotosProps {
  readonly photo: Photo & { readonly event_id: string };
  /** Opens one of them, with the keys of all: they are what it is turned through. */
  readonly onOpen: (photo: Photo, keys: readonly string[]) => void;
}

/** Other photos of the same event, in chance's order (PHO-05). */
export function RelatedPhotos({ photo, onOpen }: RelatedPhotosProps) {
  const { data, isError, refetch } = useQuery(relatedQuery(useServices(), photo.event_id));
  const list = data?.media_list;
  // The order stays while one photo is looked at, also when an answer comes again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: new marks of the same photos are no reason to mix them anew
  const keys = useMemo(
    () => pickRelated(list ?? [], photo.media_url).map(({ media_url }) => media_url),
    [list?.length, photo.media_url],
  );
  const photos = useMemo(
    () => keys.flatMap((key) => list?.find(({ media_url }) => media_url === key) ?? []),
    [keys, list],
  );
  if (isError && list === undefined)
    return (
      <Banner tone="error" action={<Button onClick={() => void refetch()}>{ui.retry}</Button>}>
        {texts.relatedFailed}
      </Banner>
    );
  if (photos.length === 0) return null;
  return (
    <section className={styles.related} aria-labelledby="related-photos">
      <h3 id="related-photos">{texts.related}</h3>
      <OpenPhotoContext value={(one) => onOpen(one, [photo.media_url, ...keys])}>
        <PhotoGrid photos={photos} label={texts.related} size="small" />
      </OpenPhotoContext>
    </section>
  );
}
