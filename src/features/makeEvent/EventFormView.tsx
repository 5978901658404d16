import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import type { FanEvent } from '../../contract/entities.ts';
import { EVENT_NAME_MAX, EVENT_TEXT_MAX } from '../../contract/limits.ts';
import { ui } from '../../messages/ja.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { eventFailures, eventProblems, makeEvent as texts } from '../../messages/jaMakeEvent.ts';
import { dayOf } from '../../rules/eventDates.ts';
import { hasBegun } from '../../rules/eventPeriod.ts';
import { useRequireLogin } from '../../services/requireLogin.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { useCloseGuard } from '../../ui/closeGuard.ts';
import { LimitedTextField, TextArea, TextField } from '../../ui/Field.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useNow } from '../event/useNow.ts';
import styles from './EventFormView.module.css';
import {
  type EventForm,
  type EventFormProblems,
  isChanged,
  type PictureSlot,
  problemsOf,
  type TypedField,
} from './eventForm.ts';
import type { EventFormStore } from './eventFormStore.ts';
import { LeaveBar } from './LeaveBar.tsx';
import { PeriodFields } from './PeriodFields.tsx';
import { PictureField } from './PictureField.tsx';
import { useSaveEvent } from './useSaveEvent.ts';

interface EventFormViewProps {
  readonly store: EventFormStore;
  /** The form as it would be without the fan's changes. */
  readonly base: EventForm;
  /** The event being changed; null: a new one. */
  readonly event: FanEvent | null;
  readonly isRestored: boolean;
  /** Asks nothing: closes, and the draft stays. */
  readonly onLeave: () => void;
  /** Goes through the guard: Escape, back and the close control do the same. */
  readonly onClose: () => void;
  /** Forgets the draft and closes. */
  readonly onDiscard: () => void;
  /** Begins anew. */
  readonly onRestart: () => void;
}

/** The event form (EVT-01). What it decides stands in `eventForm.ts`, how it is sent in `saveEvent.ts`. */
export function EventFormView(props: EventFormViewProps) {
  const { store, base, event, isRestored, onLeave, onClose, onDiscard, onRestart } = props;
  const { form, notices, unsaved } = useSyncExternalStore(store.subscribe, store.getSnapshot);
  const now = useNow();
  const requireLogin = useRequireLogin();
  const sender = useSaveEvent(store, event);
  const body = useRef<HTMLFormElement>(null);
  const failureId = useId();
  const [wasTried, setTried] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const today = dayOf(now);
  const problems = problemsOf(form, { today, before: event, now });
  const shown = wasTried ? problems : null;
  const isDirty = isChanged(form, base);
  const isBusy = sender.step !== null;

  useCloseGuard(event === null ? 'post-event' : 'edit-event', () => {
    if (isBusy) return false;
    // Asked twice, the answer is the one that loses nothing.
    if (isAsking) onLeave();
    else if (isDirty) setAsking(true);
    else onDiscard();
    return !isDirty && !isAsking;
  });

  const handleSubmit = () => {
    setTried(true);
    if (isBusy) return;
    if (problemsOf(store.getSnapshot().form, { today, before: event, now }) === null) requireLogin(sender.save);
    else requestAnimationFrame(() => focusFirstProblem(body.current));
  };
  useEffect(() => {
    if (sender.failure !== null) document.getElementById(failureId)?.scrollIntoView?.({ block: 'nearest' });
  }, [sender.failure, failureId]);

  const type = (field: TypedField) => (text: string) => void store.dispatch({ type: 'typed', field, text });
  const picture = (slot: PictureSlot) => ({
    picked: form.picked[slot],
    kept: form.kept[slot],
    notice: notices[slot],
    onPick: (file: File, isDragged: boolean) => void store.pick(slot, file, isDragged),
    error: pictureError(shown?.[slot] ?? null),
  });
  return (
    <Modal
      title={texts.title}
      kind="overlay"
      onClose={onClose}
      isClosedByBackground={false}
      actions={
        isAsking ? (
          <LeaveBar onStay={() => setAsking(false)} onKeep={onLeave} onDiscard={onDiscard} />
        ) : (
          <div className={styles.actions}>
            {event !== null && (
              <Button variant="danger" size="l" className={styles.remove} disabled={isBusy} onClick={sender.askRemove}>
                {texts.remove}
              </Button>
            )}
            <Button size="l" disabled={isBusy} onClick={onClose}>
              {ui.cancel}
            </Button>
            <Button variant="primary" size="l" className={styles.submit} isBusy={isBusy} onClick={handleSubmit}>
              {sender.step !== null ? texts.saving[sender.step] : event === null ? texts.submit : texts.update}
            </Button>
          </div>
        )
      }
    >
      <form ref={body} className={styles.form} noValidate onSubmit={(submitted) => submitted.preventDefault()}>
        <div id={failureId} className={styles.notices}>
          {isRestored && (
            <Banner
              tone="info"
              action={
                <Button variant="quiet" disabled={isBusy} onClick={onRestart}>
                  {texts.discard}
                </Button>
              }
            >
              {texts.restored}
            </Banner>
          )}
          {unsaved !== null && <Banner tone="warn">{errorText(unsaved)}</Banner>}
          {sender.failure !== null && (
            <Banner
              tone="error"
              action={
                <Button disabled={isBusy} onClick={handleSubmit}>
                  {texts.retry}
                </Button>
              }
            >
              <strong>{event === null ? eventFailures.create : eventFailures.update}</strong>
              <br />
              {errorText(sender.failure)}
              {unsaved === null && texts.keptOnDevice}
            </Banner>
          )}
        </div>
        <section className={styles.column} aria-label={texts.basics}>
          {event === null && <p className={styles.lead}>{texts.lead}</p>}
          <LimitedTextField
            label={texts.name}
            isRequired
            placeholder={texts.namePlaceholder}
            max={EVENT_NAME_MAX}
            enterKeyHint="next"
            autoComplete="off"
            error={shown?.name ? eventProblems.name : null}
            value={form.name}
            onChange={type('name')}
          />
          <PeriodFields
            start={form.start}
            end={form.end}
            today={today}
            isFixed={event !== null && hasBegun(event, now)}
            problem={shown?.period ?? null}
            onChoose={(field, day) => void store.dispatch({ type: 'dayChosen', field, day })}
          />
          <PictureField
            {...picture('thumbnail')}
            label={texts.thumbnail}
            hint={texts.thumbnailHint}
            isRequired
            fit="cover"
            onRemove={form.picked.thumbnail === null ? null : () => store.remove('thumbnail')}
          />
        </section>
        <div className={styles.column}>
          <TextArea
            label={texts.overview}
            placeholder={texts.overviewPlaceholder}
            max={EVENT_TEXT_MAX}
            value={form.overview}
            onChange={type('overview')}
          />
          <MoreFields {...{ form, event, store, shown, type }} photo={picture('photo')} />
          <section className={styles.rules}>
            <h3>{texts.rulesTitle}</h3>
            <ul>
              {texts.rules.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </section>
        </div>
      </form>
    </Modal>
  );
}

const pictureError = (problem: EventFormProblems['thumbnail']): string | null =>
  problem === null ? null : eventProblems[problem];

/** Screen readers and thumbs begin where something is to be done. */
function focusFirstProblem(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>(
    '[aria-invalid=true], button[data-invalid], [data-invalid] button, [data-invalid] ~ div button',
  );
  first?.focus({ preventScroll: true });
  (first?.closest('fieldset') ?? first)?.scrollIntoView?.({ block: 'center' });
}

interface MoreFieldsProps {
  readonly form: EventForm;
  readonly event: FanEvent | null;
  readonly store: EventFormStore;
  readonly shown: EventFormProblems | null;
  readonly type: (field: TypedField) => (text: string) => void;
  readonly photo: Omit<Parameters<typeof PictureField>[0], 'label' | 'hint' | 'fit' | 'onRemove'>;
}

/** What an event may say besides; unfolded where something of it is filled in or wrong. */
function MoreFields({ form, event, store, shown, type, photo }: MoreFieldsProps) {
  const [wasFilled] = useState(
    () =>
      [form.descriptiveTitle, form.descriptiveText, form.locations, form.postLimit].some((text) => text !== '') ||
      form.kept.photo !== null ||
      form.picked.photo !== null,
  );
  const hasProblem = shown !== null && (shown.postLimit || shown.photo !== null);
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (hasProblem && details.current) details.current.open = true;
  }, [hasProblem]);
  const hasPhoto = form.picked.photo !== null || form.kept.photo !== null;
  return (
    <details ref={details} className={styles.more} open={wasFilled || undefined}>
      <summary>{texts.more}</summary>
      <div className={styles.moreFields}>
        <LimitedTextField
          label={texts.descriptiveTitle}
          max={EVENT_NAME_MAX}
          value={form.descriptiveTitle}
          onChange={type('descriptiveTitle')}
        />
        <PictureField
          {...photo}
          label={texts.descriptivePhoto}
          hint={texts.descriptivePhotoHint}
          fit="contain"
          onRemove={hasPhoto ? () => store.remove('photo') : null}
        />
        <TextArea
          label={texts.descriptiveText}
          max={EVENT_TEXT_MAX}
          value={form.descriptiveText}
          onChange={type('descriptiveText')}
        />
        <TextArea
          label={texts.locations}
          hint={texts.locationsHint}
          max={EVENT_TEXT_MAX}
          value={form.locations}
          onChange={type('locations')}
        />
        {event === null ? (
          <TextField
            label={texts.postLimit}
            hint={texts.postLimitHint}
            inputMode="numeric"
            autoComplete="off"
            error={shown?.postLimit ? eventProblems.postLimit : null}
            value={form.postLimit}
            onChange={({ target }) => type('postLimit')(target.value)}
          />
        ) : (
          <p className={styles.fixed}>{texts.postLimitFixed(event.post_limit)}</p>
        )}
      </div>
    </details>
  );
}
