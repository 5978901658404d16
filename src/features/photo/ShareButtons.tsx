import { useMutation } from '@tanstack/react-query';
import { GalleryVerticalEnd, Link as LinkIcon, Share2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Photo } from '../../contract/entities.ts';
import { photo as photoTexts } from '../../messages/ja.ts';
import { photoDetail as texts } from '../../messages/jaPhoto.ts';
import { bestKey } from '../../rules/pictureSources.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { Button } from '../../ui/Button.tsx';
import { OptionalBoundary } from '../../ui/DeferredBoundary.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { lazyNamed } from '../../ui/lazyNamed.ts';
import { useToast } from '../../ui/toasts.tsx';
import { useEscape } from '../../ui/useEscape.ts';
import { downloadName } from './downloadPhoto.ts';
import styles from './ShareButtons.module.css';
import { copyText, fetchPicture, type Share, shareAddresses, shareOnDevice } from './sharePhoto.ts';

/** Drawn only when it is asked for. */
const PhotoCardModal = lazyNamed(() => import('./card/PhotoCardModal.tsx'), 'PhotoCardModal');

/** Share sheet with the picture where the device has one, else LINE, X, Facebook; and the short URL to copy (PHO-06). */
export function ShareButtons({ photo }: { readonly photo: Photo }) {
  const { isOpen, isPending, links, getShare, handleShare, handleCopy, close } = useShare(photo);
  const [isCardOpen, setCardOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useEscape(isOpen, root, close);
  return (
    <>
      <div ref={root} className={styles.buttons}>
        <IconButton
          label={texts.share}
          icon={<Share2 size={20} aria-hidden="true" />}
          aria-expanded={isOpen}
          onClick={() => void handleShare()}
        />
        <IconButton
          label={texts.shareCard}
          icon={<GalleryVerticalEnd size={20} aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => setCardOpen(true)}
        />
        <IconButton
          label={texts.copyUrl}
          icon={<LinkIcon size={20} aria-hidden="true" />}
          aria-busy={isPending || undefined}
          onClick={handleCopy}
        />
      </div>
      {isCardOpen && (
        <OptionalBoundary>
          <PhotoCardModal photo={photo} getShare={getShare} onClose={() => setCardOpen(false)} />
        </OptionalBoundary>
      )}
      {isOpen && (
        <div className={styles.links}>
          {(['line', 'x', 'facebook'] as const).map((name) => (
            <a key={name} href={links[name]} target="_blank" rel="noopener noreferrer">
              {texts.shareBy[name]}
            </a>
          ))}
          <Button icon={<LinkIcon size={18} aria-hidden="true" />} onClick={handleCopy}>
            {texts.copyUrl}
          </Button>
        </div>
      )}
    </>
  );
}

/** The photo's short address, and the ways it goes: the clipboard, the device's share sheet, links. */
function useShare(photo: Photo) {
  const { api } = useServices();
  const tenant = useTenant();
  const urls = usePictureUrls();
  const toast = useToast();
  const [isOpen, setOpen] = useState(false);
  const addressOf = (q: string) => new URL(`${tenant.index}?q=${encodeURIComponent(q)}`, location.origin).href;
  const shortUrl = useMutation({
    mutationKey: ['short-url', photo.media_url],
    mutationFn: async () => {
      const { degenerate_url } = await api.putShortUrl({ body: { original_url: photo.media_url } });
      return addressOf(degenerate_url);
    },
  });
  const text = `${photoTexts.by(photo.user_screen_name || photo.user_name)} ${tenant.shareHashtag}`;

  const handleCopy = () => {
    // The promise goes into the clipboard item: Safari wants the write within the press itself.
    copyText(shortUrl.mutateAsync()).then(
      () => toast(texts.copied),
      () => toast(texts.copyFailed, 'error'),
    );
  };
  const openLinks = () => {
    setOpen(true);
    shortUrl.mutate();
  };
  /** A line too bad for a short address shares the long one. */
  const getShare = async (): Promise<Share> => ({
    url: await shortUrl.mutateAsync().catch(() => addressOf(photo.media_url)),
    text,
  });
  const handleShare = async () => {
    if (isOpen) return setOpen(false);
    if (typeof navigator.share !== 'function') return openLinks();
    const picture = fetchPicture(urls.of(bestKey(photo)) ?? '', downloadName(photo));
    const share = await getShare();
    if (!(await shareOnDevice(share, await picture))) openLinks();
  };
  const links = shareAddresses({ url: shortUrl.data ?? addressOf(photo.media_url), text });
  return {
    isOpen,
    isPending: shortUrl.isPending,
    links,
    getShare,
    handleShare,
    handleCopy,
    close: () => setOpen(false),
  };
}
