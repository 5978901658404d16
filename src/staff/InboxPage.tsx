import { type SubmitEvent, useState } from 'react';
import { Link } from 'wouter';
import type { InboxRow } from '../contract/staffEndpoints.ts';
import { INBOX } from '../contract/staffLimits.ts';
import { photoPath } from '../contract/workerPaths.ts';
import { contactForm } from '../messages/jaContact.ts';
import { errorText } from '../messages/jaErrors.ts';
import { inboxPage as texts } from '../messages/jaStaff.ts';
import { usePaths } from '../navigation/paths.ts';
import { showWireTime } from '../rules/dates.ts';
import { errorCodeOf } from '../rules/errorCode.ts';
import { isBlank } from '../rules/visibleText.ts';
import { useTenant } from '../services/services.tsx';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { SelectField, TextArea } from '../ui/Field.tsx';
import { useToast } from '../ui/toasts.tsx';
import { Loaded } from './Loaded.tsx';
import styles from './Staff.module.css';
import { useStaffQuery, useStaffWrite } from './useStaff.tsx';

type State = 'open' | 'done';
const TEMPLATES = Object.entries(texts.templates);

/** Messages to the operator: those that wait, with the day an answer is due, and those dealt with. */
export function InboxPage() {
  const [state, setState] = useState<State>('open');
  const query = useStaffQuery('getStaffInbox', { query: { state }, ...(state === 'open' ? { everyMs: 60_000 } : {}) });
  return (
    <>
      <fieldset className={styles.switch}>
        <legend className="visually-hidden">{texts.states}</legend>
        {(['open', 'done'] as const).map((one) => (
          <button key={one} type="button" aria-pressed={state === one} onClick={() => setState(one)}>
            {texts[one]}
          </button>
        ))}
      </fieldset>
      <Loaded query={query}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState title={state === 'open' ? texts.noneOpen : texts.noneDone} />
          ) : (
            <ul className={styles.cases}>
              {list.map((row) => (
                <li key={row.contact_id}>
                  <Message row={row} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

function Message({ row }: { readonly row: InboxRow }) {
  const paths = usePaths();
  const tenant = useTenant();
  return (
    <article className={styles.card} aria-label={texts.from(row.name)}>
      <div className={styles.facts}>
        <h2>{texts.from(row.name)}</h2>
        <p>
          {contactForm.topics[row.topic]}　{showWireTime(row.sent_at)}
        </p>
        {row.user_id === null ? (
          <p className={styles.quiet}>{texts.visitor}</p>
        ) : (
          <Link href={paths.member(row.user_id)}>{texts.fan}</Link>
        )}
        {row.photo !== null && <Link href={photoPath(tenant.id, row.photo)}>{texts.photo}</Link>}
        {row.is_confirmed !== null && (
          <p className={styles.quiet}>{row.is_confirmed ? texts.confirmed : texts.unconfirmed}</p>
        )}
        <p className={styles.quote}>{row.message}</p>
        {row.outcome === null && <p className={styles.quiet}>{texts.dueAt(showWireTime(row.due_at))}</p>}
        {row.is_late && (
          <p className={styles.marks}>
            <span>{texts.late}</span>
          </p>
        )}
      </div>
      {row.outcome === null ? <AnswerForm row={row} /> : <Done row={row} outcome={row.outcome} />}
    </article>
  );
}

function Done({ row, outcome }: { readonly row: InboxRow; readonly outcome: NonNullable<InboxRow['outcome']> }) {
  const reopening = useStaffWrite('putStaffInboxState');
  const { contact_id } = row;
  return (
    <>
      {row.answer !== null && <p className={styles.quote}>{row.answer}</p>}
      <Banner
        tone={outcome === 'mailing' ? 'warn' : 'ok'}
        action={
          outcome === 'closed' && (
            <Button isBusy={reopening.isPending} onClick={() => reopening.mutate({ contact_id, is_closed: false })}>
              {texts.reopen}
            </Button>
          )
        }
      >
        {texts.doneAt(texts.outcomes[outcome], showWireTime(row.done_at ?? ''), row.done_by ?? '')}
      </Banner>
      {reopening.error && <Banner tone="error">{errorText(errorCodeOf(reopening.error))}</Banner>}
    </>
  );
}

/** A mail that was sent cannot be taken back: it asks first. What is typed stays when the line drops. */
function AnswerForm({ row: { contact_id } }: { readonly row: InboxRow }) {
  const toast = useToast();
  const [text, setText] = useState('');
  const [isAsked, setAsked] = useState(false);
  const answering = useStaffWrite('putStaffAnswer', () => toast(texts.sent));
  const closing = useStaffWrite('putStaffInboxState');
  const failed = answering.error ?? closing.error;
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isBlank(text)) setAsked(true);
  };
  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      <SelectField
        label={texts.template}
        value=""
        onChange={(event) => {
          const chosen = TEMPLATES.find(([name]) => name === event.target.value)?.[1];
          if (chosen) setText(chosen.text);
        }}
      >
        <option value="">{texts.noTemplate}</option>
        {TEMPLATES.map(([name, template]) => (
          <option key={name} value={name}>
            {template.name}
          </option>
        ))}
      </SelectField>
      <TextArea
        label={texts.answer}
        hint={texts.answerHint}
        rows={5}
        value={text}
        onChange={setText}
        max={INBOX.answerMax}
      />
      {failed && <Banner tone="error">{errorText(errorCodeOf(failed))}</Banner>}
      <div className={styles.choices}>
        <Button variant="primary" type="submit" disabled={isBlank(text)} isBusy={answering.isPending}>
          {texts.send}
        </Button>
        <Button isBusy={closing.isPending} onClick={() => closing.mutate({ contact_id, is_closed: true })}>
          {texts.close}
        </Button>
      </div>
      {isAsked && (
        <ConfirmModal
          text={texts.askSend}
          actionLabel={texts.send}
          isDangerous={false}
          onConfirm={() => answering.mutate({ contact_id, text })}
          onClose={() => setAsked(false)}
        />
      )}
    </form>
  );
}
