import { useQuery } from '@tanstack/react-query';
import { useReducer, useRef, useState } from 'react';
import type { Photo } from '../../contract/entities.ts';
import { ui } from '../../messages/ja.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { editPhoto as texts } from '../../messages/jaPost.ts';
import { eventQuery } from '../../queries/eventQueries.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { BusyFields } from '../../ui/BusyFields.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { AltField } from './AltField.tsx';
import { EditedPicture } from './EditedPicture.tsx';
import styles from './EditPhotoForm.module.css';
import { createEditForm } from './editForm.ts';
import { FieldsEditor } from './FieldsEditor.tsx';
import { PermissionField } from './PermissionField.tsx';
import { photoFormReducer } from './photoForm.ts';
import { RemovePhoto } from './RemovePhoto.tsx';
import { TeamField } from './TeamField.tsx';
import { type EditFailure, useEditPhoto } from './useEditPhoto.ts';
import { playersOfTeam, useFieldChoices } from './useFieldChoices.ts';
import { useLeaveGuard } from './useLeaveGuard.ts';

interface EditPhotoFormProps {
  readonly photo: Photo;
  readonly onClose: () => void;
}

/** The fields of a published photo, its event read-only; update, delete, download (PST-12). */
export function EditPhotoForm({ photo, onClose }: EditPhotoFormProps) {
  const tenant = useTenant();
  const { form, dispatch, alt, setAlt, isChanged } = useEditedFields(photo);
  const pendingTag = useRef('');
  const { busy, failure, update, remove } = useEditPhoto(photo);
  const { persons, teams, samples } = useFieldChoices();
  const locations = useLocations(photo);
  const isBusy = busy !== null;
  const isDirty = () => isChanged || pendingTag.current.trim() !== '';
  useLeaveGuard('edit-photo', { isBusy, isDirty, question: texts.leaveAsk });

  const handleUpdate = () => {
    const action = { type: 'tagsAdded', photo: null, text: pendingTag.current } as const;
    pendingTag.current = '';
    dispatch(action);
    update(photoFormReducer(form, action), alt);
  };

  return (
    <Modal
      title={texts.title}
      kind="overlay"
      onClose={onClose}
      isClosedByBackground={false}
      actions={
        <EditActions busy={busy} canUpdate={photo.event_id !== null} onCancel={onClose} onUpdate={handleUpdate} />
      }
    >
      <form className={styles.form} onSubmit={(submitted) => submitted.preventDefault()}>
        <EditedPicture photo={photo} />
        <div className={styles.fields}>
          {failure !== null && <Failure failure={failure} />}
          <BusyFields isBusy={isBusy}>
            <TextField label={texts.event} value={photo.event_name ?? ''} readOnly />
            {tenant.isTeam && teams.length > 0 && <TeamField teamId={form.teamId} teams={teams} dispatch={dispatch} />}
            <FieldsEditor
              locations={locations}
              samples={samples}
              dispatch={dispatch}
              pendingTag={pendingTag}
              persons={playersOfTeam(tenant.isTeam ? form.teamId : null, persons)}
              eventId={photo.event_id}
              fields={form.common}
              photo={null}
              isForAll={false}
            />
            <AltField className={styles.alt} value={alt} onChange={setAlt} />
            {tenant.features.permissionToggleOnEdit && <PermissionField form={form} dispatch={dispatch} />}
          </BusyFields>
          <RemovePhoto busy={busy} onRemove={remove} />
        </div>
      </form>
    </Modal>
  );
}

/** The fields as they are typed; they begin as the photo has them. */
function useEditedFields(photo: Photo) {
  const [initial] = useState(() => createEditForm(photo));
  const [form, dispatch] = useReducer(photoFormReducer, initial);
  const [alt, setAlt] = useState(photo.alt ?? '');
  const isChanged = JSON.stringify([form, alt]) !== JSON.stringify([initial, photo.alt ?? '']);
  return { form, dispatch, alt, setAlt, isChanged };
}

interface EditActionsProps {
  readonly busy: ReturnType<typeof useEditPhoto>['busy'];
  readonly canUpdate: boolean;
  readonly onCancel: () => void;
  readonly onUpdate: () => void;
}

const EditActions = ({ busy, canUpdate, onCancel, onUpdate }: EditActionsProps) => (
  <>
    <Button size="l" disabled={busy !== null} onClick={onCancel}>
      {ui.cancel}
    </Button>
    <Button
      variant="primary"
      size="l"
      isBusy={busy === 'update'}
      disabled={busy === 'remove' || !canUpdate}
      onClick={onUpdate}
    >
      {texts.update}
    </Button>
  </>
);

/** Places of the photo's event, and the one it has. */
function useLocations(photo: Photo): readonly string[] {
  const source = useServices();
  const event = useQuery({ ...eventQuery(source, photo.event_id ?? ''), enabled: photo.event_id !== null }).data;
  const places = event?.photo_location ?? [];
  return [...new Set([...places, ...(photo.photo_location === null ? [] : [photo.photo_location])])];
}

const Failure = ({ failure }: { readonly failure: EditFailure }) => (
  <Banner tone="error">
    {failure.text}
    <span className={styles.reason}>{errorText(failure.code)}</span>
  </Banner>
);
