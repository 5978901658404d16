import { type SubmitEvent, useId, useState } from 'react';
import type { StoredRecord } from '../../contract/staffContentEndpoints.ts';
import { EVENT_MOVES } from '../../contract/staffLimits.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { faultText, recordForm } from '../../messages/jaStaffContent.ts';
import { eventMove as texts } from '../../messages/jaStaffMoves.ts';
import { showWireDate } from '../../rules/dates.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { Banner } from '../../ui/Banner.tsx';
import { BusyFields } from '../../ui/BusyFields.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmModal } from '../../ui/ConfirmModal.tsx';
import { SelectField, TextArea } from '../../ui/Field.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { useDirtyForm } from '../../ui/useDirtyForm.ts';
import { PasswordModal } from '../PasswordModal.tsx';
import styles from '../Staff.module.css';
import { useAskBeforeClosing } from '../useAskBeforeClosing.tsx';
import { useStaffQuery, useStaffWrite } from '../useStaff.tsx';
import { movedInputs, newDateValues, withDay } from './eventDates.ts';
import { RecordFieldInput } from './RecordFieldInput.tsx';
import { LostRole } from './RecordForm.tsx';
import { RecordSwitch } from './RecordSwitch.tsx';
import { type RecordTexts, recordTextsOf } from './recordFields.ts';

interface MoveEventProps {
  readonly record: StoredRecord;
  /** The club's events. */
  readonly events: readonly StoredRecord[];
  readonly onClose: () => void;
}

const NOTE_ROWS = 3;
const nameOf = ({ values }: StoredRecord): string => String(values.event_name);

/** What was typed, what the move reaches, and the two writes. */
function useMove({ record, events, onClose }: MoveEventProps) {
  const toast = useToast();
  const [base] = useState(() => recordTextsOf('events', record.values));
  const [way, setWay] = useState<'date' | 'into'>('date');
  const [form, setForm] = useState<RecordTexts>(base);
  const [target, setTarget] = useState('');
  const [note, setNote] = useState('');
  const [asked, setAsked] = useState<'confirm' | 'password' | null>(null);
  const reach = useStaffQuery('getStaffEventReach', { query: { event_id: record.key } });
  const end = (text: string) => {
    toast(text);
    onClose();
  };
  const dating = useStaffWrite('putStaffEventDate', (_, answer) => answer.result === 'ok' && end(texts.dated));
  const moving = useStaffWrite(
    'putStaffEventMove',
    () => end(texts.begun),
    (error) => errorCodeOf(error) === 'SIGN_IN_TOO_OLD' && setAsked('password'),
  );
  const isDirty = note !== '' || target !== '' || Object.entries(form).some(([name, text]) => text !== base[name]);
  useDirtyForm(isDirty);
  return {
    way,
    setWay,
    form,
    target,
    setTarget,
    note,
    setNote,
    asked,
    setAsked,
    reach,
    dating,
    moving,
    isDirty,
    isBusy: dating.isPending || moving.isPending,
    into: events.find(({ key }) => key === target) ?? null,
    change: (name: string, text: string) =>
      setForm(name === 'event_date' ? withDay(form, text) : { ...form, [name]: text }),
    setDate: (revision = record.revision) =>
      dating.mutate({ event_id: record.key, revision, values: newDateValues(form), note }),
    moveInto: () => moving.mutate({ event_id: record.key, into: target, note }),
  };
}
type MoveState = ReturnType<typeof useMove>;

/** A window that moves an event: to another date, or its posts into another event (STF-08). */
export function MoveEvent(props: MoveEventProps) {
  const { record, onClose } = props;
  const formId = useId();
  const state = useMove(props);
  const { way, reach, isDirty, isBusy, asked, setAsked } = state;
  const { leave, question } = useAskBeforeClosing({ isDirty, isBusy, onClose });
  const isReady = reach.data !== undefined && (way === 'date' || state.into !== null);
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady) setAsked('confirm');
  };
  return (
    <>
      <Modal
        kind="overlay"
        title={texts.title(nameOf(record))}
        onClose={leave}
        isClosedByBackground={false}
        actions={
          question ?? (
            <Button variant="primary" type="submit" form={formId} disabled={!isReady} isBusy={isBusy}>
              {way === 'date' ? texts.moveDate : texts.moveInto}
            </Button>
          )
        }
      >
        <form id={formId} className={styles.form} onSubmit={handleSubmit} noValidate>
          <LostRole />
          <MoveFailure state={state} />
          <BusyFields isBusy={isBusy}>
            <MoveFields state={state} {...props} />
          </BusyFields>
        </form>
      </Modal>
      {asked === 'confirm' && reach.data && (
        <ConfirmModal
          text={
            way === 'date'
              ? texts.askDate(nameOf(record), showWireDate(state.form.event_date ?? ''), reach.data.told)
              : texts.askInto(nameOf(record), state.into ? nameOf(state.into) : '', reach.data.photos)
          }
          actionLabel={way === 'date' ? texts.moveDate : texts.moveInto}
          isDangerous={way === 'into'}
          onConfirm={() => (way === 'date' ? state.setDate() : state.moveInto())}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'password' && <PasswordModal onClose={() => setAsked(null)} onConfirmed={state.moveInto} />}
    </>
  );
}

/** Why nothing was moved. What was typed stays. */
function MoveFailure({ state: { dating, moving, reach, setDate } }: { readonly state: MoveState }) {
  const failed = dating.error ?? moving.error ?? reach.error;
  const code = failed === null ? null : errorCodeOf(failed);
  if (code === 'EVENT_NOT_FOUND' || dating.data?.result === 'gone') return <Banner tone="error">{texts.gone}</Banner>;
  if (code !== null && code !== 'SIGN_IN_TOO_OLD') return <Banner tone="error">{errorText(code)}</Banner>;
  const { record = null, result } = dating.data ?? {};
  if (result === 'changed' && record !== null)
    return (
      <Banner tone="warn" action={<Button onClick={() => setDate(record.revision)}>{texts.overwrite}</Button>}>
        {texts.changed}
      </Banner>
    );
  if (result !== 'refused') return null;
  const shown = movedInputs.map(({ name }) => name);
  const others = dating.data?.problems.filter(({ field }) => !shown.includes(field)) ?? [];
  const reasons = others.map(({ code: fault, about }) => faultText(fault, about)).join('');
  return <Banner tone="error">{reasons === '' ? recordForm.refused : recordForm.refusedOther(reasons)}</Banner>;
}

function MoveFields({ state, record, events }: MoveEventProps & { readonly state: MoveState }) {
  const { way, form, reach, dating } = state;
  const errorOf = (name: string) => {
    const found = dating.data?.problems.find(({ field }) => field === name);
    return found ? faultText(found.code, found.about) : null;
  };
  return (
    <>
      <RecordSwitch
        label={texts.ways}
        choices={[
          ['date', texts.date],
          ['into', texts.into],
        ]}
        value={way}
        onChange={state.setWay}
      />
      <p className={styles.quiet}>{way === 'date' ? texts.dateLead : texts.intoLead}</p>
      {reach.data && <Banner tone="info">{texts.reach(reach.data.photos, reach.data.told)}</Banner>}
      {way === 'date' ? (
        movedInputs.map((input) => (
          <RecordFieldInput
            key={input.name}
            kind="events"
            input={input}
            value={form[input.name] ?? ''}
            error={errorOf(input.name)}
            isFixed={false}
            onChange={(text) => state.change(input.name, text)}
          />
        ))
      ) : (
        <SelectField
          label={texts.target}
          isRequired
          hint={texts.wall}
          value={state.target}
          onChange={({ target }) => state.setTarget(target.value)}
        >
          <option value="">{recordForm.unset}</option>
          {events
            .filter(({ key }) => key !== record.key)
            .map((event) => (
              <option key={event.key} value={event.key}>
                {showWireDate(String(event.values.event_date))}　{nameOf(event)}
              </option>
            ))}
        </SelectField>
      )}
      <TextArea
        label={texts.note}
        hint={texts.noteHint}
        rows={NOTE_ROWS}
        max={EVENT_MOVES.noteMax}
        value={state.note}
        onChange={state.setNote}
      />
      <p className={styles.quiet}>{texts.waiting(EVENT_MOVES.postsDays)}</p>
    </>
  );
}

/** Moves into other events that go on. */
export function RunningMoves() {
  const { data } = useStaffQuery('getStaffEventMoves', { everyMs: 10_000 });
  return data?.list.map(({ event_id, name, into_name, moved, left }) => (
    <Banner key={event_id} tone="info">
      {texts.running(name, into_name, moved, left)}
    </Banner>
  ));
}
