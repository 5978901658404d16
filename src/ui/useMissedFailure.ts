import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** For an image of a page the server drew: `onFailure` is called where it failed before React listened to it. */
export function useMissedFailure(onFailure: () => void): RefObject<HTMLImageElement | null> {
  const image = useRef<HTMLImageElement>(null);
  const look = useEffectEvent(() => {
    const drawn = image.current;
    if (drawn?.closest('[inert]') && drawn.complete && drawn.naturalWidth === 0) onFailure();
  });
  useEffect(look, []);
  return image;
}
