import { useEffect, useRef, useState } from 'react';
import type { Photo } from '../../../contract/entities.ts';
import { SHARED_AT_ONCE } from '../../../contract/limits.ts';
import { photoSelection as texts } from '../../../messages/jaSelection.ts';
import { savedNames } from '../../../rules/savedNames.ts';
import { useServices, useTenant } from '../../../services/services.tsx';
import { usePictureUrls } from '../../../services/usePictureUrls.ts';
import { useToast } from '../../../ui/toasts.tsx';
import { copyText } from '../sharePhoto.ts';
import { canShareFiles, fetchShareFiles } from './shareFiles.ts';

export type Sharing =
  | { readonly kind: 'preparing'; readonly done: number; readonly all: number }
  /** The sheet opens only within a press: the photos took longer than the first one lasts. */
  | { readonly kind: 'ready'; readonly files: readonly File[] }
  | { readonly kind: 'failed' };

/** Opens the sheet. false: the browser wants a press of its own first. A fan who closes it has answered. */
async function openSheet(share: ShareData): Promise<boolean> {
  try {
    await navigator.share(share);
    return true;
  } catch (cause) {
    return cause instanceof DOMException && cause.name === 'AbortError';
  }
}

/** Shares the selected photos: as files where the share sheet takes them, else as links, by the sheet or the clipboard. */
export function useShareSelected(selected: readonly Photo[]) {
  const urls = usePictureUrls();
  const toast = useToast();
  const shareLinks = useShareLinks();
  const [sharing, setSharing] = useState<Sharing | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const stop = () => {
    abort.current?.abort();
    setSharing(null);
  };
  const shareFiles = async (photos: readonly Photo[]) => {
    const own = new AbortController();
    abort.current?.abort();
    abort.current = own;
    const show = (done: number) => {
      // A picture that comes with the stop shows nothing again.
      if (!own.signal.aborted) setSharing({ kind: 'preparing', done, all: photos.length });
    };
    show(0);
    try {
      const files = await fetchShareFiles(photos, savedNames(photos, new Map()), {
        addressOf: (key: string) => urls.of(key) ?? '',
        onStep: show,
        signal: own.signal,
      });
      if (own.signal.aborted) return;
      const isOpened = navigator.userActivation?.isActive === true && (await openSheet({ files }));
      setSharing(isOpened ? null : { kind: 'ready', files });
    } catch {
      if (!own.signal.aborted) setSharing({ kind: 'failed' });
    }
  };
  const share = () => {
    if (selected.length > SHARED_AT_ONCE.photos) return toast(texts.shareMax);
    if (canShareFiles()) void shareFiles(selected);
    else void shareLinks(selected);
  };
  const shareNow = async () => {
    if (sharing?.kind === 'ready' && (await openSheet({ files: [...sharing.files] }))) setSharing(null);
    else setSharing({ kind: 'failed' });
  };
  return { sharing, share, shareNow, shareLinks: () => void shareLinks(selected).then(stop), stop };
}

/** The photos' short addresses; one that cannot be shortened goes as it is. */
function useShareLinks() {
  const { api } = useServices();
  const tenant = useTenant();
  const toast = useToast();
  const linkOf = async ({ media_url }: Photo): Promise<string> => {
    const short = await api.putShortUrl({ body: { original_url: media_url } }).catch(() => null);
    const q = short?.degenerate_url ?? media_url;
    return new URL(`${tenant.index}?q=${encodeURIComponent(q)}`, location.origin).href;
  };
  return async (photos: readonly Photo[]): Promise<void> => {
    const head = `${texts.shareText(photos.length, tenant.name)} ${tenant.shareHashtag}`;
    const text = Promise.all(photos.map(linkOf)).then((links) => [head, ...links].join('\n'));
    if (typeof navigator.share === 'function' && (await openSheet({ text: await text }))) return;
    // The promise goes into the clipboard item: Safari wants the write within the press itself.
    await copyText(text).then(
      () => toast(texts.linksCopied(photos.length)),
      () => toast(texts.linksFailed, 'error'),
    );
  };
}
