import { useState } from 'react';
import type { CaseRow } from '../contract/staffEndpoints.ts';
import { DECISION_REASON_MAX } from '../contract/staffLimits.ts';
import { errorText } from '../messages/jaErrors.ts';
import { reportsPage as texts } from '../messages/jaStaff.ts';
import { showWireTime } from '../rules/dates.ts';
import { errorCodeOf } from '../rules/errorCode.ts';
import { isBlank } from '../rules/visibleText.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { LimitedTextField } from '../ui/Field.tsx';
import { useToast } from '../ui/toasts.tsx';
import styles from './Staff.module.css';
import { useStaffWrite } from './useStaff.tsx';

interface AppealProps {
  readonly row: CaseRow;
  readonly appeal: NonNullable<CaseRow['appeal']>;
}

/** What the author says against a decision, and its answer: by somebody else than decided, if there is somebody (STF-06). */
export function Appeal({ row, appeal }: AppealProps) {
  const toast = useToast();
  const [reason, setReason] = useState('');
  const answering = useStaffWrite('putStaffAppealAnswer', ({ outcome }) => toast(texts.answered[outcome]));
  const answer = (outcome: 'kept' | 'overturned') => answering.mutate({ case_id: row.case_id, outcome, reason });
  return (
    <div className={styles.form}>
      <p className={styles.quiet}>{texts.appeal(showWireTime(appeal.sent_at))}</p>
      <p className={styles.quote}>{appeal.text}</p>
      {appeal.outcome !== null ? (
        <p>
          {texts.answered[appeal.outcome]}
          {appeal.reason ? `（${appeal.reason}）` : ''}
        </p>
      ) : appeal.is_others ? (
        <p className={styles.quiet}>{texts.isOthers}</p>
      ) : (
        <>
          <LimitedTextField label={texts.answerReason} value={reason} onChange={setReason} max={DECISION_REASON_MAX} />
          {answering.error && <Banner tone="error">{errorText(errorCodeOf(answering.error))}</Banner>}
          <div className={styles.choices}>
            {(['kept', 'overturned'] as const).map((outcome) => (
              <Button
                key={outcome}
                isBusy={answering.isPending}
                disabled={isBlank(reason)}
                onClick={() => answer(outcome)}
              >
                {outcome === 'kept' ? texts.keep : texts.overturn}
              </Button>
            ))}
          </div>
        </>
      )}
    </div>
  );
}
