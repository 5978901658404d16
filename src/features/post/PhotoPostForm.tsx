import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import type { FanEvent, Person, Team } from '../../contract/entities.ts';
import { AppError, type ErrorCode } from '../../contract/errors.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { postForm } from '../../messages/jaPost.ts';
import { remainingPhotos } from '../../rules/remainingPhotos.ts';
import { useRequireLogin } from '../../session/requireLogin.ts';
import { useServices, useTenant } from '../../session/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { SelectField, SwitchField } from '../../ui/Field.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { FieldsEditor } from './FieldsEditor.tsx';
import { problemText, refusedPhotos } from './noticeText.ts';
import { PhotoDetails } from './PhotoDetails.tsx';
import styles from './PhotoPostForm.module.css';
import { PhotoStrip } from './PhotoStrip.tsx';
import { PickNotices } from './PickNotices.tsx';
import {
  createJobPhotos,
  type FormProblem,
  type PhotoFormAction,
  type photoFormReducer,
  problemOf,
  slotCount,
} from './photoForm.ts';
import type { PhotoFormStore } from './photoFormStore.ts';
import { useDropZone } from './useDropZone.ts';
import { useMaxPhotos } from './useMaxPhotos.ts';

export interface PhotoPostFormProps {
  readonly store: PhotoFormStore;
  readonly events: readonly FanEvent[];
  readonly persons: readonly Person[];
  readonly teams: readonly Team[];
  readonly samples: readonly string[];
  /** The form was restored from a draft: says so, and offers to begin anew. */
  readonly isRestored: boolean;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
  readonly onQueued: (jobId: string, eventId: string) => void;
}

/** The post form (PST-03 … PST-10). All decisions stand in `photoForm.ts` and `photoFormStore.ts`. */
export function PhotoPostForm(props: PhotoPostFormProps) {
  const { store, events, persons, teams, samples, isRestored, onDiscard, onClose, onQueued } = props;
  const { session, outbox } = useServices();
  const tenant = useTenant();
  const requireLogin = useRequireLogin();
  const { form, notices, isReading } = useSyncExternalStore(store.subscribe, store.getSnapshot);
  const { dispatch } = store;
  const fileInput = useRef<HTMLInputElement>(null);
  const noticeId = useId();
  const [selected, setSelected] = useState<string | null>(null);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [error, setError] = useState<ErrorCode | null>(null);
  const [isSaving, setSaving] = useState(false);
  const commonTag = useRef('');
  const ownTag = useRef('');

  const event = events.find(({ event_id }) => event_id === form.eventId) ?? null;
  const max = useMaxPhotos(event);
  const remaining = remainingPhotos(max, form.photos.length);
  const shownProblem = problem !== null && problemOf(form, max) === problem ? problem : null;
  const selectedIndex = form.photos.findIndex(({ name }) => name === selected);
  const selectedPhoto = form.photos[selectedIndex];
  const team = tenant.isTeam ? form.teamId : null;
  const shownPersons = team === null ? persons : persons.filter(({ team_id }) => team_id === team);
  const editor = { persons: shownPersons, locations: event?.photo_location ?? [], samples, dispatch };

  const pick = (files: readonly File[], isDragged: boolean) => {
    setProblem(null);
    if (files.length > 0) void store.pick(files, { max, isDragged });
  };
  const drop = useDropZone((files) => pick(files, true));

  const save = async () => {
    const state = session.getState();
    if (state.status === 'anonymous') return;
    setSaving(true);
    setError(null);
    try {
      takePendingTags();
      await store.close();
      const now = store.getSnapshot().form;
      const found = problemOf(now, max);
      if (found !== null || event === null) {
        store.reopen();
        setProblem(found ?? 'noEvent');
        return;
      }
      const { event_id: id, event_name: name, season_id: seasonId } = event;
      const photos = createJobPhotos(now, tenant.id, id);
      const jobId = await outbox.enqueue({
        userId: state.user.id,
        tenant: tenant.id,
        event: { id, name, seasonId },
        teamId: tenant.isTeam ? now.teamId : null,
        photos,
      });
      onQueued(jobId, id);
    } catch (cause) {
      store.reopen();
      setError(cause instanceof AppError ? cause.code : 'UNEXPECTED');
    } finally {
      setSaving(false);
    }
  };
  // iOS leaves the field focused when a button is pressed: what stands in it would be lost.
  const takePendingTags = () => {
    const pending: [string | null, string][] = [
      [null, commonTag.current],
      [selectedPhoto?.own ? selectedPhoto.name : null, ownTag.current],
    ];
    for (const [photo, text] of pending) if (text.trim() !== '') dispatch({ type: 'tagsAdded', photo, text });
    commonTag.current = '';
    ownTag.current = '';
  };
  const handleSubmit = () => {
    const found = event === null && form.photos.length > 0 ? 'noEvent' : problemOf(form, max);
    setProblem(found);
    if (found !== null || isSaving) return;
    if (session.getState().status === 'anonymous') requireLogin(save);
    else void save();
  };

  useEffect(() => {
    if (shownProblem !== null || notices.length > 0)
      document.getElementById(noticeId)?.scrollIntoView?.({ block: 'nearest' });
  }, [shownProblem, notices, noticeId]);

  return (
    <Modal
      title={postForm.title}
      kind="overlay"
      onClose={onClose}
      isClosedByBackground={false}
      actions={
        <div className={styles.actions}>
          <p className={styles.remaining} data-full={remaining === 0 || undefined} role="status">
            {remaining === 0 ? postForm.full : postForm.remaining(remaining)}
          </p>
          <Button size="l" onClick={onClose}>
            {postForm.cancel}
          </Button>
          <Button
            variant="primary"
            size="l"
            className={styles.submit}
            isBusy={isSaving}
            disabled={max === 0 || isReading}
            onClick={handleSubmit}
          >
            {isSaving ? postForm.saving : max === 0 ? postForm.full : postForm.submit}
          </Button>
        </div>
      }
    >
      <form className={styles.form} onSubmit={(submitted) => submitted.preventDefault()} {...drop.handlers}>
        {isRestored && (
          <div className={styles.wide}>
            <Banner
              tone="info"
              action={
                <Button variant="quiet" onClick={onDiscard}>
                  {postForm.discard}
                </Button>
              }
            >
              {postForm.restored}
            </Banner>
          </div>
        )}
        <div className={`${styles.column} ${styles.first}`}>
          <EventFields {...{ form, events, teams, dispatch }} error={shownProblem === 'noEvent'} />
          <section className={styles.photos}>
            <div id={noticeId} className={styles.notices}>
              {shownProblem !== null && <Banner tone="error">{problemText(shownProblem, max)}</Banner>}
              {error !== null && <Banner tone="error">{errorText(error)}</Banner>}
              <PickNotices notices={[...notices, ...refusedPhotos(form)]} max={max} />
            </div>
            <PhotoStrip
              photos={form.photos}
              slots={slotCount(form, max)}
              selected={selected}
              isDragging={drop.isDragging}
              isReading={isReading}
              onSelect={setSelected}
              onRemove={store.remove}
              onChoose={() => fileInput.current?.click()}
            />
            <input
              ref={fileInput}
              className="visually-hidden"
              type="file"
              accept="image/jpeg"
              multiple
              tabIndex={-1}
              aria-label={postForm.choosePhotos}
              onChange={(changed) => {
                pick([...(changed.target.files ?? [])], false);
                changed.target.value = '';
              }}
            />
            {form.photos.length > 0 && selectedPhoto === undefined && (
              <p className={styles.hint}>{postForm.detailsHint}</p>
            )}
          </section>
          {selectedPhoto && (
            <PhotoDetails {...editor} photo={selectedPhoto} number={selectedIndex + 1} pendingTag={ownTag} />
          )}
        </div>
        <div className={styles.column}>
          {tenant.isPoint && persons.length > 0 && (
            <Banner tone="info">{postForm.points(tenant.config.playerlabel)}</Banner>
          )}
          {form.photos.some(({ own }) => own !== null) && <h3 className={styles.heading}>{postForm.common}</h3>}
          <FieldsEditor {...editor} fields={form.common} photo={null} pendingTag={commonTag} />
          <div className={styles.card}>
            <SwitchField
              label={postForm.permission(tenant.partyLabel)}
              hint={postForm.permissionHint(tenant.partyLabel)}
              isOn={form.isPermitted}
              onChange={(isPermitted) => dispatch({ type: 'permissionSet', isPermitted })}
            />
          </div>
          <section className={styles.rules}>
            <h3>{postForm.noticeTitle}</h3>
            <ul>
              {postForm.notices.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </section>
        </div>
      </form>
    </Modal>
  );
}

interface EventFieldsProps extends Pick<PhotoPostFormProps, 'events' | 'teams'> {
  readonly form: ReturnType<typeof photoFormReducer>;
  readonly dispatch: (action: PhotoFormAction) => void;
  readonly error: boolean;
}

function EventFields({ form, events, teams, dispatch, error }: EventFieldsProps) {
  const { isTeam } = useTenant();
  const isKnown = events.some(({ event_id }) => event_id === form.eventId);
  return (
    <div className={styles.pair}>
      <SelectField
        label={postForm.event}
        isRequired
        error={error ? problemText('noEvent', 0) : form.eventId !== null && !isKnown ? postForm.eventGone : null}
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
      {isTeam && teams.length > 0 && (
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
    </div>
  );
}
