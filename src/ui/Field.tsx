import { Eye, EyeOff } from 'lucide-react';
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react';
import { fields } from '../messages/jaFields.ts';
import styles from './Field.module.css';
import { IconButton } from './IconButton.tsx';
import { useCutText } from './useCutText.ts';

interface Labelled {
  readonly label: string;
  /** Shown below the field and tied to it for screen readers. */
  readonly hint?: ReactNode;
  readonly error?: string | null | undefined;
  readonly isRequired?: boolean;
}

type FrameProps = Labelled & { id: string; isLabelHidden?: boolean; aside?: ReactNode; children: ReactNode };

function Frame(props: FrameProps) {
  const { label, isLabelHidden, hint, error, isRequired, id, aside, children } = props;
  return (
    <div className={styles.field}>
      <div className={isLabelHidden ? 'visually-hidden' : styles.head}>
        <label htmlFor={id} className={styles.label}>
          {label}
          {isRequired && <span className={styles.required}>{fields.required}</span>}
        </label>
        {aside}
      </div>
      {children}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

const described = (id: string, props: Labelled) =>
  [props.hint && `${id}-hint`, props.error && `${id}-error`].filter(Boolean).join(' ') || undefined;
const marks = (id: string, props: Labelled) => ({
  id,
  'aria-describedby': described(id, props),
  'aria-invalid': props.error ? true : undefined,
  'aria-required': props.isRequired || undefined,
});

type TextFieldProps = Labelled & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>;

export function TextField(props: TextFieldProps) {
  const { label, hint, error, isRequired, className, ...rest } = props;
  const id = useId();
  return (
    <Frame label={label} hint={hint} error={error} isRequired={isRequired ?? false} id={id}>
      <input {...rest} {...marks(id, props)} className={`${styles.control} ${className ?? ''}`} />
    </Frame>
  );
}

/** A password field with the show-password toggle (ACC-01). */
export function PasswordField(props: Omit<TextFieldProps, 'type'>) {
  const { label, hint, error, isRequired, className, ...rest } = props;
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    <Frame label={label} hint={hint} error={error} isRequired={isRequired ?? false} id={id}>
      <div className={styles.withButton}>
        <input
          {...rest}
          {...marks(id, props)}
          type={isShown ? 'text' : 'password'}
          className={`${styles.control} ${className ?? ''}`}
        />
        <IconButton
          label={isShown ? fields.hidePassword : fields.showPassword}
          aria-pressed={isShown}
          icon={isShown ? <EyeOff aria-hidden="true" size={20} /> : <Eye aria-hidden="true" size={20} />}
          onClick={() => setShown(!isShown)}
        />
      </div>
    </Frame>
  );
}

type TextAreaProps = Labelled &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'onChange' | 'maxLength'> & {
    readonly value: string;
    readonly onChange: (value: string) => void;
    /** Longer text is cut at this many characters; a counter shows what is used (PST-05). */
    readonly max: number;
  };

export function TextArea(props: TextAreaProps) {
  const { label, hint, error, isRequired, value, onChange, max, className, ...rest } = props;
  const id = useId();
  const { box, used } = useCutText({ value, onChange, max });
  const counter = (
    <span className={styles.counter} data-full={used >= max || undefined} aria-live={used >= max ? 'polite' : 'off'}>
      {fields.counter(used, max)}
    </span>
  );
  return (
    <Frame label={label} hint={hint} error={error} isRequired={isRequired ?? false} id={id} aside={counter}>
      <textarea
        {...rest}
        {...marks(id, props)}
        {...box}
        className={`${styles.control} ${styles.area} ${className ?? ''}`}
      />
    </Frame>
  );
}

type LimitedTextFieldProps = Omit<TextFieldProps, 'onChange' | 'value' | 'maxLength'> & {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Longer text is cut at this many characters. */
  readonly max: number;
};

/** One line of at most so many characters. */
export function LimitedTextField({ value, onChange, max, ...rest }: LimitedTextFieldProps) {
  const { box } = useCutText({ value, onChange, max });
  return <TextField {...rest} {...box} />;
}

type SelectFieldProps = Labelled &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> & {
    /** Its value says what it is: the label is for screen readers alone. */
    readonly isLabelHidden?: boolean;
  };

/** A native select: the phone's own picker is the best one. Pass `<option>`s as children. */
export function SelectField(props: SelectFieldProps) {
  const { label, isLabelHidden = false, hint, error, isRequired, className, children, ...rest } = props;
  const id = useId();
  return (
    <Frame
      label={label}
      isLabelHidden={isLabelHidden}
      hint={hint}
      error={error}
      isRequired={isRequired ?? false}
      id={id}
    >
      <select {...rest} {...marks(id, props)} className={`${styles.control} ${styles.select} ${className ?? ''}`}>
        {children}
      </select>
    </Frame>
  );
}

interface SwitchFieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly disabled?: boolean;
}

export function SwitchField({ label, hint, isOn, onChange, disabled }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className={styles.switchRow}>
      <div>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        className={styles.switch}
        checked={isOn}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  );
}
