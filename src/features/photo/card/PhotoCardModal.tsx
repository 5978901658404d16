import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { Photo } from '../../../contract/entities.ts';
import { thumbnailKey, variantKey } from '../../../contract/pictureKeys.ts';
import { cardActions, photoCard as texts } from '../../../messages/jaPhotoCard.ts';
import { personsQuery } from '../../../queries/peopleQueries.ts';
import { openKey } from '../../../rules/openPicture.ts';
import { useServices, useTenant } from '../../../services/services.tsx';
import { type PictureUrls, usePictureUrls } from '../../../services/usePictureUrls.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Modal } from '../../../ui/Modal.tsx';
import { useBackToClose } from '../../../ui/useBackToClose.ts';
import { photoAlt } from '../photoAlt.ts';
import type { Share } from '../sharePhoto.ts';
import { useCredit } from '../useCredit.ts';
import { CardActions, useCardAddress } from './CardActions.tsx';
import { fetchBitmap } from './cardCanvas.ts';
import { CARD_FORMATS, type CardFormat, type CardTexts } from './cardLayout.ts';
import { drawPhotoCard } from './drawPhotoCard.ts';
import styles from './PhotoCardModal.module.css';

interface PhotoCardModalProps {
  readonly photo: Photo;
  readonly getShare: () => Promise<Share>;
  readonly onClose: () => void;
}

const FORMATS = Object.keys(CARD_FORMATS) as CardFormat[];

/** A photo with credit, players and match as one picture in the tenant's colours, to be shared or saved (FAN-21). */
export function PhotoCardModal({ photo, getShare, onClose }: PhotoCardModalProps) {
  const [format, setFormat] = useState<CardFormat>('story');
  const cardTexts = useCardTexts(photo);
  const { card, isPending, isError, refetch } = usePhotoCard(photo, format, cardTexts);
  const address = useCardAddress(card);
  useBackToClose(true, onClose);
  const { width, height } = CARD_FORMATS[format];
  // The photo's own dialog has rules for what stands in it.
  return createPortal(
    <Modal title={texts.title} onClose={onClose} actions={card && <CardActions card={card} getShare={getShare} />}>
      <p className={styles.lead}>{texts.lead}</p>
      <fieldset className={styles.formats}>
        <legend className="visually-hidden">{texts.format}</legend>
        {FORMATS.map((one) => (
          <label key={one} className={styles.format}>
            <input
              type="radio"
              name="card-format"
              value={one}
              checked={one === format}
              onChange={() => setFormat(one)}
            />
            {texts.formats[one]}
          </label>
        ))}
      </fieldset>
      {isError && (
        <Banner tone="error" action={<Button onClick={() => void refetch()}>{texts.retry}</Button>}>
          {texts.failed}
        </Banner>
      )}
      <div className={styles.place}>
        <div className={styles.card} data-format={format} aria-busy={isPending || undefined}>
          {address && (
            <img
              src={address}
              width={width}
              height={height}
              alt={texts.alt(photoAlt(photo), Object.values(cardTexts ?? {}))}
            />
          )}
        </div>
      </div>
      <p className="visually-hidden" role="status">
        {isPending ? cardActions.making : ''}
      </p>
    </Modal>,
    document.body,
  );
}

/** Credit line, players with their numbers (of one alone, large), match, tenant and hashtag; null: the credit line is not known yet. */
function useCardTexts(photo: Photo): CardTexts | null {
  const tenant = useTenant();
  const credit = useCredit(photo);
  const persons = useQuery(personsQuery(useServices())).data?.list;
  if (credit === null) return null;
  const players = photo.player.split(',').filter((name) => name !== '');
  const withNumber = (name: string) =>
    [persons?.find((person) => person.name === name)?.number, name].filter(Boolean).join('\u00a0');
  const only = players.length === 1 ? players[0] : undefined;
  const number = persons?.find(({ name }) => name === only)?.number ?? '';
  return {
    credit,
    number,
    players: number === '' ? players.map(withNumber).join(texts.between) : (only ?? ''),
    match: photo.event_id === null ? '' : (photo.event_name ?? ''),
    foot: texts.foot(tenant.name, tenant.shareHashtag),
  };
}

/** The drawn card of one format. It fails where no picture of the photo can be had: a card without it is none. */
function usePhotoCard(photo: Photo, format: CardFormat, cardTexts: CardTexts | null) {
  const { id, config } = useTenant();
  const urls = usePictureUrls();
  const { data: card, ...query } = useQuery({
    queryKey: [id, 'photo-card', photo.media_url, format, cardTexts],
    enabled: cardTexts !== null,
    // Kept pictures need no signal.
    networkMode: 'always',
    retry: false,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      if (cardTexts === null) throw new Error('No texts yet.');
      const picture = await firstPicture(addressesOf(photo, urls), signal);
      const blob = await drawPhotoCard({ format, colors: config.colors, picture, texts: cardTexts });
      picture.close();
      const name = photo.media_url.split('/').at(-1)?.slice(0, 8) ?? '';
      return new File([blob], texts.fileName(id, format, name), { type: 'image/jpeg' });
    },
  });
  return { card, ...query };
}

/** What may be there of a photo, the sharpest first: the preview, what lists and the open photo have shown, the thumbnail. */
function addressesOf(photo: Photo, urls: PictureUrls): string[] {
  const { media_url, variants } = photo;
  const sides = (variants ?? []).toSorted((a, b) => b - a);
  const keys = [openKey(photo), ...sides.map((side) => variantKey(media_url, side)), thumbnailKey(media_url)];
  return keys.flatMap((key) => urls.of(key) ?? []);
}

async function firstPicture(addresses: readonly string[], signal: AbortSignal): Promise<ImageBitmap> {
  for (const address of addresses) {
    const picture = await fetchBitmap(address, signal);
    if (picture !== null) return picture;
  }
  throw new Error('No picture can be had.');
}
