/** The running match, loaded while there is signal: so that it opens in a stadium without (FAN-09). */
import type { QueryClient } from '@tanstack/react-query';
import type { Photo } from '../../contract/entities.ts';
import { thumbnailKey, variantKey } from '../../contract/pictureKeys.ts';
import { leadingEvent } from '../../features/event/eventMarks.ts';
import { photoListQuery, photosOf } from '../../features/photo/queries.ts';
import { savesData } from '../../platform/device/savesData.ts';
import { tabStorage } from '../../platform/storage/webStorage.ts';
import { eventQuery, officialEventsQuery } from '../../queries/eventQueries.ts';
import { periodState } from '../../rules/eventPeriod.ts';
import type { Services } from '../../services/services.tsx';
import { pictureUrl } from '../../services/usePictureUrls.ts';

/** Pictures of cards, and of photos opened large: the first of the match's list. */
const CARDS = 12;
const LARGE = 4;
const [CARD_SIDE, LARGE_SIDE] = [480, 1024] as const;
/** A tab loads a match ahead once in this time, in milliseconds: thousands of fans sit in one stadium. */
const PAUSE_MS = 15 * 60_000;
const LOADED_AT = 'match_loaded_at';

/**
 * Asks for the running match, its first list and the pictures of it; the worker keeps what comes. Not where the fan saves data, the line
 * is slow or no worker is there to keep anything. Rejects with what the calls reject with: nobody waits for it.
 */
export async function loadMatchAhead(services: Services, queryClient: QueryClient): Promise<void> {
  if (!navigator.onLine || savesData() || navigator.serviceWorker?.controller == null) return;
  const { list } = await queryClient.ensureQueryData(officialEventsQuery(services));
  const event = leadingEvent(list, Date.now());
  if (event === null || periodState(event, Date.now()) !== 'during' || !isDue(event.event_id)) return;
  const photos = photoListQuery(services, { e: event.event_id });
  const [answer] = await Promise.all([
    queryClient.fetchInfiniteQuery(photos),
    queryClient.fetchQuery(eventQuery(services, event.event_id)),
  ]);
  for (const url of picturesOf(photosOf(answer.pages), services.config.objects.publicBase)) await keepPicture(url);
}

/** Has this tab not loaded this match lately? From now on it has. */
function isDue(eventId: string): boolean {
  const [last, at] = tabStorage.getItem(LOADED_AT)?.split(' ') ?? [];
  if (last === eventId && Date.now() - Number(at) < PAUSE_MS) return false;
  tabStorage.setItem(LOADED_AT, `${eventId} ${Date.now()}`);
  return true;
}

/** Addresses as lists and the open photo ask for them: an AVIF where there is one, else the thumbnail. */
export function picturesOf(photos: readonly Photo[], publicBase: string): string[] {
  const cards = photos.slice(0, CARDS).map(({ media_url, variants }) => {
    const isThere = variants?.includes(CARD_SIDE) === true;
    return pictureUrl(publicBase, isThere ? variantKey(media_url, CARD_SIDE) : thumbnailKey(media_url));
  });
  const large = photos
    .slice(0, LARGE)
    .filter(({ variants }) => variants?.includes(LARGE_SIDE) === true)
    .map(({ media_url }) => pictureUrl(publicBase, variantKey(media_url, LARGE_SIDE)));
  return [...cards, ...large];
}

/** One after the other and behind everything the fan looks at. One that cannot be had leaves the others. */
async function keepPicture(url: string): Promise<void> {
  await fetch(url, { mode: 'cors', credentials: 'omit', priority: 'low' }).catch(() => undefined);
}
