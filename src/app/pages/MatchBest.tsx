import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { HOME_STRIPS } from '../../contract/limits.ts';
import { matchOver } from '../../features/event/eventMarks.ts';
import { useNow } from '../../features/event/useNow.ts';
import { photosOf } from '../../features/photo/queries.ts';
import { matchBest as texts } from '../../messages/jaHome.ts';
import { usePaths } from '../../navigation/paths.ts';
import { officialEventsQuery } from '../../queries/eventQueries.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { HomeStrip } from './HomeStrip.tsx';
import { homeListQuery } from './homeLists.ts';

/** 'きのうの試合の10枚': the best-liked photos of the match that was played, until the end of the day after it (FAN-09d). */
export function MatchBest() {
  const services = useServices();
  const now = useNow();
  const { data } = useQuery(officialEventsQuery(services));
  const match = data === undefined ? null : matchOver(data.list, now);
  return match && <Best key={match.event.event_id} eventId={match.event.event_id} daysAgo={match.daysAgo} />;
}

function Best({ eventId, daysAgo }: { readonly eventId: string; readonly daysAgo: 0 | 1 }) {
  const { config } = useTenant();
  const paths = usePaths();
  const source = homeListQuery(useServices(), 'popular', { e: eventId, l: String(HOME_STRIPS.matchBest) });
  const { data } = useInfiniteQuery(source);
  const photos = photosOf(data?.pages ?? []);
  return (
    <HomeStrip
      id="match-best"
      title={texts.best(daysAgo, config.eventTitle, photos.length)}
      all={{ href: paths.event(eventId), label: texts.all(config.eventTitle) }}
      photos={photos}
    />
  );
}
