import { useQuery } from '@tanstack/react-query';
import { Download, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Photo } from '../../contract/entities.ts';
import { saveFile } from '../../features/photo/downloadPhoto.ts';
import { shareOnDevice } from '../../features/photo/sharePhoto.ts';
import { figures, seasonCard as texts } from '../../messages/jaFigures.ts';
import { formatCount } from '../../rules/formatCount.ts';
import { openKey } from '../../rules/openPicture.ts';
import { useTenant } from '../../services/services.tsx';
import { type PictureUrls, usePictureUrls } from '../../services/usePictureUrls.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { useBackToClose } from '../../ui/useBackToClose.ts';
import { CARD, drawSeasonCard } from './drawSeasonCard.ts';
import styles from './SeasonCardModal.module.css';
import { bestCovers, type EventFigures, postedSeasons, totalsOf, wordFor } from './seasonFigures.ts';

const PHOTOS = 4;
/** Waiting longer for a photo leaves its colour, in milliseconds. */
const PATIENCE_MS = 8_000;
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
  const toast = useToast();
  useBackToClose(true, onClose);
  const { photos, likes, events: matches } = totalsOf(own);
  const kind = wordFor(own, tenant.config.eventTitle, figures.mixed);
  const handleShare = async () => {
    if (!card) return;
    const url = new URL(tenant.index, location.origin).href;
    if (!(await shareOnDevice({ url, text: `${name} ${tenant.shareHashtag}` }, card))) saveFile(card);
  };
  const handleSave = () => {
    if (!card) return;
    saveFile(card);
    toast(texts.saved);
  };
  const canShare = card !== undefined && navigator.canShare?.({ files: [card] }) === true;
  return (
    <Modal
      title={texts.title}
      onClose={onClose}
      actions={
        card && (
          <>
            <Button icon={<Download size={18} aria-hidden="true" />} onClick={handleSave}>
              {texts.save}
            </Button>
            {canShare && (
              <Button
                variant="primary"
                icon={<Share2 size={18} aria-hidden="true" />}
                onClick={() => void handleShare()}
              >
                {texts.share}
              </Button>
            )}
          </>
        )
      }
    >
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
        {isPending ? texts.making : ''}
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
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (card === undefined) return setAddress(null);
    const made = URL.createObjectURL(card);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [card]);
  return { card, address, ...query };
}

async function withPicture(photo: Photo, urls: PictureUrls, signal: AbortSignal) {
  const { color } = photo;
  try {
    const response = await fetch(urls.of(openKey(photo)) ?? '', {
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    });
    return { color, picture: response.ok ? await createImageBitmap(await response.blob()) : null };
  } catch {
    return { color, picture: null };
  }
}
