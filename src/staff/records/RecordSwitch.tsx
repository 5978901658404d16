import styles from '../Staff.module.css';

interface RecordSwitchProps<T extends string> {
  readonly label: string;
  readonly choices: readonly (readonly [value: T, name: string])[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** Buttons of which one is pressed: what a page or a form shows. */
export function RecordSwitch<T extends string>({ label, choices, value, onChange }: RecordSwitchProps<T>) {
  return (
    <fieldset className={styles.switch}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map(([one, name]) => (
        <button key={one} type="button" aria-pressed={value === one} onClick={() => onChange(one)}>
          {name}
        </button>
      ))}
    </fieldset>
  );
}
