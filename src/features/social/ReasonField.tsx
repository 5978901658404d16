import { REPORT_REASONS, type ReportReason } from '../../contract/reports.ts';
import { reportReasons, report as texts } from '../../messages/jaReports.ts';
import styles from './WordsModal.module.css';

interface ReasonFieldProps {
  readonly value: ReportReason;
  readonly onChange: (reason: ReportReason) => void;
}

/** Why something is reported: one of a list. */
export const ReasonField = ({ value, onChange }: ReasonFieldProps) => (
  <fieldset className={styles.reasons}>
    <legend>{texts.reason}</legend>
    {REPORT_REASONS.map((one) => (
      <label key={one} className={styles.reason}>
        <input type="radio" name="reason" checked={value === one} onChange={() => onChange(one)} />
        <span>{reportReasons[one]}</span>
      </label>
    ))}
  </fieldset>
);
