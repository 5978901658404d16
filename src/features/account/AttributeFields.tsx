import { NAME_MAX } from '../../contract/limits.ts';
import { prefectures, signUp } from '../../messages/jaAccount.ts';
import { LimitedTextField, SelectField } from '../../ui/Field.tsx';
import styles from './account.module.css';
import { type Attributes, birthYears, type SignUpErrors } from './signUpForm.ts';

interface AttributeFieldsProps {
  readonly values: Attributes;
  readonly errors: SignUpErrors;
  readonly onChange: (field: keyof Attributes, value: string) => void;
}

interface NameFieldProps extends AttributeFieldsProps {
  /** Sign-up may go without it: then the nickname is sent. */
  readonly isOptional?: boolean;
}

/** The name nobody else is told (ACC-04, ACC-11). */
export const NameField = ({ values, errors, onChange, isOptional = false }: NameFieldProps) => (
  <LimitedTextField
    label={signUp.name}
    hint={isOptional ? signUp.nameOptionalHint : signUp.nameHint}
    error={errors.name}
    isRequired={!isOptional}
    name="name"
    autoComplete="name"
    max={NAME_MAX}
    value={values.name}
    onChange={(value) => onChange('name', value)}
  />
);

/** The public name (ACC-04, ACC-11). */
export const NicknameField = ({ values, errors, onChange }: AttributeFieldsProps) => (
  <LimitedTextField
    label={signUp.nickname}
    hint={signUp.nicknameHint}
    error={errors.nickname}
    isRequired
    name="nickname"
    autoComplete="nickname"
    max={NAME_MAX}
    value={values.nickname}
    onChange={(value) => onChange('nickname', value)}
  />
);

/** Year of birth (custom:extended1) and prefecture (custom:extended2); both may stay empty. */
export function OptionalFields({ values, onChange }: Omit<AttributeFieldsProps, 'errors'>) {
  return (
    <>
      <p className={styles.hint}>{signUp.optionalHint}</p>
      <div className={styles.two}>
        <SelectField
          label={signUp.birthYear}
          name="bday-year"
          autoComplete="bday-year"
          value={values.extended1}
          onChange={(event) => onChange('extended1', event.target.value)}
        >
          <option value="">{signUp.noAnswer}</option>
          {birthYears(new Date().getFullYear()).map((year) => (
            <option key={year} value={year}>
              {signUp.year(year)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={signUp.prefecture}
          name="prefecture"
          autoComplete="address-level1"
          value={values.extended2}
          onChange={(event) => onChange('extended2', event.target.value)}
        >
          <option value="">{signUp.noAnswer}</option>
          {prefectures.map((prefecture) => (
            <option key={prefecture}>{prefecture}</option>
          ))}
        </SelectField>
      </div>
    </>
  );
}
