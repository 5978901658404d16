import type { QueryClient } from '@tanstack/react-query';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Photo } from '../../contract/entities.ts';
import { updateCachedPhoto } from './photoCache.ts';

/** A like or a bookmark the server has taken, as windows of one fan tell each other. */
interface PhotoMark {
  readonly kind: 'like' | 'bookmark';
  readonly mediaUrl: string;
  readonly isOn: boolean;
  /** Whose it is. */
  readonly fan: string | null;
}

/** Calls whose answers say what is bookmarked. */
const BOOKMARKS: ReadonlySet<unknown> = new Set<EndpointName>([
  'getFavorites',
  'getFavoriteCount',
  'getFavoritePhotos',
]);

let opened: BroadcastChannel | null = null;
/** Opened with the first use; a window does not hear itself. */
const channel = (): BroadcastChannel => {
  opened ??= new BroadcastChannel('photo-marks');
  return opened;
};

export const tellOtherWindows = (mark: PhotoMark): void => channel().postMessage(mark);

/** Takes over what other windows tell, while this one is of the same fan. @returns ends it */
export function hearOtherWindows(queryClient: QueryClient, fan: () => string | null): () => void {
  const handle = ({ data: mark }: MessageEvent<PhotoMark>) => {
    if (mark.fan === null || mark.fan !== fan()) return;
    if (mark.kind === 'bookmark')
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => BOOKMARKS.has(queryKey[1]) });
    else cacheReaction(queryClient, mark.mediaUrl, mark.isOn);
  };
  const heard = channel();
  heard.addEventListener('message', handle);
  return () => heard.removeEventListener('message', handle);
}

/** Wherever the photo is cached. */
export const cacheReaction = (queryClient: QueryClient, mediaUrl: string, isOn: boolean): void =>
  updateCachedPhoto(queryClient, mediaUrl, (known) => ({ ...known, reactionInfo: reacted(known.reactionInfo, isOn) }));

/** Once: what already knows of the reaction stays as it is. */
const reacted = (known: Photo['reactionInfo'], isOn: boolean): Photo['reactionInfo'] =>
  known.own_reacted === isOn
    ? known
    : { ...known, own_reacted: isOn, total: Math.max(0, known.total + (isOn ? 1 : -1)) };
