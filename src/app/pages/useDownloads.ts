import { useState } from 'react';
import type { Photo } from '../../contract/entities.ts';
import { downloadName, downloadPhoto } from '../../features/photo/downloadPhoto.ts';
import { bestKey } from '../../rules/pictureSources.ts';
import { usePictureUrls } from '../../services/usePictureUrls.ts';

export interface DownloadProgress {
  readonly done: number;
  readonly all: number;
  readonly failed: number;
  readonly isRunning: boolean;
}

/** Saves photos one after the other, and knows which ones it has saved; one that fails is counted and does not stop the rest. */
export function useDownloads() {
  const urls = usePictureUrls();
  const [saved, setSaved] = useState<ReadonlySet<string>>(new Set());
  const [progress, setProgress] = useState<DownloadProgress | null>(null);

  const save = async (photo: Photo): Promise<boolean> => {
    try {
      await downloadPhoto(urls.of(bestKey(photo)) ?? '', downloadName(photo));
      setSaved((known) => new Set(known).add(photo.media_url));
      return true;
    } catch {
      return false;
    }
  };
  const saveAll = async (list: readonly Photo[]) => {
    let failed = 0;
    for (const [done, photo] of list.entries()) {
      setProgress({ done, all: list.length, failed, isRunning: true });
      if (!(await save(photo))) failed += 1;
    }
    setProgress({ done: list.length, all: list.length, failed, isRunning: false });
  };
  return {
    /** Keys (`media_url`) of the photos that were saved. */
    saved,
    /** Of the last list; null: none, or cleared. */
    progress,
    saveAll,
    clearProgress: () => setProgress(null),
  };
}
