import { useInfiniteQuery } from '@tanstack/react-query';
import { PhotoGrid, PhotoGridSkeleton } from '../../features/photo/PhotoGrid.tsx';
import { photoListQuery, photosOf } from '../../features/photo/queries.ts';
import { useFavoritePlayers } from '../../features/players/useFavoritePlayers.ts';
import { favorites as texts } from '../../messages/jaPlayers.ts';
import { useServices } from '../../services/services.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import styles from './HomeMore.module.css';

/** Photos of the section, and favourites they are looked for: an address has its length. */
const SHOWN = 8;
const ASKED = 20;

/** 'あなたの推し': the newest photos of the fan's favourite players; nothing for who has none. */
export function FavoritePhotos() {
  const names = useFavoritePlayers().slice(-ASKED);
  return names.length === 0 ? null : <Newest names={names} />;
}

function Newest({ names }: { readonly names: readonly string[] }) {
  const source = photoListQuery(useServices(), { any_of: names.join(','), l: String(SHOWN) });
  const { data, isPending } = useInfiniteQuery(source);
  const photos = photosOf(data?.pages ?? []);
  if (!isPending && photos.length === 0) return null;
  return (
    <section className={styles.favorites} aria-labelledby="favorite-photos">
      <SectionHead id="favorite-photos" title={texts.title} note={names.slice(-2).join('・')} />
      {isPending ? (
        <PhotoGridSkeleton count={SHOWN} />
      ) : (
        <PhotoGrid photos={photos} label={texts.title} list={source.queryKey} />
      )}
    </section>
  );
}
