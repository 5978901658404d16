import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext } from 'react';
import type { Photo } from '../../contract/entities.ts';
import { PageParams, usePageParams } from '../../navigation/pageParams.ts';
import { useServices } from '../../services/services.tsx';
import { stepBack } from '../../ui/stepBack.ts';
import { photoQuery } from './queries.ts';

/** Query parameter of the open photo: a media key or a short code (PHO-02). */
const PARAM = 'q';
/** Mark on history entries that opening a photo pushed: closing goes back over them. */
export interface PhotoHistoryState {
  readonly isPhotoPushed?: true;
  /** The list the photo was opened from: its query's key, or the photos' own keys. Outlives a reload. */
  readonly photoList?: QueryKey | undefined;
}

function withParam(value: string | null): string {
  const params = new PageParams(location.search);
  if (value === null) params.delete(PARAM);
  else params.set(PARAM, value);
  const text = params.toString();
  return text === '' ? location.pathname : `${location.pathname}?${text}`;
}

/** Address of this page with the photo open, for links. */
export const photoHref = (mediaUrl: string): string => withParam(mediaUrl);

/** Another way to open a photo, for lists inside the open one; null: over the page. */
export const OpenPhotoContext = createContext<((photo: Photo, list?: QueryKey) => void) | null>(null);

/** Opens a photo over the page; what the list knows of it is shown at once and then refreshed. */
export function useOpenPhoto(): (photo: Photo, list?: QueryKey) => void {
  const services = useServices();
  const queryClient = useQueryClient();
  const openInPlace = useContext(OpenPhotoContext);
  const openOver = useCallback(
    (photo: Photo, list?: QueryKey) => {
      const address = withParam(photo.media_url);
      // The second tap of a double tap, before anything has opened.
      if (address === location.pathname + location.search) return;
      const { queryKey } = photoQuery(services, photo.media_url);
      queryClient.setQueryData(queryKey, (known) => known ?? { list: [photo] }, { updatedAt: 1 });
      const state: PhotoHistoryState = { ...history.state, isPhotoPushed: true, photoList: list };
      history.pushState(state, '', address);
    },
    [services, queryClient],
  );
  return openInPlace ?? openOver;
}

/** The open photo's `q`, or null; closing goes back, or strips `q` where the page was entered with it. */
export function usePhotoParam(): {
  readonly q: string | null;
  readonly close: () => void;
  /** Shows another photo in place of this one; `list`: what it is turned through from now on. */
  readonly show: (q: string, list?: QueryKey) => void;
} {
  const params = usePageParams();
  const close = useCallback(() => {
    if ((history.state as PhotoHistoryState | null)?.isPhotoPushed) stepBack();
    else history.replaceState(history.state, '', withParam(null));
  }, []);
  const show = useCallback((q: string, list?: QueryKey) => {
    const state: PhotoHistoryState = { ...history.state, ...(list && { photoList: list }) };
    history.replaceState(state, '', withParam(q));
  }, []);
  return { q: params.get(PARAM), close, show };
}
