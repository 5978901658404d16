import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Photo } from '../../contract/entities.ts';
import { editPhoto as texts } from '../../messages/jaPost.ts';
import { bestKey } from '../../rules/pictureSources.ts';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { Button } from '../../ui/Button.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { downloadName, downloadPhoto } from '../photo/downloadPhoto.ts';
import { photoAlt } from '../photo/photoAlt.ts';
import styles from './EditPhotoForm.module.css';

/** The published picture, and its download. */
export function EditedPicture({ photo }: { readonly photo: Photo }) {
  const toast = useToast();
  const urls = usePictureUrls();
  const [isLoading, setLoading] = useState(false);
  const handleDownload = async () => {
    setLoading(true);
    await downloadPhoto(urls.of(bestKey(photo)) ?? '', downloadName(photo)).catch(() =>
      toast(texts.downloadFailed, 'error'),
    );
    setLoading(false);
  };
  return (
    <div className={styles.side}>
      <Picture
        className={styles.picture}
        {...urls.list(photo)}
        sizes="(max-width:768px) 60vw,320px"
        alt={photoAlt(photo)}
        isEager
      />
      <Button icon={<Download aria-hidden="true" size={18} />} isBusy={isLoading} onClick={handleDownload}>
        {texts.download}
      </Button>
      {photo.original_pending && <p className={styles.quality}>{texts.downloadPreview}</p>}
    </div>
  );
}
