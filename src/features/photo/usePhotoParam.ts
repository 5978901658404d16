import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useSearchParams } from 'wouter';
import type { Photo } from '../../contract/entities.ts';
import { useServices } from '../../session/services.tsx';
import { photoQuery } from './queries.ts';

/** Query parameter of the open photo: a media key or a short code (PHO-02). */
const PARAM = 'q';
/** Mark on history entries that opening a photo pushed: closing goes back over them. */
interface PhotoState {
  readonly isPhotoPushed?: true;
}

function withParam(value: string | null): string {
  const params = new URLSearchParams(location.search);
  if (value === null) params.delete(PARAM);
  else params.set(PARAM, value);
  const text = params.toString();
  return text === '' ? location.pathname : `${location.pathname}?${text}`;
}

/** Address of this page with the photo open, for links. */
export const photoHref = (mediaUrl: string): string => withParam(mediaUrl);

/** Opens a photo over the page; what the list knows of it is shown at once and then refreshed. */
export function useOpenPhoto(): (photo: Photo) => void {
  const services = useServices();
  const queryClient = useQueryClient();
  return useCallback(
    (photo) => {
      const { queryKey } = photoQuery(services, photo.media_url);
      queryClient.setQueryData(queryKey, (known) => known ?? { list: [photo] }, { updatedAt: 1 });
      const state: PhotoState = { ...history.state, isPhotoPushed: true };
      history.pushState(state, '', withParam(photo.media_url));
    },
    [services, queryClient],
  );
}

/** The open photo's `q`, or null; closing goes back, or strips `q` where the page was entered with it. */
export function usePhotoParam(): {
  readonly q: string | null;
  readonly close: () => void;
  readonly show: (q: string) => void;
} {
  const [params] = useSearchParams();
  const close = useCallback(() => {
    if ((history.state as PhotoState | null)?.isPhotoPushed) history.back();
    else history.replaceState(history.state, '', withParam(null));
  }, []);
  const show = useCallback((q: string) => history.replaceState(history.state, '', withParam(q)), []);
  return { q: params.get(PARAM), close, show };
}
