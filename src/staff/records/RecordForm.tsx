import { type SubmitEvent, useId, useState } from 'react';
import type { RecordKind, RecordProblem, RecordValues, StoredRecord } from '../../contract/staffContentEndpoints.ts';
import { errorText } from '../../messages/jaErrors.ts';
import {
  faultLine,
  faultText,
  recordKindNames,
  recordLabels,
  recordSections,
  recordForm as texts,
} from '../../messages/jaStaffContent.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { BusyFields } from '../../ui/BusyFields.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmModal } from '../../ui/ConfirmModal.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { useDirtyForm } from '../../ui/useDirtyForm.ts';
import styles from '../Staff.module.css';
import { useAskBeforeClosing } from '../useAskBeforeClosing.tsx';
import { useStaffQuery, useStaffSteps, useStaffWrite } from '../useStaff.tsx';
import { CreditPreview } from './CreditPreview.tsx';
import { RecordFieldInput } from './RecordFieldInput.tsx';
import { type PreparedPicture, RecordPicture } from './RecordPicture.tsx';
import {
  changedValues,
  type RecordTexts,
  recordInputs,
  recordKeys,
  recordTextsOf,
  recordTitles,
} from './recordFields.ts';
import { type RecordSave, saveRecord } from './saveRecord.ts';

interface RecordFormProps {
  readonly kind: RecordKind;
  /** null: a new one. */
  readonly record: StoredRecord | null;
  /** What a new record begins with. */
  readonly initial: RecordValues;
  readonly onClose: () => void;
}

interface Opened {
  /** What the form began from, and a write is compared with. null: the record is new. */
  readonly record: StoredRecord | null;
  readonly base: RecordTexts;
}

/** How the record stands now where somebody else was first. `record` null: removed. */
interface Conflict {
  readonly record: StoredRecord | null;
}

/** The form's texts, its pictures, and what a write said. Nothing typed is lost while it is open (STF-12b). */
function useRecordForm({ kind, record, initial, onClose }: RecordFormProps) {
  const { objects } = useServices();
  const tenant = useTenant();
  const toast = useToast();
  const begin = (found: StoredRecord | null, values: RecordValues): Opened => ({
    record: found,
    base: recordTextsOf(kind, values),
  });
  const [opened, setOpened] = useState(() => begin(record, record?.values ?? withId(kind, initial)));
  const [form, setForm] = useState<RecordTexts>(opened.base);
  const [pictures, setPictures] = useState<Readonly<Record<string, PreparedPicture>>>({});
  const [problems, setProblems] = useState<readonly RecordProblem[]>([]);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const isDirty =
    Object.keys(pictures).length > 0 || Object.entries(form).some(([name, text]) => text !== opened.base[name]);
  useDirtyForm(isDirty);
  const saving = useStaffSteps(
    'putStaffRecord',
    (call, input: RecordSave) => saveRecord(call, { objects, tenantId: tenant.id }, input),
    (_, answer) => {
      setProblems(answer.problems);
      setConflict(answer.result === 'changed' || answer.result === 'gone' ? { record: answer.record } : null);
      if (answer.result !== 'ok') return;
      toast(texts.saved);
      onClose();
    },
  );
  const save = (from: StoredRecord | null = opened.record) =>
    saving.mutate({
      kind,
      revision: from?.revision ?? null,
      values: changedValues(kind, form, from === null ? null : opened.base),
      pictures,
    });
  return {
    opened,
    form,
    pictures,
    problems,
    conflict,
    isDirty,
    saving,
    save,
    change: (name: string, text: string) => setForm({ ...form, [name]: text }),
    pick: (name: string, picture: PreparedPicture) => setPictures({ ...pictures, [name]: picture }),
    removePicture(name: string) {
      const { [name]: _, ...left } = pictures;
      setPictures(left);
      setForm({ ...form, [name]: '' });
    },
    /** Takes what somebody else wrote in place of the form's texts. */
    takeTheirs(theirs: StoredRecord) {
      const next = begin(theirs, theirs.values);
      setOpened(next);
      setForm(next.base);
      setPictures({});
      setConflict(null);
    },
  };
}

/** A new record of a kind whose id nobody sees gets one. */
function withId(kind: RecordKind, values: RecordValues): RecordValues {
  const id = recordInputs[kind].find(({ as }) => as === 'id');
  return id === undefined ? values : { ...values, [id.name]: crypto.randomUUID() };
}

/** A window in which one record is added or changed. Closing it asks before something typed is lost. */
export function RecordForm(props: RecordFormProps) {
  const { kind, record, onClose } = props;
  const formId = useId();
  const state = useRecordForm(props);
  const { opened, problems, conflict, isDirty, saving } = state;
  const { leave, question } = useAskBeforeClosing({ isDirty, isBusy: saving.isPending, onClose });
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    state.save();
  };
  return (
    <Modal
      kind="overlay"
      title={record === null ? texts.newTitle(recordKindNames[kind]) : texts.editTitle(recordKindNames[kind])}
      onClose={leave}
      isClosedByBackground={false}
      actions={
        question ?? (
          <>
            {record !== null && recordKeys[kind] !== null && (
              <RemoveButton kind={kind} record={record} onClose={onClose} />
            )}
            <Button variant="primary" type="submit" form={formId} isBusy={saving.isPending}>
              {texts.save}
            </Button>
          </>
        )
      }
    >
      <form id={formId} className={styles.form} onSubmit={handleSubmit} noValidate>
        <LostRole />
        {saving.error !== null && <Banner tone="error">{errorText(errorCodeOf(saving.error))}</Banner>}
        {problems.length > 0 && <Banner tone="error">{refusalText(kind, problems)}</Banner>}
        {conflict !== null && <ConflictBanner kind={kind} state={state} conflict={conflict} />}
        <BusyFields isBusy={saving.isPending}>
          <Sections kind={kind} state={state} isNew={opened.record === null} />
        </BusyFields>
      </form>
    </Modal>
  );
}

/** The faults of fields stand at the fields; the others in one sentence. */
function refusalText(kind: RecordKind, problems: readonly RecordProblem[]): string {
  const shown = recordInputs[kind].filter(({ as }) => as !== 'id').map(({ name }) => name);
  const others = problems.filter(({ field }) => !shown.includes(field));
  if (others.length === 0) return texts.refused;
  return texts.refusedOther(
    others
      .map(({ field, code, about }) => faultLine(0, recordLabels[kind][field] ?? '', faultText(code, about)))
      .join(''),
  );
}

type FormState = ReturnType<typeof useRecordForm>;

interface SectionsProps {
  readonly kind: RecordKind;
  readonly state: FormState;
  readonly isNew: boolean;
}

function Sections({ kind, state, isNew }: SectionsProps) {
  const { form, pictures, problems } = state;
  const errorOf = (name: string) => {
    const found = problems.find(({ field }) => field === name);
    return found ? faultText(found.code, found.about) : null;
  };
  const sections = [...new Set(recordInputs[kind].map(({ section }) => section))];
  return sections.map((section) => (
    <fieldset key={section} className={styles.fields}>
      <legend className={sections.length === 1 ? 'visually-hidden' : styles.legend}>{recordSections[section]}</legend>
      {recordInputs[kind]
        .filter((input) => input.section === section)
        .map((input) =>
          input.as === 'picture' ? (
            <RecordPicture
              key={input.name}
              label={recordLabels[kind][input.name] ?? input.name}
              kept={form[input.name] ?? ''}
              picked={pictures[input.name] ?? null}
              error={errorOf(input.name)}
              onPick={(picture) => state.pick(input.name, picture)}
              onRemove={() => state.removePicture(input.name)}
            />
          ) : (
            <RecordFieldInput
              key={input.name}
              kind={kind}
              input={input}
              value={form[input.name] ?? ''}
              error={errorOf(input.name)}
              isFixed={!isNew && input.name === recordKeys[kind]}
              onChange={(text) => state.change(input.name, text)}
            />
          ),
        )}
      {kind === 'credit-settings' && <CreditPreview form={form} />}
    </fieldset>
  ));
}

/** Tells somebody who is no longer on the staff why nothing is saved; the texts stay to be copied (STF-12i). */
export function LostRole() {
  const { error } = useStaffQuery('getStaffDesk', { everyMs: 60_000 });
  if (error === null || errorCodeOf(error) !== 'NOT_FOUND') return null;
  return <Banner tone="error">{texts.suspended}</Banner>;
}

interface ConflictBannerProps {
  readonly kind: RecordKind;
  readonly state: FormState;
  readonly conflict: Conflict;
}

/** Somebody else was first: which fields they changed, and whose texts are to count (STF-12c). */
function ConflictBanner({ kind, state, conflict: { record } }: ConflictBannerProps) {
  if (record === null)
    return (
      <Banner tone="warn" action={<Button onClick={() => state.save(null)}>{texts.addAgain}</Button>}>
        {texts.gone}
      </Banner>
    );
  const theirs = recordTextsOf(kind, record.values);
  const differing = recordInputs[kind].filter(({ name }) => theirs[name] !== state.opened.base[name]);
  return (
    <div className={styles.conflict}>
      <Banner tone="warn">{texts.changed}</Banner>
      <ul>
        {differing.map(({ name }) => (
          <li key={name}>{texts.difference(recordLabels[kind][name] ?? name, theirs[name] || texts.empty)}</li>
        ))}
      </ul>
      <div className={styles.choices}>
        <Button onClick={() => state.takeTheirs(record)}>{texts.takeTheirs}</Button>
        <Button onClick={() => state.save(record)}>{texts.overwrite}</Button>
      </div>
    </div>
  );
}

function RemoveButton({
  kind,
  record,
  onClose,
}: Omit<RecordFormProps, 'initial' | 'record'> & { record: StoredRecord }) {
  const toast = useToast();
  const [isAsked, setAsked] = useState(false);
  const removing = useStaffWrite('deleteStaffRecord', (_, answer) => {
    if (answer.result !== 'ok') return;
    toast(texts.removed);
    onClose();
  });
  const { data, error } = removing;
  const refused = data?.problems.map(({ code, about }) => faultText(code, about)).join('') || null;
  const failed = error ? errorText(errorCodeOf(error)) : data?.result === 'changed' ? texts.changed : refused;
  return (
    <>
      {failed && (
        <p role="alert" className={styles.fault}>
          {failed}
        </p>
      )}
      <Button isBusy={removing.isPending} onClick={() => setAsked(true)}>
        {texts.remove}
      </Button>
      {isAsked && (
        <ConfirmModal
          text={texts.askRemove(String(record.values[recordTitles[kind]] ?? ''))}
          actionLabel={texts.remove}
          isDangerous
          onConfirm={() => removing.mutate({ kind, key: record.key, revision: record.revision })}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
