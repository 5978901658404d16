import { useSearchParams } from 'wouter';
import { staffPhotos as texts } from '../messages/jaStaffPhotos.ts';
import { usePageParams } from '../navigation/pageParams.ts';
import { useAllEvents } from '../queries/useAllEvents.ts';
import { showWireDate } from '../rules/dates.ts';
import { SelectField } from '../ui/Field.tsx';

/** Chooses the event that a page of the desk is about. The address names it in `e`. */
export function EventSelect() {
  const [, setParams] = useSearchParams();
  const eventId = usePageParams().get('e') ?? '';
  const { events } = useAllEvents();
  return (
    <SelectField
      label={texts.event}
      value={eventId}
      onChange={({ target }) => setParams(target.value === '' ? {} : { e: target.value }, { replace: true })}
    >
      <option value="">{texts.chooseEvent}</option>
      {events.map(({ event_id, event_name, event_date }) => (
        <option key={event_id} value={event_id}>
          {showWireDate(event_date)}　{event_name}
        </option>
      ))}
    </SelectField>
  );
}
