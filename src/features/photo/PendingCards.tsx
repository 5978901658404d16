import { CloudUpload, LoaderCircle, LogIn, Pause, TriangleAlert } from 'lucide-react';
import { useDraftThumbnail } from '../../drafts/useDraftThumbnail.ts';
import { waitingPhotos as texts } from '../../messages/jaPending.ts';
import { useSession, useTenant } from '../../services/services.tsx';
import { useOutboxSnapshot } from '../../services/useOutboxSnapshot.ts';
import { useOverlays } from '../../ui/overlays.ts';
import styles from './PendingCards.module.css';
import { type PendingPhoto, pendingPhotos } from './pendingList.ts';

const icons = { pending: CloudUpload, sending: LoaderCircle, paused: Pause, needsLogin: LogIn, refused: TriangleAlert };

/** Queued photos as cards, drawn from the small pictures on this device: the full ones would fill the memory. */
export function PendingCards({ eventId }: { readonly eventId: string | null }) {
  const tenant = useTenant();
  const session = useSession();
  const userId = session.status === 'anonymous' ? null : session.user.id;
  const photos = pendingPhotos(useOutboxSnapshot(), { tenant: tenant.id, userId, eventId });
  const { open } = useOverlays();
  const openOutbox = () => open({ mode: 'outbox' });
  if (photos.length === 0) return null;
  return (
    <section className={styles.pending} aria-labelledby="pending-title">
      <div className={styles.head}>
        <h2 id="pending-title">{texts.pendingTitle}</h2>
        <button type="button" className={styles.more} onClick={openOutbox}>
          {texts.openOutbox}
        </button>
      </div>
      <ul className={styles.cards}>
        {photos.map((photo) => (
          <PendingCard key={`${photo.jobId} ${photo.name}`} photo={photo} onOpen={openOutbox} />
        ))}
      </ul>
    </section>
  );
}

function PendingCard({ photo, onOpen }: { readonly photo: PendingPhoto; readonly onOpen: () => void }) {
  const url = useDraftThumbnail(photo.name, photo.isPrepared);
  const Icon = icons[photo.state];
  return (
    <li className={styles.card} style={{ backgroundColor: photo.color ?? undefined }} data-state={photo.state}>
      <button type="button" className={styles.open} onClick={onOpen}>
        {url !== null && <img src={url} alt={photo.fileName} decoding="async" />}
        <span className={styles.state}>
          <Icon size={14} aria-hidden="true" />
          {texts[photo.state]}
        </span>
      </button>
      {photo.state === 'sending' && (
        <progress className={styles.progress} max={1} value={photo.progress} aria-label={photo.fileName} />
      )}
    </li>
  );
}
