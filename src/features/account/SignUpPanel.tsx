import { type ComponentProps, useState } from 'react';
import { login, signUp } from '../../messages/jaAccount.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { usePaths } from '../../navigation/paths.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/Field.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { NameField, NicknameField, OptionalFields } from './AttributeFields.tsx';
import styles from './account.module.css';
import { EmailField } from './EmailField.tsx';
import { useSignUpForm } from './useSignUpForm.ts';

/** Sign-up (ACC-04). custom:extended1 is the year of birth, custom:extended2 the prefecture; both may stay empty. */
export function SignUpPanel() {
  const overlays = useOverlays();
  const { formElement, form, errors, isBusy, error, set, handleSubmit } = useSignUpForm();
  const openLogin = () => overlays.open({ mode: 'login' });
  return (
    <form ref={formElement} className={styles.form} onSubmit={handleSubmit} noValidate>
      <NicknameField values={form} errors={errors} onChange={set} />
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
      <MoreAboutFan values={form} errors={errors} onChange={set} />
      <div className={styles.sticky}>
        {error && (
          <Banner
            tone="error"
            action={
              error === 'UsernameExistsException' && (
                <Button variant="quiet" onClick={openLogin}>
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
      <HaveAlready onLogin={openLogin} />
    </form>
  );
}

/** What sign-up can go without, and the settings ask for later: open where something stands in it. */
function MoreAboutFan(props: ComponentProps<typeof NameField>) {
  const { name, extended1, extended2 } = props.values;
  const [wasFilled] = useState(name + extended1 + extended2 !== '');
  const hasProblem = props.errors.name !== undefined;
  return (
    <details className={styles.more} open={wasFilled || hasProblem || undefined}>
      <summary>{signUp.more}</summary>
      <div className={styles.moreFields}>
        <NameField {...props} isOptional />
        <OptionalFields {...props} />
      </div>
    </details>
  );
}

/** For those who have an account, or the code of one, already. */
function HaveAlready({ onLogin }: { readonly onLogin: () => void }) {
  const paths = usePaths();
  return (
    <>
      <p className={styles.aside}>
        <span>{signUp.haveAccount}</span>
        <Button onClick={onLogin}>{login.submit}</Button>
      </p>
      <p className={styles.aside}>
        <span>{signUp.haveCode}</span>
        <LinkButton href={paths.common('account-activation')}>{login.code}</LinkButton>
      </p>
    </>
  );
}
