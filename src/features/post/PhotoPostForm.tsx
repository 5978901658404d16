import type { FanEvent, Person, Team } from '../../contract/entities.ts';
import { postForm } from '../../messages/jaPost.ts';
import type { Poster } from '../../rules/eventAccess.ts';
import { useTenant } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useMediaQuery } from '../../ui/useMediaQuery.ts';
import { EventFields } from './EventFields.tsx';
import { FieldsEditor } from './FieldsEditor.tsx';
import { FirstPostCard } from './FirstPostCard.tsx';
import { NoticeArea } from './NoticeArea.tsx';
import { PermissionField } from './PermissionField.tsx';
import { PhotoDetails } from './PhotoDetails.tsx';
import { PhotoPicker } from './PhotoPicker.tsx';
import styles from './PhotoPostForm.module.css';
import { PostProblems } from './PostProblems.tsx';
import { PublishRoomBanner } from './PublishRoomBanner.tsx';
import { isTouched } from './photoForm.ts';
import type { PhotoFormStore } from './photoFormStore.ts';
import { SubmitBar } from './SubmitBar.tsx';
import { SuspensionBanner } from './SuspensionBanner.tsx';
import { useFocusedProblem } from './useFocusedProblem.ts';
import { useOpenPost } from './useOpenPost.ts';
import { usePastedFiles } from './usePastedFiles.ts';
import type { QueuedPost } from './useSubmitPost.ts';

type OpenPost = ReturnType<typeof useOpenPost>;

interface PhotoPostFormProps {
  readonly store: PhotoFormStore;
  /** Whose form it is. */
  readonly userId: string | null;
  readonly events: readonly FanEvent[];
  /** Epoch ms of the answer an event is from. */
  readonly asOf: (eventId: string) => number;
  /** null: on their way. */
  readonly persons: readonly Person[] | null;
  readonly teams: readonly Team[];
  readonly samples: readonly string[] | null;
  readonly poster: Poster;
  /** The form was restored from a draft: says so, and offers to begin anew. */
  readonly isRestored: boolean;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
  readonly onQueued: (queued: QueuedPost) => void;
}

/** The post form (PST-03 … PST-10). All decisions stand in `photoForm.ts` and `photoFormStore.ts`. */
export function PhotoPostForm(props: PhotoPostFormProps) {
  const { isRestored, onDiscard, onClose } = props;
  const opened = useOpenPost(props);
  const { snapshot, max, submission, shownProblem, drop, paste } = opened;
  const { form, isReading } = snapshot;
  const shownForm = useFocusedProblem(shownProblem, submission.failedTries);
  usePastedFiles(shownForm, paste);
  // Closing tells of the draft at once, also where the guard of the submit keeps the form open.
  const handleClose = () => {
    if (!submission.isSaving) onClose();
  };
  return (
    <Modal
      title={postForm.title}
      kind="overlay"
      onClose={handleClose}
      isClosedByBackground={false}
      actions={
        <SubmitBar
          max={max}
          isReading={isReading}
          count={form.photos.length}
          isSaving={submission.isSaving}
          onCancel={handleClose}
          onSubmit={submission.submit}
        />
      }
    >
      <form
        ref={shownForm}
        className={styles.form}
        onSubmit={(submitted) => submitted.preventDefault()}
        {...drop.handlers}
      >
        {isRestored && <Restored isSaving={submission.isSaving} onDiscard={onDiscard} />}
        <FirstPostCard />
        <SuspensionBanner className={styles.wide} />
        <PublishRoomBanner className={styles.wide} />
        <FirstColumn given={props} opened={opened} />
        <CommonColumn given={props} opened={opened} />
      </form>
    </Modal>
  );
}

/** Photos and their event. On touch the photos come first: what they are for is known already, mostly (FAN-03). */
function FirstColumn({ given, opened }: ColumnProps) {
  const { store, events, teams } = given;
  const { selectedIndex, select, editor, ownTag, shownProblem, snapshot } = opened;
  const { form } = snapshot;
  const isTouch = useMediaQuery('(pointer: coarse)');
  const isMissing = shownProblem === 'noEvent';
  const photos = <PhotosSection key="photos" store={store} opened={opened} />;
  const event = (
    <EventFields
      key="event"
      form={form}
      events={events}
      teams={teams}
      isMissing={isMissing}
      dispatch={store.dispatch}
    />
  );
  return (
    <div className={`${styles.column} ${styles.first}`}>
      {isTouch ? [photos, event] : [event, photos]}
      {selectedIndex >= 0 && (
        <PhotoDetails {...editor} photos={form.photos} index={selectedIndex} onSelect={select} pendingTag={ownTag} />
      )}
    </div>
  );
}

/** The form was restored from a draft: says so, and offers to begin anew. */
const Restored = (props: Omit<DiscardProps, 'label'>) => (
  <div className={styles.wide}>
    <Banner tone="info" action={<Discard label={postForm.discard} {...props} />}>
      {postForm.restored}
    </Banner>
  </div>
);

interface PhotosSectionProps {
  readonly store: PhotoFormStore;
  readonly opened: OpenPost;
}

/** The photos of the post, and what keeps it from being sent. */
function PhotosSection({ store, opened }: PhotosSectionProps) {
  const { snapshot, max, selected, selectedIndex, select, submission, shownProblem, pick, drop } = opened;
  return (
    <section className={styles.photos}>
      <PostProblems snapshot={snapshot} max={max} error={submission.error} problem={shownProblem} />
      <PhotoPicker
        snapshot={snapshot}
        max={max}
        selected={selected}
        isDragging={drop.isDragging}
        isMissing={shownProblem === 'none'}
        onSelect={select}
        onRemove={store.remove}
        onPick={(files) => pick(files, false)}
      />
      {snapshot.form.photos.length > 0 && selectedIndex < 0 && <p className={styles.hint}>{postForm.detailsHint}</p>}
    </section>
  );
}

interface ColumnProps {
  readonly given: PhotoPostFormProps;
  readonly opened: OpenPost;
}

/** What holds for all photos of the post, and what is said before it is sent. */
function CommonColumn({ given, opened }: ColumnProps) {
  const { store, events, persons, poster, isRestored, onDiscard } = given;
  const { form } = opened.snapshot;
  const tenant = useTenant();
  const isAskedFor = events.some(({ event_id, usepermit_flag }) => event_id === form.eventId && usepermit_flag);
  return (
    <div className={styles.column}>
      {tenant.isPoint && persons?.length !== 0 && (
        <Banner tone="info">{postForm.points(tenant.config.playerlabel)}</Banner>
      )}
      {form.photos.some(({ own }) => own !== null) && <h3 className={styles.heading}>{postForm.common}</h3>}
      <FieldsEditor {...opened.editor} fields={form.common} photo={null} pendingTag={opened.commonTag} />
      <div className={styles.card}>
        <PermissionField form={form} isAskedFor={isAskedFor} dispatch={store.dispatch} />
      </div>
      <NoticeArea poster={poster} />
      {!isRestored && isTouched(form) && (
        <Discard label={postForm.discardAll} isSaving={opened.submission.isSaving} onDiscard={onDiscard} />
      )}
    </div>
  );
}

interface DiscardProps {
  readonly label: string;
  /** While the post is being saved there is nothing to give up: it is sent or kept. */
  readonly isSaving: boolean;
  readonly onDiscard: () => void;
}

const Discard = ({ label, isSaving, onDiscard }: DiscardProps) => (
  <Button variant="quiet" disabled={isSaving} onClick={onDiscard}>
    {label}
  </Button>
);
