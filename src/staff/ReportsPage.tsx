import { useState } from 'react';
import { DECISIONS_TOGETHER } from '../contract/reports.ts';
import type { CaseRow, StaffAnswer } from '../contract/staffEndpoints.ts';
import { CASES_LISTED, DECIDED_TOGETHER_MAX, DECISION_REASON_MAX } from '../contract/staffLimits.ts';
import { errorText } from '../messages/jaErrors.ts';
import { decisionNames, reportsPage as texts } from '../messages/jaStaff.ts';
import { errorCodeOf } from '../rules/errorCode.ts';
import { isBlank } from '../rules/visibleText.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { LimitedTextField } from '../ui/Field.tsx';
import { useToast } from '../ui/toasts.tsx';
import { CaseCard, titleOf } from './CaseCard.tsx';
import { HeldWords } from './HeldWords.tsx';
import { Loaded } from './Loaded.tsx';
import styles from './Staff.module.css';
import { useStaffQuery, useStaffWrite } from './useStaff.tsx';

type State = 'open' | 'appealed' | 'decided';
const STATES = ['open', 'appealed', 'decided'] as const;
const NONE: Readonly<Record<State, string>> = {
  open: texts.noneOpen,
  appealed: texts.noneAppealed,
  decided: texts.noneDecided,
};

/** Cases of the tenant: those that wait and those with an appeal, the oldest first, and those that are decided. */
export function ReportsPage() {
  const [state, setState] = useState<State>('open');
  return (
    <>
      <fieldset className={styles.switch}>
        <legend className="visually-hidden">{texts.states}</legend>
        {STATES.map((one) => (
          <button key={one} type="button" aria-pressed={state === one} onClick={() => setState(one)}>
            {texts[one]}
          </button>
        ))}
      </fieldset>
      <CaseList key={state} state={state} />
      {state === 'open' && <HeldWords />}
    </>
  );
}

function CaseList({ state }: { readonly state: State }) {
  const query = useStaffQuery('getStaffCases', {
    query: { state },
    ...(state === 'decided' ? {} : { everyMs: 30_000 }),
  });
  /**
   * Cases that stay in their place until the list is opened anew: decided ones with the way back, and those whose decision got no answer.
   * The server may have such a decision, and then its list lacks the case.
   */
  const [kept, setKept] = useState<readonly CaseRow[]>([]);
  /** Cases to be decided together; null: one at a time. */
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null);
  const keep = (rows: readonly CaseRow[]) =>
    setKept((known) => [...known.filter((row) => !hasCase(rows, row)), ...rows]);
  const drop = (caseId: number) => setKept((known) => known.filter(({ case_id }) => case_id !== caseId));
  const choose = (caseId: number, isChosen: boolean) =>
    setChosen(
      (known) => new Set(isChosen ? [...(known ?? []), caseId] : [...(known ?? [])].filter((id) => id !== caseId)),
    );
  return (
    <Loaded query={query}>
      {({ list }) => {
        const stays = kept.filter((row) => row.decision !== null || !hasCase(list, row));
        const shown = [...stays, ...list.filter((one) => !hasCase(stays, one))];
        if (shown.length === 0)
          return <EmptyState title={NONE[state]}>{state === 'open' ? texts.noneOpenText : undefined}</EmptyState>;
        return (
          <>
            {state === 'open' && <p className={styles.keys}>{texts.keys}</p>}
            {list.length >= CASES_LISTED.cases && (
              <p className={styles.quiet}>{texts.listed[state](CASES_LISTED.cases)}</p>
            )}
            {state === 'open' && list.length > 1 && (
              <Button aria-pressed={chosen !== null} onClick={() => setChosen(chosen === null ? new Set() : null)}>
                {chosen === null ? texts.select : texts.stopSelect}
              </Button>
            )}
            <ul className={styles.cases}>
              {shown.toSorted(inOrder(state)).map((one) => (
                <li key={one.case_id}>
                  {chosen !== null && one.decision === null && (
                    <label className={styles.choose}>
                      <input
                        type="checkbox"
                        checked={chosen.has(one.case_id)}
                        disabled={!chosen.has(one.case_id) && chosen.size >= DECIDED_TOGETHER_MAX}
                        onChange={(event) => choose(one.case_id, event.target.checked)}
                      />
                      <span>{texts.selectOf(titleOf(one))}</span>
                    </label>
                  )}
                  <CaseCard
                    row={one}
                    onDecided={(row) => keep([row])}
                    onUndone={() => drop(one.case_id)}
                    onFailed={(isOthers) => (isOthers ? drop(one.case_id) : keep([one]))}
                  />
                </li>
              ))}
            </ul>
            {chosen !== null && chosen.size > 0 && (
              <Together
                rows={shown.filter(({ case_id }) => chosen.has(case_id))}
                onDone={(rows) => {
                  keep(rows);
                  setChosen(null);
                }}
              />
            )}
          </>
        );
      }}
    </Loaded>
  );
}

interface TogetherProps {
  readonly rows: readonly CaseRow[];
  readonly onDone: (decided: readonly CaseRow[]) => void;
}

/** Decides several cases alike: what fails of them stays in the list, and the sentence says how many. */
function Together({ rows, onDone }: TogetherProps) {
  const toast = useToast();
  const [reason, setReason] = useState('');
  const deciding = useStaffWrite('putStaffDecisions', (body, { list }: StaffAnswer<'putStaffDecisions'>) => {
    const done = list.flatMap(({ case_id, outcome }) => (outcome === 'ok' ? [case_id] : []));
    toast(texts.doneTogether(done.length, list.length - done.length), done.length < list.length ? 'error' : undefined);
    const decided = rows.filter(({ case_id }) => done.includes(case_id));
    onDone(decided.map((row) => ({ ...row, decision: body.decision, reason: body.reason, decided_at: '' })));
  });
  return (
    <section className={styles.together} aria-label={texts.select}>
      <p aria-live="polite">{texts.selected(rows.length)}</p>
      <LimitedTextField label={texts.reason} value={reason} onChange={setReason} max={DECISION_REASON_MAX} />
      {deciding.error && <Banner tone="error">{errorText(errorCodeOf(deciding.error))}</Banner>}
      <div className={styles.choices}>
        {DECISIONS_TOGETHER.map((decision) => (
          <Button
            key={decision}
            isBusy={deciding.isPending}
            disabled={decision !== 'none' && isBlank(reason)}
            aria-label={texts.together(decisionNames[decision])}
            onClick={() => deciding.mutate({ case_ids: rows.map(({ case_id }) => case_id), decision, reason })}
          >
            {decisionNames[decision]}
          </Button>
        ))}
      </div>
    </section>
  );
}

const hasCase = (rows: readonly CaseRow[], { case_id }: CaseRow): boolean =>
  rows.some((row) => row.case_id === case_id);

const inOrder =
  (state: State) =>
  (a: CaseRow, b: CaseRow): number =>
    state === 'decided' ? (b.decided_at ?? '').localeCompare(a.decided_at ?? '') : a.case_id - b.case_id;
