import { type SubmitEvent, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { NAME_MAX } from '../../contract/limits.ts';
import { login, prefectures, signUp } from '../../messages/jaAccount.ts';
import { errorText } from '../../messages/jaErrors.ts';
import type { SignUpForm } from '../../platform/identity.ts';
import { usePaths } from '../../session/paths.ts';
import { useServices } from '../../session/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { useDirtyForm } from '../../ui/dirtyForms.ts';
import { PasswordField, SelectField, TextField } from '../../ui/Field.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import styles from './account.module.css';
import { savePendingEmail } from './pendingEmail.ts';
import { birthYears, checkSignUp, type SignUpErrors } from './signUpForm.ts';
import { useSubmit } from './useSubmit.ts';

const empty: SignUpForm = { email: '', password: '', name: '', nickname: '', extended1: '', extended2: '' };
const firstOf = ['name', 'nickname', 'email', 'password'] as const;

/** Sign-up (ACC-04). custom:extended1 is the year of birth, custom:extended2 the prefecture; both may stay empty. */
export function SignUpPanel() {
  const { session } = useServices();
  const paths = usePaths();
  const [, navigate] = useLocation();
  const overlays = useOverlays();
  const formElement = useRef<HTMLFormElement>(null);
  const [form, setForm] = useState(empty);
  const [errors, setErrors] = useState<SignUpErrors>({});
  const { isBusy, error, submit } = useSubmit();
  useDirtyForm(form !== empty);
  const set = (field: keyof SignUpForm) => (event: { target: { value: string } }) => {
    setForm((before) => ({ ...before, [field]: event.target.value }));
    if (field in errors) setErrors((before) => ({ ...before, [field]: undefined }));
  };

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = checkSignUp(form);
    setErrors(found);
    const first = firstOf.find((field) => found[field]);
    if (first) {
      formElement.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
      return;
    }
    void submit(async () => {
      await session.signUp({
        ...form,
        email: form.email.trim(),
        name: form.name.trim(),
        nickname: form.nickname.trim(),
      });
      savePendingEmail(form.email);
      navigate(paths.common('account-activation'));
    });
  };

  return (
    <form ref={formElement} className={styles.form} onSubmit={handleSubmit} noValidate>
      <TextField
        label={signUp.name}
        hint={signUp.nameHint}
        error={errors.name}
        isRequired
        name="name"
        autoComplete="name"
        maxLength={NAME_MAX}
        value={form.name}
        onChange={set('name')}
      />
      <TextField
        label={signUp.nickname}
        hint={signUp.nicknameHint}
        error={errors.nickname}
        isRequired
        name="nickname"
        autoComplete="nickname"
        maxLength={NAME_MAX}
        value={form.nickname}
        onChange={set('nickname')}
      />
      <TextField
        label={signUp.email}
        error={errors.email}
        isRequired
        type="email"
        name="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={form.email}
        onChange={set('email')}
      />
      <PasswordField
        label={signUp.password}
        hint={signUp.passwordHint}
        error={errors.password}
        isRequired
        name="password"
        autoComplete="new-password"
        value={form.password}
        onChange={set('password')}
      />
      <div className={styles.optional}>
        <p className={styles.hint}>{signUp.optionalHint}</p>
        <div className={styles.two}>
          <SelectField label={signUp.birthYear} name="bday-year" value={form.extended1} onChange={set('extended1')}>
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
            value={form.extended2}
            onChange={set('extended2')}
          >
            <option value="">{signUp.noAnswer}</option>
            {prefectures.map((prefecture) => (
              <option key={prefecture}>{prefecture}</option>
            ))}
          </SelectField>
        </div>
      </div>
      <div className={styles.sticky}>
        {error && (
          <Banner
            tone="error"
            action={
              error === 'UsernameExistsException' && (
                <Button variant="quiet" onClick={() => overlays.open({ mode: 'login' })}>
                  {login.submit}
                </Button>
              )
            }
          >
            {errorText(error)}
          </Banner>
        )}
        <Button type="submit" variant="primary" size="l" isWide isBusy={isBusy}>
          {signUp.submit}
        </Button>
      </div>
      <p className={styles.aside}>
        <span>{signUp.haveAccount}</span>
        <Button onClick={() => overlays.open({ mode: 'login' })}>{login.submit}</Button>
      </p>
      <p className={styles.aside}>
        <span>{signUp.haveCode}</span>
        <Link href={paths.common('account-activation')} className={styles.strongLink}>
          {login.code}
        </Link>
      </p>
    </form>
  );
}
