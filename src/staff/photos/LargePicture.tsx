import type { CSSProperties, ReactNode } from 'react';
import type { Photo } from '../../contract/entities.ts';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { Picture } from '../../ui/Picture.tsx';
import styles from './Photos.module.css';

interface LargePictureProps {
  readonly photo: Photo;
  readonly alt: string;
  /** Lies on the picture, in fractions of its sides. */
  readonly children?: ReactNode;
}

/** A photo in its own shape, as large as its place allows. */
export function LargePicture({ photo, alt, children }: LargePictureProps) {
  const urls = usePictureUrls();
  const ratio = { '--ratio': photo.width / photo.height } as CSSProperties;
  return (
    <div className={styles.place}>
      <div className={styles.figure} style={ratio}>
        <Picture
          key={photo.media_url}
          {...urls.list(photo)}
          sizes="(max-width:768px) 100vw,900px"
          alt={alt}
          isEager
          className={styles.large}
        />
        {children}
      </div>
    </div>
  );
}
