import { useQuery } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useReducer, useRef, useState } from 'react';
import type { Photo } from '../../contract/entities.ts';
import { ALT_MAX } from '../../contract/limits.ts';
import { ui } from '../../messages/ja.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { postForm, editPhoto as texts } from '../../messages/jaPost.ts';
import { eventQuery } from '../../queries/eventQueries.ts';
import { personsQuery, teamsQuery } from '../../queries/peopleQueries.ts';
import { bestKey } from '../../rules/pictureSources.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { useCloseGuard } from '../../ui/closeGuard.ts';
import { SwitchField, TextArea, TextField } from '../../ui/Field.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { Picture } from '../../ui/Picture.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { downloadName, downloadPhoto } from '../photo/downloadPhoto.ts';
import { photoAlt } from '../photo/photoAlt.ts';
import styles from './EditPhotoForm.module.css';
import { createEditForm } from './editForm.ts';
import { FieldsEditor } from './FieldsEditor.tsx';
import { photoFormReducer } from './photoForm.ts';
import { sampleTagsQuery } from './queries.ts';
import { TeamField } from './TeamField.tsx';
import { useEditPhoto } from './useEditPhoto.ts';

interface EditPhotoFormProps {
  readonly photo: Photo;
  readonly onClose: () => void;
}

/** The fields of a published photo, its event read-only; update, delete, download (PST-12). */
export function EditPhotoForm({ photo, onClose }: EditPhotoFormProps) {
  const source = useServices();
  const tenant = useTenant();
  const overlays = useOverlays();
  const toast = useToast();
  const urls = usePictureUrls();
  const [initial] = useState(() => createEditForm(photo));
  const [form, dispatch] = useReducer(photoFormReducer, initial);
  const [alt, setAlt] = useState(photo.alt ?? '');
  const [isLoading, setLoading] = useState(false);
  const pendingTag = useRef('');
  const { busy, failure, update, remove } = useEditPhoto(photo);

  const persons = useQuery(personsQuery(source)).data?.list ?? [];
  const teams = useQuery({ ...teamsQuery(source), enabled: tenant.isTeam }).data?.list ?? [];
  const samples = useQuery(sampleTagsQuery(tenant)).data ?? [];
  const event = useQuery({ ...eventQuery(source, photo.event_id ?? ''), enabled: photo.event_id !== null }).data;
  const places = event?.photo_location ?? [];
  const locations = [...new Set([...places, ...(photo.photo_location === null ? [] : [photo.photo_location])])];
  const shownPersons =
    tenant.isTeam && form.teamId !== null ? persons.filter(({ team_id }) => team_id === form.teamId) : persons;

  const isDirty = JSON.stringify([form, alt]) !== JSON.stringify([initial, photo.alt ?? '']);
  useCloseGuard('edit-photo', () => {
    if (!isDirty) return true;
    overlays.open({
      mode: 'confirm',
      text: texts.leaveAsk,
      actionLabel: texts.leaveAction,
      isDangerous: true,
      onConfirm: () => overlays.close('edit-photo'),
    });
    return false;
  });

  const handleUpdate = () => {
    const action = { type: 'tagsAdded', photo: null, text: pendingTag.current } as const;
    pendingTag.current = '';
    dispatch(action);
    update(photoFormReducer(form, action), alt);
  };
  const handleRemove = () =>
    overlays.open({
      mode: 'confirm',
      text: texts.removeAsk + (tenant.isPoint ? ` ${texts.removePoints}` : ''),
      actionLabel: texts.removeAction,
      isDangerous: true,
      onConfirm: remove,
    });
  const handleDownload = async () => {
    setLoading(true);
    await downloadPhoto(urls.of(bestKey(photo)) ?? '', downloadName(photo)).catch(() =>
      toast(texts.downloadFailed, 'error'),
    );
    setLoading(false);
  };

  return (
    <Modal
      title={texts.title}
      kind="overlay"
      onClose={onClose}
      isClosedByBackground={false}
      actions={
        <>
          <Button size="l" onClick={onClose}>
            {ui.cancel}
          </Button>
          <Button
            variant="primary"
            size="l"
            isBusy={busy === 'update'}
            disabled={busy !== null || photo.event_id === null}
            onClick={handleUpdate}
          >
            {texts.update}
          </Button>
        </>
      }
    >
      <form className={styles.form} onSubmit={(submitted) => submitted.preventDefault()}>
        <div className={styles.side}>
          <Picture
            className={styles.picture}
            {...urls.list(photo)}
            sizes="(max-width:768px) 60vw,320px"
            alt={photoAlt(photo)}
            isEager
          />
          <Button icon={<Download aria-hidden="true" size={18} />} isBusy={isLoading} onClick={handleDownload}>
            {texts.download}
          </Button>
          {photo.original_pending && <p className={styles.quality}>{texts.downloadPreview}</p>}
        </div>
        <div className={styles.fields}>
          {failure !== null && (
            <Banner tone="error">
              {failure.text}
              <span className={styles.reason}>{errorText(failure.code)}</span>
            </Banner>
          )}
          <TextField label={texts.event} value={photo.event_name ?? ''} readOnly />
          {tenant.isTeam && teams.length > 0 && <TeamField teamId={form.teamId} {...{ teams, dispatch }} />}
          <FieldsEditor
            {...{ locations, samples, dispatch, pendingTag }}
            persons={shownPersons}
            fields={form.common}
            photo={null}
            isForAll={false}
          />
          <TextArea
            label={postForm.alt}
            hint={postForm.altHint}
            max={ALT_MAX}
            rows={2}
            className={styles.alt}
            value={alt}
            onChange={setAlt}
          />
          {tenant.features.permissionToggleOnEdit && (
            <SwitchField
              label={postForm.permission(tenant.partyLabel)}
              hint={postForm.permissionHint(tenant.partyLabel)}
              isOn={form.isPermitted}
              onChange={(isPermitted) => dispatch({ type: 'permissionSet', isPermitted })}
            />
          )}
          <div className={styles.removal}>
            {tenant.isPoint && <p className={styles.hint}>{texts.removePoints}</p>}
            <Button
              variant="quiet"
              className={styles.remove}
              icon={<Trash2 aria-hidden="true" size={18} />}
              isBusy={busy === 'remove'}
              disabled={busy !== null}
              onClick={handleRemove}
            >
              {texts.remove}
            </Button>
          </div>
        </div>
      </form>
    </Modal>
  );
}
