import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Photo } from '../../contract/entities.ts';
import { CardActions, useCardAddress } from '../../features/photo/card/CardActions.tsx';
import { fetchBitmap } from '../../features/photo/card/cardCanvas.ts';
import { figures, seasonCard as texts } from '../../messages/jaFigures.ts';
import { cardActions } from '../../messages/jaPhotoCard.ts';
import { formatCount } from '../../rules/formatCount.ts';
import { openKey } from '../../rules/openPicture.ts';
import { useTenant } from '../../services/services.tsx';
import { type PictureUrls, usePictureUrls } from '../../services/usePictureUrls.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useBackToClose } from '../../ui/useBackToClose.ts';
import { CARD, drawSeasonCard } from './drawSeasonCard.ts';
import styles from './SeasonCardModal.module.css';
import { bestCovers, type EventFigures, postedSeasons, totalsOf, wordFor } from './seasonFigures.ts';

const PHOTOS = 4;
/** Choice of everything; no season has this id. */
const ALL = '';

interface SeasonCardModalProps {
  readonly fan: string;
  readonly events: readonly EventFigures[];
  readonly onClose: () => void;
}

/** A season of the fan as one picture, drawn on the device, to be shared or saved (FAN-06). */
export function SeasonCardModal({ fan, events, onClose }: SeasonCardModalProps) {
  const seasons = postedSeasons(events);
  const [chosen, setChosen] = useState(seasons[0]?.id ?? ALL);
  const season = seasons.find(({ id }) => id === chosen);
  const own = season?.events ?? events;
  const name = season?.name ?? texts.allSeasons;
  const { card, address, isPending, isError, refetch } = useCard({ fan, name, events: own, id: chosen });
  const tenant = useTenant();
  useBackToClose(true, onClose);
  const { photos, likes, events: matches } = totalsOf(own);
  const kind = wordFor(own, tenant.config.eventTitle, figures.mixed);
  const share = { url: new URL(tenant.index, location.origin).href, text: `${name} ${tenant.shareHashtag}` };
  return (
    <Modal title={texts.title} onClose={onClose} actions={card && <CardActions card={card} getShare={() => share} />}>
      <p className={styles.lead}>{texts.lead}</p>
      {seasons.length > 0 && (
        <div className={styles.choice}>
          <SelectField label={texts.season} value={chosen} onChange={(event) => setChosen(event.target.value)}>
            {seasons.map(({ id, name: label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
            <option value={ALL}>{texts.allSeasons}</option>
          </SelectField>
        </div>
      )}
      {isError && (
        <Banner tone="error" action={<Button onClick={() => void refetch()}>{texts.title}</Button>}>
          {texts.failed}
        </Banner>
      )}
      <div className={styles.card} aria-busy={isPending || undefined}>
        {address && (
          <img
            src={address}
            width={CARD.width}
            height={CARD.height}
            alt={texts.alt(name, photos, likes, kind, matches)}
          />
        )}
      </div>
      <p className="visually-hidden" role="status">
        {isPending ? cardActions.making : ''}
      </p>
    </Modal>
  );
}

/** The drawn card of one choice, with an address for the screen. */
function useCard({
  fan,
  name,
  events,
  id,
}: Pick<SeasonCardModalProps, 'fan' | 'events'> & { readonly name: string; readonly id: string }) {
  const tenant = useTenant();
  const urls = usePictureUrls();
  const { data: card, ...query } = useQuery({
    queryKey: [tenant.id, 'season-card', { fan, id, events: events.map(({ event_id, photos }) => [event_id, photos]) }],
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const { photos, likes, events: matches } = totalsOf(events);
      const blob = await drawSeasonCard({
        tenant,
        fan,
        season: name,
        figures: [
          [formatCount(photos), texts.photos],
          [formatCount(likes), texts.likes],
          [formatCount(matches), wordFor(events, tenant.config.eventTitle, figures.mixed)],
        ],
        photos: await Promise.all(bestCovers(events, PHOTOS).map((photo) => withPicture(photo, urls, signal))),
      });
      return new File([blob], texts.fileName(tenant.id), { type: 'image/jpeg' });
    },
  });
  return { card, address: useCardAddress(card), ...query };
}

async function withPicture(photo: Photo, urls: PictureUrls, signal: AbortSignal) {
  const { color } = photo;
  return { color, picture: await fetchBitmap(urls.of(openKey(photo)) ?? '', signal) };
}
