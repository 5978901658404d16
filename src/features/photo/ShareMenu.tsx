import { useMutation } from '@tanstack/react-query';
import { ExternalLink, IdCard, Link as LinkIcon, Share2 } from 'lucide-react';
import { useState } from 'react';
import type { Photo } from '../../contract/entities.ts';
import { photo as photoTexts } from '../../messages/ja.ts';
import { photoDetail as texts } from '../../messages/jaPhoto.ts';
import { bestKey } from '../../rules/pictureSources.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { OptionalBoundary } from '../../ui/DeferredBoundary.tsx';
import { lazyNamed } from '../../ui/lazyNamed.ts';
import { type MenuItem, MoreMenu } from '../../ui/MoreMenu.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { downloadName } from './downloadPhoto.ts';
import { copyText, fetchPicture, type Share, shareAddresses, shareOnDevice } from './sharePhoto.ts';

/** Drawn only when it is asked for. */
const PhotoCardModal = lazyNamed(() => import('./card/PhotoCardModal.tsx'), 'PhotoCardModal');

/** One button with all ways out: the device's share sheet, else LINE, X, Facebook; the short address; the card (PHO-06, FAN-28a). */
export function ShareMenu({ photo }: { readonly photo: Photo }) {
  const { hasSheet, links, getShare, handleOpen, handleSheet, handleCopy } = useShare(photo);
  const [isCardOpen, setCardOpen] = useState(false);
  const ways: MenuItem[] = hasSheet
    ? [{ label: texts.shareSheet, icon: <Share2 size={18} aria-hidden="true" />, onChoose: () => void handleSheet() }]
    : (['line', 'x', 'facebook'] as const).map((name) => ({
        label: texts.shareBy[name],
        icon: <ExternalLink size={18} aria-hidden="true" />,
        href: links[name],
      }));
  const copy = { label: texts.copyUrl, icon: <LinkIcon size={18} aria-hidden="true" />, onChoose: handleCopy };
  const card = {
    label: texts.shareCard,
    icon: <IdCard size={18} aria-hidden="true" />,
    onChoose: () => setCardOpen(true),
  };
  return (
    <>
      <MoreMenu
        label={texts.share}
        icon={<Share2 size={20} aria-hidden="true" />}
        items={[...ways, copy, card]}
        onOpen={handleOpen}
      />
      {isCardOpen && (
        <OptionalBoundary>
          <PhotoCardModal photo={photo} getShare={getShare} onClose={() => setCardOpen(false)} />
        </OptionalBoundary>
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
  const [isRefused, setRefused] = useState(false);
  const addressOf = (q: string) => new URL(`${tenant.index}?q=${encodeURIComponent(q)}`, location.origin).href;
  const shortUrl = useMutation({
    mutationKey: ['short-url', photo.media_url],
    mutationFn: async () => {
      const { degenerate_url } = await api.putShortUrl({ body: { original_url: photo.media_url } });
      return addressOf(degenerate_url);
    },
  });
  const hasSheet = !isRefused && typeof navigator.share === 'function';
  const text = `${photoTexts.by(photo.user_screen_name || photo.user_name)} ${tenant.shareHashtag}`;

  const handleOpen = () => {
    // Links carry the short address as soon as there is one.
    if (!hasSheet && shortUrl.isIdle) shortUrl.mutate();
  };
  const handleCopy = () => {
    // The promise goes into the clipboard item: Safari wants the write within the press itself.
    copyText(shortUrl.mutateAsync()).then(
      () => toast(texts.copied),
      () => toast(texts.copyFailed, 'error'),
    );
  };
  /** A line too bad for a short address shares the long one. */
  const getShare = async (): Promise<Share> => ({
    url: await shortUrl.mutateAsync().catch(() => addressOf(photo.media_url)),
    text,
  });
  const handleSheet = async () => {
    const picture = fetchPicture(urls.of(bestKey(photo)) ?? '', downloadName(photo));
    const share = await getShare();
    if (await shareOnDevice(share, await picture)) return;
    setRefused(true);
    toast(texts.sheetFailed, 'error');
  };
  const links = shareAddresses({ url: shortUrl.data ?? addressOf(photo.media_url), text });
  return { hasSheet, links, getShare, handleOpen, handleSheet, handleCopy };
}
