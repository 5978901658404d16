import { useMutation } from '@tanstack/react-query';
import { Link as LinkIcon, Share2 } from 'lucide-react';
import type { Photo } from '../../contract/entities.ts';
import { photo as photoTexts } from '../../messages/ja.ts';
import { photoDetail as texts } from '../../messages/jaPhoto.ts';
import { useServices, useTenant } from '../../session/services.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useToast } from '../../ui/toasts.tsx';
import styles from './ShareButtons.module.css';

/** Share sheet where the device has one, and the short URL to copy (PHO-06). */
export function ShareButtons({ photo }: { readonly photo: Photo }) {
  const { api } = useServices();
  const tenant = useTenant();
  const toast = useToast();
  const shortUrl = useMutation({
    mutationFn: async () => {
      const { degenerate_url } = await api.putShortUrl({ body: { original_url: photo.media_url } });
      return new URL(`${tenant.index}?q=${encodeURIComponent(degenerate_url)}`, location.origin).href;
    },
  });
  const handleCopy = () => {
    // The promise goes into the clipboard item: Safari wants the write within the press itself.
    copyText(shortUrl.mutateAsync()).then(
      () => toast(texts.copied),
      () => toast(texts.copyFailed, 'error'),
    );
  };
  const handleShare = async () => {
    const url = await shortUrl.mutateAsync().catch(() => null);
    if (url === null) return toast(texts.copyFailed, 'error');
    const name = photo.user_screen_name || photo.user_name;
    await navigator.share({ url, text: `${photoTexts.by(name)} ${tenant.shareHashtag}` }).catch(() => undefined);
  };
  return (
    <div className={styles.buttons}>
      {typeof navigator.share === 'function' && (
        <IconButton label={texts.share} icon={<Share2 size={20} aria-hidden="true" />} onClick={handleShare} />
      )}
      <IconButton
        label={texts.copyUrl}
        icon={<LinkIcon size={20} aria-hidden="true" />}
        aria-busy={shortUrl.isPending || undefined}
        onClick={handleCopy}
      />
    </div>
  );
}

async function copyText(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text);
  const blob = text.then((value) => new Blob([value], { type: 'text/plain' }));
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}
