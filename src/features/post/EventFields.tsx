import type { FanEvent, Team } from '../../contract/entities.ts';
import { postForm } from '../../messages/jaPost.ts';
import { useTenant } from '../../services/services.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { problemText } from './noticeText.ts';
import styles from './PhotoPostForm.module.css';
import type { PhotoForm, PhotoFormAction } from './photoForm.ts';
import { TeamField } from './TeamField.tsx';

interface EventFieldsProps {
  readonly form: PhotoForm;
  readonly events: readonly FanEvent[];
  readonly teams: readonly Team[];
  readonly dispatch: (action: PhotoFormAction) => void;
  /** A submit failed for want of an event. */
  readonly isMissing: boolean;
}

/** Where the photos go: an event in progress, and the team in tenants with teams (PST-03, PST-04). */
export function EventFields({ form, events, teams, dispatch, isMissing }: EventFieldsProps) {
  const { isTeam } = useTenant();
  const isKnown = events.some(({ event_id }) => event_id === form.eventId);
  const isGone = form.eventId !== null && !isKnown;
  return (
    <div className={styles.pair}>
      <SelectField
        label={postForm.event}
        isRequired
        error={isMissing ? problemText('noEvent', 0) : isGone ? postForm.eventGone : null}
        value={isKnown ? (form.eventId ?? '') : ''}
        onChange={({ target }) => {
          const chosen = events.find(({ event_id }) => event_id === target.value);
          dispatch({ type: 'eventChosen', eventId: chosen?.event_id ?? null, locations: chosen?.photo_location ?? [] });
        }}
      >
        <option value="">{postForm.chooseEvent}</option>
        {events.map(({ event_id, event_name }) => (
          <option key={event_id} value={event_id}>
            {event_name}
          </option>
        ))}
      </SelectField>
      {isTeam && teams.length > 0 && <TeamField teamId={form.teamId} teams={teams} dispatch={dispatch} />}
    </div>
  );
}
