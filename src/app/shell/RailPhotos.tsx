import { useInfiniteQuery } from '@tanstack/react-query';
import type { MouseEvent, ReactNode } from 'react';
import type { Photo } from '../../contract/entities.ts';
import { RAIL_PHOTOS } from '../../contract/limits.ts';
import { photoAlt } from '../../features/photo/photoAlt.ts';
import { photoListQuery, photosOf } from '../../features/photo/queries.ts';
import { photoHref, useOpenPhoto } from '../../features/photo/usePhotoParam.ts';
import { useFavoritePlayers } from '../../features/players/useFavoritePlayers.ts';
import { homeLists } from '../../messages/jaHome.ts';
import { favorites } from '../../messages/jaPlayers.ts';
import { useServices } from '../../services/services.tsx';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { Picture } from '../../ui/Picture.tsx';
import { homeListQuery } from '../pages/homeLists.ts';
import styles from './RailPhotos.module.css';

/** Players that are asked for: an address has its length. */
const ASKED = 20;
/** The match goes on: its newest photos are asked for anew, in milliseconds. A page nobody looks at asks for nothing. */
const LIVE_MS = 60_000;

/** The newest photos of the favourite players; for whoever has none, the best-liked ones (FAN-10f). */
export function RailPhotos() {
  const names = useFavoritePlayers().slice(-ASKED);
  return names.length > 0 ? <OfPlayers names={names} /> : <BestLiked />;
}

function OfPlayers({ names }: { readonly names: readonly string[] }) {
  const source = photoListQuery(useServices(), { any_of: names.join(','), l: String(RAIL_PHOTOS) });
  return <Thumbs title={favorites.title} pages={useInfiniteQuery(source).data?.pages} />;
}

function BestLiked() {
  const source = homeListQuery(useServices(), 'popular', { l: String(RAIL_PHOTOS) });
  return <Thumbs title={homeLists.titles.popular} pages={useInfiniteQuery(source).data?.pages} />;
}

/** The newest photos of a match that goes on, kept up to date while they are looked at (FAN-10f). */
export function NewestOfMatch({ eventId }: { readonly eventId: string }) {
  const source = photoListQuery(useServices(), { e: eventId, l: String(RAIL_PHOTOS) });
  const { data } = useInfiniteQuery({ ...source, refetchInterval: LIVE_MS });
  return <Thumbs label={homeLists.titles.newest} pages={data?.pages} />;
}

interface ThumbsProps {
  /** Heading; without one `label` names the list for screen readers alone. */
  readonly title?: string;
  readonly label?: string;
  readonly pages: Parameters<typeof photosOf>[0] | undefined;
}

/** Nothing without photos: what stands below keeps its place, as the column's foot stands at its end. */
function Thumbs({ title, label = title, pages }: ThumbsProps): ReactNode {
  const photos = photosOf(pages ?? []).slice(0, RAIL_PHOTOS);
  if (photos.length === 0) return null;
  const list = photos.map(({ media_url }) => media_url);
  return (
    // No landmark: home has regions of these names.
    <div className={styles.section} data-titled={title !== undefined || undefined}>
      {title && <h2 className={styles.title}>{title}</h2>}
      <ul className={styles.thumbs} aria-label={label}>
        {photos.map((photo) => (
          <li key={photo.media_url}>
            <Thumb photo={photo} list={list} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Thumb({ photo, list }: { readonly photo: Photo; readonly list: readonly string[] }) {
  const urls = usePictureUrls();
  const openPhoto = useOpenPhoto();
  const handleOpen = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return; // a new tab opens the same photo
    event.preventDefault();
    openPhoto(photo, list);
  };
  return (
    <a className={styles.thumb} href={photoHref(photo.media_url)} onClick={handleOpen}>
      <Picture {...urls.list(photo)} sizes="96px" alt={photoAlt(photo)} />
    </a>
  );
}
