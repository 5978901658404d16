import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { login, signUp } from '../../messages/jaAccount.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { usePaths } from '../../navigation/paths.ts';
import type { SignUpForm } from '../../platform/identity/identity.ts';
import { useServices } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/Field.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { useDirtyForm } from '../../ui/useDirtyForm.ts';
import { NameFields, OptionalFields } from './AttributeFields.tsx';
import styles from './account.module.css';
import { EmailField } from './EmailField.tsx';
import { savePendingEmail } from './pendingEmail.ts';
import { forgetSignUpDraft, keepSignUpDraft, loadSignUpDraft } from './signUpDraft.ts';
import { checkSignUp, type SignUpErrors } from './signUpForm.ts';
import { useSubmit } from './useSubmit.ts';

const empty: SignUpForm = { email: '', password: '', name: '', nickname: '', extended1: '', extended2: '' };
/** What was typed before a reload, else the empty form itself: it is what counts as untouched. */
function firstForm(): SignUpForm {
  const draft = loadSignUpDraft();
  return draft === null ? empty : { ...empty, ...draft };
}
const firstOf = ['name', 'nickname', 'email', 'password'] as const;

/** Sign-up (ACC-04). custom:extended1 is the year of birth, custom:extended2 the prefecture; both may stay empty. */
export function SignUpPanel() {
  const { session } = useServices();
  const paths = usePaths();
  const [, navigate] = useLocation();
  const overlays = useOverlays();
  const formElement = useRef<HTMLFormElement>(null);
  const [form, setForm] = useState(firstForm);
  const [errors, setErrors] = useState<SignUpErrors>({});
  const { isBusy, error, submit } = useSubmit();
  useDirtyForm(form !== empty);
  useEffect(() => {
    if (form !== empty) keepSignUpDraft(form);
  }, [form]);
  // A reload runs no cleanup: this is the way to another page.
  useEffect(() => forgetSignUpDraft, []);
  const set = (field: keyof SignUpForm, value: string) => {
    setForm((before) => ({ ...before, [field]: value }));
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
        name: form.name.trim(),
        nickname: form.nickname.trim(),
      });
      savePendingEmail(form.email);
      forgetSignUpDraft();
      navigate(paths.common('account-activation'));
    });
  };

  return (
    <form ref={formElement} className={styles.form} onSubmit={handleSubmit} noValidate>
      <NameFields values={form} errors={errors} onChange={set} />
      <EmailField
        label={signUp.email}
        error={errors.email}
        isRequired
        value={form.email}
        onChange={(event) => set('email', event.target.value)}
      />
      <PasswordField
        label={signUp.password}
        hint={signUp.passwordHint}
        error={errors.password}
        isRequired
        name="password"
        autoComplete="new-password"
        value={form.password}
        onChange={(event) => set('password', event.target.value)}
      />
      <OptionalFields values={form} onChange={set} />
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
        <LinkButton href={paths.common('account-activation')}>{login.code}</LinkButton>
      </p>
    </form>
  );
}
