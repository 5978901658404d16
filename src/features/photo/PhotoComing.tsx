import { useQueryClient } from '@tanstack/react-query';
import { type CSSProperties, useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { FIRST_PHOTO } from '../../contract/pageMetaTag.ts';
import { ui } from '../../messages/ja.ts';
import { PageParams } from '../../navigation/pageParams.ts';
import { useServices } from '../../services/services.tsx';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { Picture } from '../../ui/Picture.tsx';
import { guardAfterClosing, guardAfterOpening } from '../../ui/tapGuard.ts';
import { holdFlight } from './flyPicture.ts';
import { photoQuery } from './queries.ts';
import { cardPicture } from './revealPhoto.ts';

interface PhotoComingProps {
  readonly q: string;
  readonly onClose: () => void;
}

/** On a thin line the photo stands at once where its overlay will show it, as the server draws the photo of a link (frame.css). */
export function PhotoComing({ q, onClose }: PhotoComingProps) {
  const queryClient = useQueryClient();
  const services = useServices();
  const urls = usePictureUrls();
  useLayoutEffect(holdFlight, []);
  useEffect(() => {
    guardAfterOpening();
    // Closed, not followed by the photo's overlay.
    return () => void (new PageParams(location.search).has('q') || guardAfterClosing());
  }, []);
  const closeOnEscape = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose();
  });
  useEffect(() => {
    addEventListener('keydown', closeOnEscape);
    return () => removeEventListener('keydown', closeOnEscape);
  }, []);
  if (document.getElementById(FIRST_PHOTO) !== null) return null;
  const photo = queryClient.getQueryData(photoQuery(services, q).queryKey)?.list[0];
  const ratio = photo && photo.width / photo.height;
  return (
    <div className="frame-photo" style={{ '--ratio': ratio } as CSSProperties}>
      <p className="visually-hidden" role="status">
        {ui.loading}
      </p>
      <div className="frame-stage">
        {photo && (
          <Picture
            sources={[cardPicture(photo.media_url) ?? [], urls.smallFirst(photo.media_url)].flat()}
            alt=""
            width={photo.width}
            height={photo.height}
            color={photo.color}
            isEager
          />
        )}
      </div>
      <button type="button" className="frame-close" aria-label={ui.close} onClick={onClose} />
    </div>
  );
}
