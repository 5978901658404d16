import { useInfiniteQuery } from '@tanstack/react-query';
import { HOME_STRIPS } from '../../contract/limits.ts';
import { photoListQuery, photosOf } from '../../features/photo/queries.ts';
import { useFavoritePlayers } from '../../features/players/useFavoritePlayers.ts';
import { homeLists as texts } from '../../messages/jaHome.ts';
import { favorites } from '../../messages/jaPlayers.ts';
import { usePaths } from '../../navigation/paths.ts';
import { useServices, useSession } from '../../services/services.tsx';
import { userIdOf } from '../../session/sessionState.ts';
import { HomeStrip } from './HomeStrip.tsx';
import { type HomeList, homeListQuery, LIST_PARAM } from './homeLists.ts';

/** Favourites that are looked for: an address has its length. */
const ASKED = 20;
const SHOWN = HOME_STRIPS.own;

/**
 * What is this fan's own: the newest photos of those who are followed (FAN-06h) and of the favourite players (FAN-05c). A photo of both
 * stands with those who are followed.
 * @param open the list of the tabs: what it shows whole needs no strip
 */
export function OwnStrips({ open }: { readonly open: HomeList }) {
  const services = useServices();
  const paths = usePaths();
  const isSignedIn = userIdOf(useSession()) !== null;
  const following = useInfiniteQuery({ ...homeListQuery(services, 'following'), enabled: isSignedIn });
  const names = useFavoritePlayers().slice(-ASKED);
  const any_of = names.join(',');
  // Twice as many as are shown: the others may stand in the first strip.
  const source = photoListQuery(services, { any_of, l: String(2 * SHOWN) });
  const favorite = useInfiniteQuery({ ...source, enabled: names.length > 0 });
  const ofFollowed = isSignedIn && open !== 'following' ? photosOf(following.data?.pages ?? []).slice(0, SHOWN) : [];
  const first = new Set(ofFollowed.map(({ media_url }) => media_url));
  const ofFavorites = favorite.data && photosOf(favorite.data.pages).filter(({ media_url }) => !first.has(media_url));
  return (
    <>
      <HomeStrip
        id="followed-photos"
        title={texts.titles.following}
        all={{
          href: `${paths.home}?${LIST_PARAM}=following`,
          label: texts.allFollowed,
          isReplacing: true,
          onClick: goToTabs,
        }}
        photos={ofFollowed}
      />
      {names.length > 0 && !favorite.isError && (
        <HomeStrip
          id="favorite-photos"
          title={favorites.title}
          note={names.slice(-2).join('・')}
          photos={ofFavorites?.slice(0, SHOWN)}
        />
      )}
    </>
  );
}

/** What the tab shows is then at the top of the screen. */
function goToTabs() {
  const head = document.getElementById('newest');
  head?.scrollIntoView();
  head?.focus({ preventScroll: true });
}
