import { useInfiniteQuery } from '@tanstack/react-query';
import type { MouseEvent, ReactNode } from 'react';
import type { Photo, PhotoPage } from '../../contract/entities.ts';
import { RAIL_ASKED, RAIL_PHOTOS } from '../../contract/limits.ts';
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
/** So many of the newest photos stand beside the column: they are not shown a second time. */
const BESIDE = 14;
/** The match goes on: its newest photos are asked for anew, in milliseconds. A page nobody looks at asks for nothing. */
const LIVE_MS = 60_000;

interface RailPhotosProps {
  /** The event whose own page is open: its photos stand there. */
  readonly shownEvent: string | null;
  /** The page's grid begins with the newest photos. */
  readonly hasNewest: boolean;
}

/** The newest photos of the favourite players; for whoever has none, the best-liked ones, else the newest (FAN-10f). */
export function RailPhotos(props: RailPhotosProps) {
  const names = useFavoritePlayers().slice(-ASKED);
  return names.length > 0 ? <OfPlayers names={names} {...props} /> : <BestLiked {...props} />;
}

function OfPlayers({ names, shownEvent }: RailPhotosProps & { readonly names: readonly string[] }) {
  const source = photoListQuery(useServices(), { any_of: names.join(','), l: String(RAIL_ASKED) });
  const { data } = useInfiniteQuery(source);
  return <Thumbs title={favorites.title} photos={othersIn(data?.pages, shownEvent)} />;
}

function BestLiked({ shownEvent, hasNewest }: RailPhotosProps) {
  const services = useServices();
  const liked = useInfiniteQuery(homeListQuery(services, 'popular', { l: String(RAIL_ASKED) }));
  const some = othersIn(liked.data?.pages, shownEvent);
  // Nobody liked anything yet.
  const isWanted = liked.isSuccess && some.length === 0 && !hasNewest;
  const newest = useInfiniteQuery({ ...photoListQuery(services), enabled: isWanted || hasNewest });
  const beside = hasNewest ? newest.data && photosOf(newest.data.pages).slice(0, BESIDE).map(keyOf) : [];
  const photos = beside === undefined ? [] : some.filter((photo) => !beside.includes(keyOf(photo)));
  if (!isWanted) return <Thumbs title={homeLists.titles.popular} photos={photos} />;
  return <Thumbs title={homeLists.titles.newest} photos={othersIn(newest.data?.pages, shownEvent)} />;
}

const keyOf = ({ media_url }: Photo): string => media_url;

const othersIn = (pages: readonly PhotoPage[] | undefined, shownEvent: string | null): Photo[] =>
  photosOf(pages ?? []).filter(({ event_id }) => event_id === null || event_id !== shownEvent);

/** The newest photos of a match that goes on, kept up to date while they are looked at (FAN-10f). */
export function NewestOfMatch({ eventId }: { readonly eventId: string }) {
  const source = photoListQuery(useServices(), { e: eventId, l: String(RAIL_PHOTOS) });
  const { data } = useInfiniteQuery({ ...source, refetchInterval: LIVE_MS });
  return <Thumbs label={homeLists.titles.newest} photos={photosOf(data?.pages ?? [])} />;
}

interface ThumbsProps {
  /** Heading; without one `label` names the list for screen readers alone. */
  readonly title?: string;
  readonly label?: string;
  readonly photos: readonly Photo[];
}

/** Nothing without photos: what stands below keeps its place, as the column's foot stands at its end. */
function Thumbs({ title, label = title, photos: all }: ThumbsProps): ReactNode {
  const photos = all.slice(0, RAIL_PHOTOS);
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
