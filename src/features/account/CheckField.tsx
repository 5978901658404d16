import { useId } from 'react';
import styles from './account.module.css';

interface CheckFieldProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A checkbox in a line with its words, which can be pressed as well. */
export function CheckField({ label, isOn, onChange }: CheckFieldProps) {
  const id = useId();
  return (
    <label htmlFor={id} className={styles.check}>
      <input id={id} type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}
