import { useState } from 'react';
import type { Photo } from '../../contract/entities.ts';
import { SELECTED_MAX } from '../../contract/limits.ts';
import { downloadName, downloadPhoto } from '../../features/photo/downloadPhoto.ts';
import { useSaveAsZip } from '../../features/photo/saving/useSaveAsZip.ts';
import { download as texts } from '../../messages/jaMyPhoto.ts';
import { bestKey } from '../../rules/pictureSources.ts';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { useToast } from '../../ui/toasts.tsx';

/** Saves a photo by itself, or several as a ZIP: those that were chosen, on any of the pages, or else all of the page. */
export function useDownloads() {
  const urls = usePictureUrls();
  const toast = useToast();
  const saveAsZip = useSaveAsZip();
  const [saved, setSaved] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<ReadonlyMap<string, Photo>>(new Map());

  const saveOne = async (photo: Photo): Promise<void> => {
    try {
      await downloadPhoto(urls.of(bestKey(photo)) ?? '', downloadName(photo));
      setSaved((known) => new Set(known).add(photo.media_url));
    } catch {
      toast(texts.failed, 'error');
    }
  };
  const choose = (photo: Photo) => {
    const next = new Map(chosen);
    if (!next.delete(photo.media_url)) next.set(photo.media_url, photo);
    if (next.size > SELECTED_MAX) toast(texts.full(SELECTED_MAX));
    else setChosen(next);
  };
  return {
    /** Keys (`media_url`) of the photos that were saved by themselves. */
    saved,
    saveOne,
    chosen,
    choose,
    clear: () => setChosen(new Map()),
    saveAll: (list: readonly Photo[]) => saveAsZip(list),
  };
}
