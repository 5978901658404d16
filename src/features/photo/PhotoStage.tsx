import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, type MouseEvent, useState } from 'react';
import type { Photo } from '../../contract/entities.ts';
import { thumbnailKey } from '../../contract/thumbnailKey.ts';
import { creditLine } from '../../rules/credit.ts';
import { usePictureUrls } from '../../session/pictures.ts';
import { useServices, useTenant } from '../../session/services.tsx';
import styles from './PhotoDetail.module.css';
import { photoAlt } from './photoAlt.ts';
import { ambassadorsQuery, creditQuery } from './queries.ts';

interface PhotoStageProps {
  readonly photo: Photo;
  readonly onBackground: (event: MouseEvent) => void;
}

/** The picture with its credit line. The thumbnail, mostly there already, stands in until the large one is decoded. */
export function PhotoStage({ photo, onBackground }: PhotoStageProps) {
  const urls = usePictureUrls();
  const small = urls.of(thumbnailKey(photo.media_url));
  const [isBroken, setBroken] = useState(false);
  const src = (isBroken ? small : urls.of(photo.media_url)) ?? undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press beside the picture closes; Escape and the button do so too
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way is Escape
    <div className={styles.stage} onClick={onBackground}>
      <figure
        className={styles.figure}
        style={
          { '--ratio': photo.width / photo.height, aspectRatio: `${photo.width} / ${photo.height}` } as CSSProperties
        }
      >
        <img
          key={photo.media_url}
          className={styles.image}
          style={{ backgroundImage: `url("${small}")`, backgroundColor: photo.color }}
          src={src}
          alt={photoAlt(photo)}
          width={photo.width}
          height={photo.height}
          crossOrigin="anonymous"
          decoding="async"
          fetchPriority="high"
          onError={() => setBroken(true)}
        />
        <CreditLine photo={photo} />
      </figure>
    </div>
  );
}

function CreditLine({ photo }: { readonly photo: Photo }) {
  const services = useServices();
  const tenant = useTenant();
  const credit = useQuery(creditQuery(services));
  const ambassadors = useQuery(ambassadorsQuery(services));
  if (credit.isPending) return null;
  const line = creditLine(credit.data?.credit_setting[0] ?? null, {
    posterName: photo.user_screen_name || photo.user_name,
    isAmbassador: (ambassadors.data?.list ?? []).some((one) => one.ambassador_user_id === photo.user_id),
    companyLabel: tenant.creditLabel,
  });
  return line === '' ? null : <figcaption className={styles.credit}>{line}</figcaption>;
}
