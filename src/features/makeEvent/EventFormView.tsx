import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import type { FanEvent } from '../../contract/entities.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { EVENT_TEXT_MAX } from '../../contract/limits.ts';
import { ui } from '../../messages/ja.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { eventFailures, makeEvent as texts } from '../../messages/jaMakeEvent.ts';
import { dayOf } from '../../rules/eventDates.ts';
import { useRequireLogin } from '../../services/requireLogin.ts';
import { Banner } from '../../ui/Banner.tsx';
import { BusyFields } from '../../ui/BusyFields.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useNow } from '../event/useNow.ts';
import { BasicFields, MoreFields, typeInto } from './EventFields.tsx';
import styles from './EventFormView.module.css';
import { type EventForm, isChanged, problemsOf } from './eventForm.ts';
import type { EventFormStore } from './eventFormStore.ts';
import { LeaveBar } from './LeaveBar.tsx';
import { useLeaveQuestion } from './useLeaveQuestion.ts';
import { useSaveEvent } from './useSaveEvent.ts';

interface EventFormViewProps {
  readonly store: EventFormStore;
  /** Whose form it is. */
  readonly userId: string | null;
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
  const { store, userId, base, event, isRestored, onLeave, onClose, onDiscard, onRestart } = props;
  const snapshot = useSyncExternalStore(store.subscribe, store.getSnapshot);
  const { form, unsaved } = snapshot;
  const now = useNow();
  const saving = useSaveEvent(store, event, userId);
  const { body, shown, handleSubmit } = useCheckedSubmit({ store, form, event, now, saving });
  const isNew = event === null;
  const isBusy = saving.step !== null;
  const isDirty = isChanged(form, base);
  const leaving = useLeaveQuestion({ isNew, isBusy, isDirty, onLeave, onDiscard });

  return (
    <Modal
      title={texts.title}
      kind="overlay"
      onClose={onClose}
      isClosedByBackground={false}
      actions={
        leaving.isAsking ? (
          <LeaveBar onStay={leaving.stay} onKeep={onLeave} onDiscard={onDiscard} />
        ) : (
          <FormActions saving={saving} isNew={isNew} onClose={onClose} onSubmit={handleSubmit} />
        )
      }
    >
      <form ref={body} className={styles.form} noValidate onSubmit={(submitted) => submitted.preventDefault()}>
        <FormNotices
          saving={saving}
          unsaved={unsaved}
          isNew={isNew}
          onRetry={handleSubmit}
          onRestart={isRestored ? onRestart : null}
        />
        <BusyFields isBusy={isBusy}>
          <BasicFields snapshot={snapshot} event={event} store={store} shown={shown} now={now} />
          <div className={styles.column}>
            <TextArea
              label={texts.overview}
              placeholder={texts.overviewPlaceholder}
              max={EVENT_TEXT_MAX}
              value={form.overview}
              onChange={typeInto(store)('overview')}
            />
            <MoreFields snapshot={snapshot} event={event} store={store} shown={shown} />
            <EventRules />
          </div>
        </BusyFields>
      </form>
    </Modal>
  );
}

interface CheckedSubmit extends Pick<EventFormViewProps, 'store' | 'event'> {
  readonly form: EventForm;
  readonly now: number;
  readonly saving: ReturnType<typeof useSaveEvent>;
}

/** Sends a form without problems. From the first try on they are shown, and the first of them takes the focus. */
function useCheckedSubmit({ store, form, event, now, saving }: CheckedSubmit) {
  const requireLogin = useRequireLogin();
  const body = useRef<HTMLFormElement>(null);
  const [wasTried, setTried] = useState(false);
  const problemsIn = (checked: EventForm) => problemsOf(checked, { today: dayOf(now), before: event, now });
  const handleSubmit = () => {
    setTried(true);
    if (saving.step !== null) return;
    if (problemsIn(store.getSnapshot().form) === null) requireLogin(saving.save, 'makeEvent');
    else requestAnimationFrame(() => focusFirstProblem(body.current));
  };
  return { body, shown: wasTried ? problemsIn(form) : null, handleSubmit };
}

interface FormActionsProps {
  readonly saving: ReturnType<typeof useSaveEvent>;
  readonly isNew: boolean;
  readonly onClose: () => void;
  readonly onSubmit: () => void;
}

function FormActions({ saving: { step, askRemove }, isNew, onClose, onSubmit }: FormActionsProps) {
  const isBusy = step !== null;
  return (
    <div className={styles.actions}>
      {!isNew && (
        <Button variant="danger" size="l" className={styles.remove} disabled={isBusy} onClick={askRemove}>
          {texts.remove}
        </Button>
      )}
      <Button size="l" disabled={isBusy} onClick={onClose}>
        {ui.cancel}
      </Button>
      <Button variant="primary" size="l" className={styles.submit} isBusy={isBusy} onClick={onSubmit}>
        {step !== null ? texts.saving[step] : isNew ? texts.submit : texts.update}
      </Button>
    </div>
  );
}

interface FormNoticesProps {
  /** Why the draft could not be kept; null: it is. */
  readonly unsaved: ErrorCode | null;
  readonly saving: ReturnType<typeof useSaveEvent>;
  readonly isNew: boolean;
  readonly onRetry: () => void;
  /** null: the form is not a restored one. */
  readonly onRestart: (() => void) | null;
}

/** What the fan must know of the draft and of the last try; a failure is scrolled into view. */
function FormNotices({ unsaved, saving: { step, failure }, isNew, onRetry, onRestart }: FormNoticesProps) {
  const isBusy = step !== null;
  const failureId = useId();
  useEffect(() => {
    if (failure !== null) document.getElementById(failureId)?.scrollIntoView?.({ block: 'nearest' });
  }, [failure, failureId]);
  return (
    <div id={failureId} className={styles.notices}>
      {onRestart !== null && (
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
      {failure !== null && (
        <Banner
          tone="error"
          action={
            <Button disabled={isBusy} onClick={onRetry}>
              {texts.retry}
            </Button>
          }
        >
          <strong>{isNew ? eventFailures.create : eventFailures.update}</strong>
          <br />
          {errorText(failure)}
          {unsaved === null && texts.keptOnDevice}
        </Banner>
      )}
    </div>
  );
}

function EventRules() {
  return (
    <section className={styles.rules}>
      <h3>{texts.rulesTitle}</h3>
      <ul>
        {texts.rules.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}

/** Screen readers and thumbs begin where something is to be done. */
function focusFirstProblem(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>(
    '[aria-invalid=true], button[data-invalid], [data-invalid] button, [data-invalid] ~ div button',
  );
  first?.focus({ preventScroll: true });
  // Not the one around all fields.
  (first?.closest('fieldset fieldset') ?? first)?.scrollIntoView?.({ block: 'center' });
}
