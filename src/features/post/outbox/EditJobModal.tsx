import { useReducer, useRef, useState } from 'react';
import { outboxEdit as texts } from '../../../messages/jaOutbox.ts';
import { postForm } from '../../../messages/jaPost.ts';
import { isEditable } from '../../../outbox/edits.ts';
import type { Job } from '../../../outbox/job.ts';
import { useTenant } from '../../../services/services.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { BusyFields } from '../../../ui/BusyFields.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Modal } from '../../../ui/Modal.tsx';
import { useOverlays } from '../../../ui/overlays.ts';
import { FieldsEditor } from '../FieldsEditor.tsx';
import { PermissionField } from '../PermissionField.tsx';
import { type FormPhoto, type PhotoForm, photoFormReducer } from '../photoForm.ts';
import { usePostableEvents } from '../queries.ts';
import { TeamField } from '../TeamField.tsx';
import { playersOfTeam, useFieldChoices } from '../useFieldChoices.ts';
import { useLeaveGuard } from '../useLeaveGuard.ts';
import styles from './EditJobModal.module.css';
import { JobPhotoFields } from './JobPhotoFields.tsx';
import { JobPhotos } from './JobPhotos.tsx';
import { formOfJob } from './jobForm.ts';
import { NoJobModal } from './NoJobModal.tsx';
import { OtherSite } from './OtherSite.tsx';
import { useJobSave } from './useJobSave.ts';
import { useOwnJob } from './useOwnJob.ts';

interface JobModalProps {
  readonly jobId: string;
  readonly onClose: () => void;
}

/** Words and tags of a post that still waits (QUE-04). */
export function EditJobModal({ jobId, onClose }: JobModalProps) {
  const tenant = useTenant();
  const { job, isOthers } = useOwnJob(jobId);
  // What was open when the last photo left stays readable.
  const [opened] = useState(job);
  if (isOthers || opened === undefined || job === undefined || job.state === 'done')
    return <NoJobModal title={texts.title} isOthers={isOthers} onClose={onClose} />;
  if (job.tenant !== tenant.id) return <OtherSite title={texts.title} tenantId={job.tenant} onClose={onClose} />;
  return <Editor opened={opened} job={job} onClose={onClose} />;
}

interface EditorProps {
  readonly opened: Job;
  readonly job: Job;
  readonly onClose: () => void;
}

function Editor({ opened, job, onClose }: EditorProps) {
  const tenant = useTenant();
  const { events } = usePostableEvents();
  const { persons, teams, samples } = useFieldChoices();
  const { form, dispatch, selected, select, index, commonTag, ownTag, isSaving, save } = useEditedJob(opened, job);
  const photo = form.photos[index];
  const locations = events.find(({ event_id }) => event_id === job.event.id)?.photo_location ?? [];
  const shown = playersOfTeam(tenant.isTeam ? form.teamId : null, persons);
  const editor = { persons: shown, eventId: job.event.id, locations, samples, dispatch };
  const isOpen = isEditable(job);

  return (
    <Modal
      title={texts.title}
      kind="overlay"
      onClose={onClose}
      isClosedByBackground={false}
      actions={<EditorActions isSaving={isSaving} isOpen={isOpen} onCancel={onClose} onSave={save} />}
    >
      <form className={styles.editor} onSubmit={(submitted) => submitted.preventDefault()}>
        {!isOpen && <Banner tone="warn">{texts.tooLate}</Banner>}
        <BusyFields isBusy={isSaving}>
          <p className={styles.event}>{job.event.name}</p>
          {form.photos.length > 1 && <p className={styles.hint}>{texts.photos}</p>}
          <JobPhotos photos={form.photos} selected={selected} onSelect={select} />
          {photo && <JobPhotoFields {...editor} photo={photo} number={index + 1} pendingTag={ownTag} />}
          {tenant.isTeam && teams.length > 0 && <TeamField teamId={form.teamId} teams={teams} dispatch={dispatch} />}
          {form.photos.some(({ own }) => own !== null) && <h3>{texts.common}</h3>}
          <FieldsEditor {...editor} fields={form.common} photo={null} pendingTag={commonTag} />
          <PermissionField form={form} dispatch={dispatch} />
        </BusyFields>
      </form>
    </Modal>
  );
}

/** The words of the post as they are typed, and saving them, which closes the editor. */
function useEditedJob(opened: Job, job: Job) {
  const overlays = useOverlays();
  const [initial] = useState(() => formOfJob(opened));
  const [form, dispatch] = useReducer(photoFormReducer, initial);
  /** Name of the photo whose fields are shown. */
  const [selected, select] = useState<string | null>(null);
  const index = form.photos.findIndex(({ name }) => name === selected);
  const { commonTag, ownTag, withPendingTags } = useUnfinishedTags(form.photos[index]);
  // Without the question below: they are saved.
  const { isSaving, save } = useJobSave(job, () => overlays.close('outbox-edit'));
  const isDirty = () => JSON.stringify(withPendingTags(form)) !== JSON.stringify(initial);
  useLeaveGuard('outbox-edit', { isBusy: isSaving, isDirty, question: texts.leaveAsk });
  return {
    form,
    dispatch,
    selected,
    select,
    index,
    commonTag,
    ownTag,
    isSaving,
    save: () => save(withPendingTags(form)),
  };
}

interface EditorActionsProps {
  readonly isSaving: boolean;
  /** The post can still be changed. */
  readonly isOpen: boolean;
  readonly onCancel: () => void;
  readonly onSave: () => void;
}

const EditorActions = ({ isSaving, isOpen, onCancel, onSave }: EditorActionsProps) => (
  <div className={styles.actions}>
    <Button size="l" disabled={isSaving} onClick={onCancel}>
      {postForm.cancel}
    </Button>
    <Button variant="primary" size="l" isBusy={isSaving} disabled={!isOpen} onClick={onSave}>
      {texts.save}
    </Button>
  </div>
);

/** What stands in a tag field unfinished, of all photos and of the selected one: it belongs to the post, too. */
function useUnfinishedTags(selected: FormPhoto | undefined) {
  const commonTag = useRef('');
  const ownTag = useRef('');
  const withPendingTags = (form: PhotoForm): PhotoForm => {
    const pending: [string | null, string][] = [
      [null, commonTag.current],
      [selected?.own ? selected.name : null, ownTag.current],
    ];
    return pending.reduce(
      (next, [name, text]) =>
        text.trim() === '' ? next : photoFormReducer(next, { type: 'tagsAdded', photo: name, text }),
      form,
    );
  };
  return { commonTag, ownTag, withPendingTags };
}
