import { useQuery } from '@tanstack/react-query';
import { useReducer, useRef, useState } from 'react';
import { ALT_MAX } from '../../../contract/limits.ts';
import { outbox as outboxTexts, outboxEdit as texts } from '../../../messages/jaOutbox.ts';
import { postForm } from '../../../messages/jaPost.ts';
import { isEditable } from '../../../outbox/edits.ts';
import type { Job } from '../../../outbox/job.ts';
import { personsQuery, teamsQuery } from '../../../queries/peopleQueries.ts';
import { useServices, useTenant } from '../../../services/services.tsx';
import { useOutboxSnapshot } from '../../../services/useOutboxSnapshot.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { SelectField, SwitchField, TextArea } from '../../../ui/Field.tsx';
import { Modal } from '../../../ui/Modal.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { FieldsEditor } from '../FieldsEditor.tsx';
import { KeptThumbnail } from '../KeptThumbnail.tsx';
import { type PhotoForm, photoFormReducer } from '../photoForm.ts';
import { sampleTagsQuery, usePostableEvents } from '../queries.ts';
import styles from './EditJobModal.module.css';
import { editOfForm, formOfJob } from './jobForm.ts';
import { OtherSite } from './OtherSite.tsx';

interface JobModalProps {
  readonly jobId: string;
  readonly onClose: () => void;
}

/** Words and tags of a post that still waits (QUE-04). */
export function EditJobModal({ jobId, onClose }: JobModalProps) {
  const tenant = useTenant();
  const { jobs } = useOutboxSnapshot();
  const job = jobs.find(({ id }) => id === jobId);
  // What was open when the last photo left stays readable.
  const [opened] = useState(job);
  if (opened === undefined || job === undefined || job.state === 'done')
    return (
      <Modal title={texts.title} onClose={onClose}>
        <Banner tone="info">{texts.gone}</Banner>
      </Modal>
    );
  if (job.tenant !== tenant.id) return <OtherSite title={texts.title} tenantId={job.tenant} onClose={onClose} />;
  return <Editor opened={opened} job={job} onClose={onClose} />;
}

interface EditorProps {
  readonly opened: Job;
  readonly job: Job;
  readonly onClose: () => void;
}

function Editor({ opened, job, onClose }: EditorProps) {
  const source = useServices();
  const tenant = useTenant();
  const toast = useToast();
  const { events } = usePostableEvents();
  const persons = useQuery(personsQuery(source)).data?.list ?? [];
  const teams = useQuery({ ...teamsQuery(source), enabled: tenant.isTeam }).data?.list ?? [];
  const samples = useQuery(sampleTagsQuery(tenant)).data ?? [];
  const [form, dispatch] = useReducer(photoFormReducer, opened, formOfJob);
  const [selected, setSelected] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const commonTag = useRef('');
  const ownTag = useRef('');
  const index = form.photos.findIndex(({ name }) => name === selected);
  const photo = form.photos[index];
  const locations = events.find(({ event_id }) => event_id === job.event.id)?.photo_location ?? [];
  const team = tenant.isTeam ? form.teamId : null;
  const shown = team === null ? persons : persons.filter(({ team_id }) => team_id === team);
  const editor = { persons: shown, locations, samples, dispatch };
  const isOpen = isEditable(job);

  const save = async () => {
    setSaving(true);
    try {
      const isTaken = await source.outbox.edit(job.id, editOfForm(withPendingTags(form), job));
      if (!isTaken) return;
      toast(texts.saved);
      onClose();
    } catch {
      toast(outboxTexts.actionFailed, 'error');
    } finally {
      setSaving(false);
    }
  };
  // What stands in a tag field unfinished belongs to the post, too.
  const withPendingTags = (now: PhotoForm): PhotoForm => {
    const pending: [string | null, string][] = [
      [null, commonTag.current],
      [photo?.own ? photo.name : null, ownTag.current],
    ];
    return pending.reduce(
      (next, [name, text]) =>
        text.trim() === '' ? next : photoFormReducer(next, { type: 'tagsAdded', photo: name, text }),
      now,
    );
  };

  return (
    <Modal
      title={texts.title}
      kind="overlay"
      onClose={onClose}
      isClosedByBackground={false}
      actions={
        <div className={styles.actions}>
          <Button size="l" onClick={onClose}>
            {postForm.cancel}
          </Button>
          <Button variant="primary" size="l" isBusy={isSaving} disabled={!isOpen} onClick={save}>
            {texts.save}
          </Button>
        </div>
      }
    >
      <form className={styles.editor} onSubmit={(submitted) => submitted.preventDefault()}>
        {!isOpen && <Banner tone="warn">{texts.tooLate}</Banner>}
        <p className={styles.event}>{job.event.name}</p>
        {form.photos.length > 1 && <p className={styles.hint}>{texts.photos}</p>}
        <ul className={styles.photos}>
          {form.photos.map((one, at) => (
            <li key={one.name}>
              <button
                type="button"
                className={styles.photo}
                aria-pressed={one.name === selected}
                onClick={() => setSelected(one.name === selected ? null : one.name)}
              >
                <KeptThumbnail photo={one} className={styles.thumbnail} />
                <span className="visually-hidden">{texts.photoLabel(at + 1)}</span>
                {one.own !== null && <span className={styles.own}>{postForm.ownMark}</span>}
              </button>
            </li>
          ))}
        </ul>
        {photo && (
          <section className={styles.one} aria-label={texts.onePhoto(index + 1)}>
            <h3>{texts.onePhoto(index + 1)}</h3>
            <TextArea
              label={postForm.alt}
              hint={postForm.altHint}
              max={ALT_MAX}
              rows={2}
              value={photo.alt}
              onChange={(text) => dispatch({ type: 'altTyped', photo: photo.name, text })}
            />
            <SwitchField
              label={texts.own}
              isOn={photo.own !== null}
              onChange={(isOn) => dispatch({ type: 'ownFieldsSet', photo: photo.name, isOn })}
            />
            {photo.own !== null && (
              <FieldsEditor {...editor} key={photo.name} fields={photo.own} photo={photo.name} pendingTag={ownTag} />
            )}
          </section>
        )}
        {tenant.isTeam && teams.length > 0 && (
          <SelectField
            label={postForm.team}
            value={form.teamId ?? ''}
            onChange={({ target }) => dispatch({ type: 'teamChosen', teamId: target.value || null })}
          >
            <option value="">{postForm.allTeams}</option>
            {teams.map(({ team_id, team_name }) => (
              <option key={team_id} value={team_id}>
                {team_name}
              </option>
            ))}
          </SelectField>
        )}
        {form.photos.some(({ own }) => own !== null) && <h3>{texts.common}</h3>}
        <FieldsEditor {...editor} fields={form.common} photo={null} pendingTag={commonTag} />
        <SwitchField
          label={postForm.permission(tenant.partyLabel)}
          hint={postForm.permissionHint(tenant.partyLabel)}
          isOn={form.isPermitted}
          onChange={(isPermitted) => dispatch({ type: 'permissionSet', isPermitted })}
        />
      </form>
    </Modal>
  );
}
