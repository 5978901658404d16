import { useEffect, useState } from 'react';
import { useServices } from '../services/services.tsx';

/** Address of a kept thumbnail while it is shown; the object URL is given back afterwards. null: not there (yet). */
export function useDraftThumbnail(photoName: string, isReady: boolean): string | null {
  const { drafts } = useServices();
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!isReady) return;
    let made: string | null = null;
    let isGone = false;
    drafts
      .readDraftPhoto({ photoName, part: 'thumbnail' })
      .then((bytes) => {
        if (isGone || bytes === null) return;
        made = URL.createObjectURL(new Blob([bytes.buffer], { type: bytes.type }));
        setUrl(made);
      })
      .catch(() => {}); // the coloured box stays
    return () => {
      isGone = true;
      setUrl(null);
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [drafts, photoName, isReady]);
  return url;
}
