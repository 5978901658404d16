import { CODE_DIGITS } from '../../contract/limits.ts';
import { TextField } from '../../ui/Field.tsx';
import styles from './account.module.css';

/** Digits a code has at least: it is a longer one while somebody guesses. */
export const CODE_LENGTH = CODE_DIGITS.usual;
/** Digits only; a full-width digit of the Japanese keyboard counts too. */
const digitsOf = (text: string) => text.normalize('NFKC').replace(/\D/g, '').slice(0, CODE_DIGITS.guarded);

interface CodeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (code: string) => void;
}

/** The digits of a mail: typed, pasted with what stands around them, or filled in by the phone (WCAG 3.3.8). */
export function CodeField({ label, value, onChange }: CodeFieldProps) {
  return (
    <TextField
      label={label}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      className={styles.code}
      value={value}
      onChange={(event) => onChange(digitsOf(event.target.value))}
    />
  );
}
