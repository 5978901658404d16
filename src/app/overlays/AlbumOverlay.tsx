import { useQuery } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { useLocation } from 'wouter';
import { eventWord, periodText } from '../../features/event/eventTexts.ts';
import { LazyListState, PhotoList } from '../../features/gallery/PhotoList.tsx';
import { KeepButton } from '../../features/keep/KeepButton.tsx';
import { SelectButton } from '../../features/photo/selection/SelectButton.tsx';
import { event as texts } from '../../messages/jaEvent.ts';
import { usePaths } from '../../navigation/paths.ts';
import { eventQuery } from '../../queries/eventQueries.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { OptionalBoundary } from '../../ui/DeferredBoundary.tsx';
import { lazyNamed } from '../../ui/lazyNamed.ts';
import { Modal } from '../../ui/Modal.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import styles from './AlbumOverlay.module.css';

const ZipOnPage = lazyNamed(() => import('../../features/photo/saving/ZipOnPage.tsx'), 'ZipOnPage');

interface AlbumOverlayProps {
  readonly eventId: string;
  readonly onClose: () => void;
}

/** The photos of one event over any page (OVL-01); a photo opens on top of it. */
export function AlbumOverlay({ eventId, onClose }: AlbumOverlayProps) {
  const paths = usePaths();
  const overlays = useOverlays();
  const [, navigate] = useLocation();
  const { data: event } = useQuery(eventQuery(useServices(), eventId));
  const word = eventWord(event, useTenant().config);
  const handleEvent = () => {
    // In place of the overlay's own history entry: back leads to where the fan was.
    navigate(paths.event(eventId), { replace: true });
    overlays.closeAll();
  };
  return (
    <Modal
      title={event?.event_name ?? texts.album}
      kind="overlay"
      onClose={onClose}
      actions={
        <Button size="l" isWide icon={<CalendarDays size={18} aria-hidden="true" />} onClick={handleEvent}>
          {texts.seeEvent(word)}
        </Button>
      }
    >
      <div className={styles.album}>
        {event && (
          <p className={styles.facts}>
            <span>{periodText(event)}</span>
            <span>{texts.count(event.count)}</span>
            <SelectButton />
          </p>
        )}
        {event && (
          <div>
            <KeepButton kind="event" name={eventId} title={event.event_name} path={paths.event(eventId)} />
          </div>
        )}
        <PhotoList filter={{ e: eventId }} empty={<LazyListState kind="empty" title={texts.photosEmpty(word)} />} />
      </div>
      {/* The page's own lies behind this dialog, out of reach. */}
      <OptionalBoundary>
        <ZipOnPage />
      </OptionalBoundary>
    </Modal>
  );
}
