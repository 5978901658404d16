import { useState } from 'react';
import type { CaseRow } from '../contract/staffEndpoints.ts';
import { reportsPage as texts } from '../messages/jaStaff.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { CaseCard } from './CaseCard.tsx';
import { Loaded } from './Loaded.tsx';
import styles from './Staff.module.css';
import { useStaffQuery } from './useStaff.tsx';

type State = 'open' | 'decided';

/** Cases of the tenant: those that wait, the oldest first, and those that are decided. */
export function ReportsPage() {
  const [state, setState] = useState<State>('open');
  return (
    <>
      <fieldset className={styles.switch}>
        <legend className="visually-hidden">{texts.states}</legend>
        {(['open', 'decided'] as const).map((one) => (
          <button key={one} type="button" aria-pressed={state === one} onClick={() => setState(one)}>
            {texts[one]}
          </button>
        ))}
      </fieldset>
      <CaseList key={state} state={state} />
    </>
  );
}

function CaseList({ state }: { readonly state: State }) {
  const query = useStaffQuery('getStaffCases', { query: { state }, ...(state === 'open' ? { everyMs: 30_000 } : {}) });
  /** Cases that were decided here stay in their place with the way back, until the list is opened anew. */
  const [decided, setDecided] = useState<readonly CaseRow[]>([]);
  return (
    <Loaded query={query}>
      {({ list }) => {
        const shown = [...decided, ...list.filter((one) => !decided.some(({ case_id }) => case_id === one.case_id))];
        if (shown.length === 0)
          return state === 'open' ? (
            <EmptyState title={texts.noneOpen}>{texts.noneOpenText}</EmptyState>
          ) : (
            <EmptyState title={texts.noneDecided} />
          );
        return (
          <>
            {state === 'open' && <p className={styles.keys}>{texts.keys}</p>}
            <ul className={styles.cases}>
              {shown.toSorted(inOrder(state)).map((one) => (
                <li key={one.case_id}>
                  <CaseCard
                    row={one}
                    onDecided={(row) =>
                      setDecided((rows) => [...rows.filter(({ case_id }) => case_id !== row.case_id), row])
                    }
                    onUndone={() => setDecided((rows) => rows.filter(({ case_id }) => case_id !== one.case_id))}
                  />
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </Loaded>
  );
}

const inOrder =
  (state: State) =>
  (a: CaseRow, b: CaseRow): number =>
    state === 'open' ? a.case_id - b.case_id : (b.decided_at ?? '').localeCompare(a.decided_at ?? '');
