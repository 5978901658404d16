import type { SharedList } from '../../contract/endpoints.ts';
import type { FanEvent, Team } from '../../contract/entities.ts';
import { postForm } from '../../messages/jaPost.ts';
import { ReferenceFailures } from '../../queries/ReferenceFailures.tsx';
import { useTenant } from '../../services/services.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { Phrases } from '../../ui/phrases/Phrases.ts';
import { EventPicture } from '../event/EventPicture.tsx';
import { takingTime } from '../event/eventTexts.ts';
import { useNow } from '../event/useNow.ts';
import styles from './EventFields.module.css';
import { problemText } from './noticeText.ts';
import type { PhotoForm, PhotoFormAction } from './photoForm.ts';
import { CHOICE_LISTS } from './queries.ts';
import { TeamField } from './TeamField.tsx';

/** Lists the form needs: for its events and its other fields. */
const NEEDED: readonly SharedList[] = [...CHOICE_LISTS, 'getTeams', 'getConfigInfo'];

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
  const chosen = events.find(({ event_id }) => event_id === form.eventId);
  const isGone = form.eventId !== null && chosen === undefined;
  return (
    <div className={styles.pair}>
      <ReferenceFailures of={NEEDED} note={{ of: CHOICE_LISTS, text: postForm.limitedMissing }} />
      <div className={styles.choice}>
        <SelectField
          label={postForm.event}
          isRequired
          className={chosen && styles.covered}
          error={isMissing ? problemText('noEvent', 0) : isGone ? postForm.eventGone : null}
          value={chosen?.event_id ?? ''}
          onChange={({ target }) => {
            const event = events.find(({ event_id }) => event_id === target.value);
            dispatch({ type: 'eventChosen', eventId: event?.event_id ?? null, locations: event?.photo_location ?? [] });
          }}
        >
          <option value="">{postForm.chooseEvent}</option>
          {events.map(({ event_id, event_name }) => (
            <option key={event_id} value={event_id}>
              {event_name}
            </option>
          ))}
        </SelectField>
        {chosen && <EventChoiceCard event={chosen} />}
      </div>
      {isTeam && teams.length > 0 && <TeamField teamId={form.teamId} teams={teams} dispatch={dispatch} />}
    </div>
  );
}

/** What is chosen, drawn over the select that changes it: a press anywhere on it opens the device's own list. */
const EventChoiceCard = ({ event }: { readonly event: FanEvent }) => (
  <div className={styles.card} aria-hidden="true">
    <span className={styles.picture}>
      <EventPicture key={event.event_id} event={event} sizes="80px" size="small" />
    </span>
    <span className={styles.words}>
      <span className={styles.name}>
        <Phrases text={event.event_name} />
      </span>
      <span className={styles.until}>{takingTime(event, useNow())}</span>
    </span>
    <span className={styles.change}>{postForm.changeEvent}</span>
  </div>
);
