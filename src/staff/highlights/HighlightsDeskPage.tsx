import { staffHighlights as texts } from '../../messages/jaStaffHighlights.ts';
import { usePageParams } from '../../navigation/pageParams.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { EventSelect } from '../EventSelect.tsx';
import { Loaded } from '../Loaded.tsx';
import { useStaffQuery } from '../useStaff.tsx';
import styles from './Highlights.module.css';
import { HighlightsForm } from './HighlightsForm.tsx';
import { HighlightsPictures } from './HighlightsPictures.tsx';
import { HighlightsPublication } from './HighlightsPublication.tsx';

/** Between two looks at pictures that are being drawn, in milliseconds. */
const EVERY_MS = 3_000;

/** The page of an event's highlights at the desk (WAL-07a). */
export function HighlightsDeskPage() {
  const eventId = usePageParams().get('e') ?? '';
  return (
    <>
      <EventSelect />
      {eventId === '' ? (
        <EmptyState title={texts.noEvent}>{texts.lead}</EmptyState>
      ) : (
        <EventHighlights key={eventId} eventId={eventId} />
      )}
    </>
  );
}

function EventHighlights({ eventId }: { readonly eventId: string }) {
  const query = useStaffQuery('getStaffHighlights', { query: { event_id: eventId }, everyMs: EVERY_MS });
  return (
    <Loaded query={query}>
      {(shown) => (
        <div className={styles.parts}>
          <HighlightsForm eventId={eventId} shown={shown} />
          <HighlightsPublication eventId={eventId} page={shown.page} />
          <HighlightsPictures eventId={eventId} shown={shown} />
        </div>
      )}
    </Loaded>
  );
}
