import { useState, useSyncExternalStore } from 'react';
import type { FanEvent, Person, Team } from '../../contract/entities.ts';
import { postForm } from '../../messages/jaPost.ts';
import type { Poster } from '../../rules/eventAccess.ts';
import { remainingPhotos } from '../../rules/remainingPhotos.ts';
import { useTenant } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useDropZone } from '../../ui/useDropZone.ts';
import { EventFields } from './EventFields.tsx';
import { FieldsEditor } from './FieldsEditor.tsx';
import { FirstPostCard } from './FirstPostCard.tsx';
import { NoticeArea } from './NoticeArea.tsx';
import { PermissionField } from './PermissionField.tsx';
import { PhotoDetails } from './PhotoDetails.tsx';
import { PhotoPicker } from './PhotoPicker.tsx';
import styles from './PhotoPostForm.module.css';
import { PostProblems } from './PostProblems.tsx';
import { isTouched, problemOf } from './photoForm.ts';
import type { PhotoFormStore } from './photoFormStore.ts';
import { SubmitBar } from './SubmitBar.tsx';
import { playersOfTeam } from './useFieldChoices.ts';
import { useMaxPhotos } from './useMaxPhotos.ts';
import { usePendingTags } from './usePendingTags.ts';
import { useSharedPhotos } from './useSharedPhotos.ts';
import { type QueuedPost, useSubmitPost } from './useSubmitPost.ts';

export interface PhotoPostFormProps {
  readonly store: PhotoFormStore;
  readonly events: readonly FanEvent[];
  /** Epoch ms of the answer an event is from. */
  readonly asOf: (eventId: string) => number;
  readonly persons: readonly Person[];
  readonly teams: readonly Team[];
  readonly samples: readonly string[];
  readonly poster: Poster;
  /** The form was restored from a draft: says so, and offers to begin anew. */
  readonly isRestored: boolean;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
  readonly onQueued: (queued: QueuedPost) => void;
}

/** The post form (PST-03 … PST-10). All decisions stand in `photoForm.ts` and `photoFormStore.ts`. */
export function PhotoPostForm(props: PhotoPostFormProps) {
  const { store, events, asOf, persons, teams, samples, poster, isRestored, onDiscard, onClose, onQueued } = props;
  const tenant = useTenant();
  const snapshot = useSyncExternalStore(store.subscribe, store.getSnapshot);
  const { form, isReading } = snapshot;
  const { dispatch } = store;
  const [selected, setSelected] = useState<string | null>(null);

  const event = events.find(({ event_id }) => event_id === form.eventId) ?? null;
  const max = useMaxPhotos(event, event === null ? 0 : asOf(event.event_id));
  const selectedIndex = form.photos.findIndex(({ name }) => name === selected);
  const selectedPhoto = form.photos[selectedIndex];
  const shownPersons = playersOfTeam(tenant.isTeam ? form.teamId : null, persons);
  const editor = { persons: shownPersons, locations: event?.photo_location ?? [], samples, dispatch };

  const { commonTag, ownTag, take } = usePendingTags(selectedPhoto, dispatch);
  const submission = useSubmitPost({ store, event, max, onBeforeSave: take, onQueued });
  const { problem, error } = submission;
  const shownProblem = problem !== null && problemOf(form, max) === problem ? problem : null;

  const { pick, drop } = usePickedFiles(store, max, submission.forgetProblem);

  return (
    <Modal
      title={postForm.title}
      kind="overlay"
      onClose={onClose}
      isClosedByBackground={false}
      actions={
        <SubmitBar
          {...{ max, isReading }}
          remaining={remainingPhotos(max, form.photos.length)}
          isSaving={submission.isSaving}
          onCancel={onClose}
          onSubmit={submission.submit}
        />
      }
    >
      <form className={styles.form} onSubmit={(submitted) => submitted.preventDefault()} {...drop.handlers}>
        {isRestored && (
          <div className={styles.wide}>
            <Banner tone="info" action={<Discard label={postForm.discard} onDiscard={onDiscard} />}>
              {postForm.restored}
            </Banner>
          </div>
        )}
        <FirstPostCard />
        <div className={`${styles.column} ${styles.first}`}>
          <EventFields {...{ form, events, teams, dispatch }} isMissing={shownProblem === 'noEvent'} />
          <section className={styles.photos}>
            <PostProblems {...{ snapshot, max, error }} problem={shownProblem} />
            <PhotoPicker
              {...{ snapshot, max, selected }}
              isDragging={drop.isDragging}
              onSelect={setSelected}
              onRemove={store.remove}
              onPick={(files) => pick(files, false)}
            />
            {form.photos.length > 0 && selectedPhoto === undefined && (
              <p className={styles.hint}>{postForm.detailsHint}</p>
            )}
          </section>
          {selectedPhoto && (
            <PhotoDetails
              {...editor}
              photos={form.photos}
              index={selectedIndex}
              onSelect={setSelected}
              pendingTag={ownTag}
            />
          )}
        </div>
        <div className={styles.column}>
          {tenant.isPoint && persons.length > 0 && (
            <Banner tone="info">{postForm.points(tenant.config.playerlabel)}</Banner>
          )}
          {form.photos.some(({ own }) => own !== null) && <h3 className={styles.heading}>{postForm.common}</h3>}
          <FieldsEditor {...editor} fields={form.common} photo={null} pendingTag={commonTag} />
          <div className={styles.card}>
            <PermissionField isPermitted={form.isPermitted} dispatch={dispatch} />
          </div>
          <NoticeArea poster={poster} />
          {!isRestored && isTouched(form) && <Discard label={postForm.discardAll} onDiscard={onDiscard} />}
        </div>
      </form>
    </Modal>
  );
}

/** Files that were picked, dropped on the form or shared to the app. */
function usePickedFiles(store: PhotoFormStore, max: number, forgetProblem: () => void) {
  const pick = (files: readonly File[], isDragged: boolean) => {
    forgetProblem();
    if (files.length > 0) void store.pick(files, { max, isDragged });
  };
  const drop = useDropZone((files) => pick(files, true));
  useSharedPhotos((files) => store.pick(files, { max, isDragged: false }));
  return { pick, drop };
}

const Discard = ({ label, onDiscard }: { readonly label: string; readonly onDiscard: () => void }) => (
  <Button variant="quiet" onClick={onDiscard}>
    {label}
  </Button>
);
