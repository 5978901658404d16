import { Fragment, type ReactNode, type RefObject } from 'react';
import type { Person } from '../../contract/entities.ts';
import { MESSAGE_AREA } from '../../contract/limits.ts';
import { fieldLabels } from '../../messages/jaPhotoFields.ts';
import { postForm } from '../../messages/jaPost.ts';
import { useTenant } from '../../services/services.tsx';
import { SelectField, TextArea } from '../../ui/Field.tsx';
import styles from './fields.module.css';
import { maxOf, type PhotoFields } from './formFields.ts';
import { PlayerSelector } from './PlayerSelector.tsx';
import type { PhotoFormAction } from './photoForm.ts';
import { TagInput } from './TagInput.tsx';

interface FieldsEditorProps {
  readonly fields: PhotoFields;
  /** Name of the photo these fields are of, or null: the common ones. */
  readonly photo: string | null;
  /** null: on their way. */
  readonly persons: readonly Person[] | null;
  /** Whose players come first: those shown in the photos of this event. */
  readonly eventId: string | null;
  readonly locations: readonly string[];
  readonly samples: readonly string[] | null;
  readonly dispatch: (action: PhotoFormAction) => void;
  readonly pendingTag: RefObject<string>;
  /** These fields hold for several photos, and say so. */
  readonly isForAll?: boolean;
}

/** Players, message, hashtags and place: of all photos or of one. */
export function FieldsEditor(props: FieldsEditorProps) {
  const {
    fields,
    photo,
    persons,
    eventId,
    locations,
    samples,
    dispatch,
    pendingTag,
    isForAll = photo === null,
  } = props;
  const labels = fieldLabels(useTenant().config);
  /** One editor a field, in the order they are shown. */
  const editors: Readonly<Record<keyof PhotoFields, ReactNode>> = {
    players: persons?.length !== 0 && (
      <PlayerSelector
        label={labels.player}
        persons={persons}
        eventId={eventId}
        chosen={fields.players}
        onToggle={(player) => dispatch({ type: 'playerToggled', photo, player })}
        {...(isForAll && { hint: postForm.forAll })}
      />
    ),
    message: (
      <TextArea
        label={labels.comment}
        max={maxOf('message', fields.message)}
        style={{ minHeight: MESSAGE_AREA }}
        value={fields.message}
        onChange={(text) => dispatch({ type: 'textTyped', photo, field: 'message', text })}
      />
    ),
    tags: (
      <TagInput
        tags={fields.tags}
        samples={samples}
        onAdd={(text) => dispatch({ type: 'tagsAdded', photo, text })}
        onRemove={(tag) => dispatch({ type: 'tagRemoved', photo, tag })}
        pending={pendingTag}
      />
    ),
    location: locations.length > 0 && (
      <SelectField
        label={labels.photo_location}
        value={fields.location ?? ''}
        onChange={(event) => dispatch({ type: 'locationChosen', photo, location: event.target.value || null })}
      >
        <option value="">{postForm.noLocation}</option>
        {locations.map((location) => (
          <option key={location}>{location}</option>
        ))}
      </SelectField>
    ),
  };
  return (
    <div className={styles.editor}>
      {Object.entries(editors).map(([name, editor]) => (
        <Fragment key={name}>{editor}</Fragment>
      ))}
    </div>
  );
}
