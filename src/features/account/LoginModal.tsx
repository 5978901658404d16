import { type SubmitEvent, useId, useState } from 'react';
import { Link } from 'wouter';
import type { ErrorCode } from '../../contract/errors.ts';
import { login } from '../../messages/jaAccount.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { usePaths } from '../../navigation/paths.ts';
import { useWaitingActionControl } from '../../services/requireLogin.ts';
import { useSession } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/Field.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import styles from './account.module.css';
import { EmailField } from './EmailField.tsx';
import { loadPendingEmail, savePendingEmail } from './pendingEmail.ts';
import { useLogin } from './useLogin.ts';
import { useSubmit } from './useSubmit.ts';

/** ACC-01, ACC-02: login, then the action that waited, or the rules of a tenant the fan is new to. */
export function LoginModal({ onClose }: { readonly onClose: () => void }) {
  const state = useSession();
  const logIn = useLogin();
  const formId = useId();
  const [email, setEmail] = useState(loadPendingEmail);
  const [password, setPassword] = useState('');
  const { isBusy, error, submit } = useSubmit();

  const finish = () => logIn(email, password);
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void submit(finish);
  };
  const leave = useLeaveLogin(email);

  return (
    <Modal
      title={login.title}
      onClose={onClose}
      isClosedByBackground={email === '' && password === ''}
      actions={
        <Button type="submit" form={formId} variant="primary" size="l" isWide isBusy={isBusy}>
          {login.submit}
        </Button>
      }
    >
      <form id={formId} className={styles.form} onSubmit={handleSubmit} noValidate>
        {error && <LoginFailure error={error} onLeave={leave} />}
        {state.status === 'expired' && !error && <Banner tone="info">{login.retryAs(state.user.name)}</Banner>}
        <CommonAccount />
        <EmailField
          label={login.email}
          enterKeyHint="next"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <PasswordField
          label={login.password}
          name="password"
          autoComplete="current-password"
          enterKeyHint="go"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <AccountLinks onLeave={leave} />
      </form>
    </Modal>
  );
}

/** Gives the login up for a page that helps: nothing waits for it any more, and the page knows the address. */
function useLeaveLogin(email: string) {
  const waiting = useWaitingActionControl();
  const overlays = useOverlays();
  return () => {
    savePendingEmail(email);
    waiting.forget();
    overlays.closeAll();
  };
}

/** One account serves all tenants. */
const CommonAccount = () => (
  <div className={styles.shared}>
    <p className={styles.sharedTitle}>{login.common}</p>
    <p className={styles.hint}>{login.commonHint}</p>
  </div>
);

interface LoginFailureProps {
  readonly error: ErrorCode;
  /** Runs before the page changes. */
  readonly onLeave: () => void;
}

/** Why the login failed; an account that is not confirmed yet gets the way to its code. */
function LoginFailure({ error, onLeave }: LoginFailureProps) {
  const paths = usePaths();
  return (
    <Banner
      tone="error"
      action={
        error === 'UserNotConfirmedException' && (
          <Link href={paths.common('account-activation')} replace className={styles.bannerLink} onClick={onLeave}>
            {login.activate}
          </Link>
        )
      }
    >
      {errorText(error)}
    </Banner>
  );
}

/** The pages for those who cannot log in: password forgotten, not confirmed yet, no account. `onLeave` runs before the page changes. */
function AccountLinks({ onLeave }: { readonly onLeave: () => void }) {
  const paths = usePaths();
  return (
    <>
      <nav className={styles.links}>
        <Link href={paths.common('forgot-password')} replace onClick={onLeave}>
          {login.forgot}
        </Link>
        <Link href={paths.common('account-activation')} replace onClick={onLeave}>
          {login.code}
        </Link>
      </nav>
      <p className={styles.aside}>
        <span>{login.signUpLead}</span>
        <LinkButton href={paths.common('create-account')} replace onClick={onLeave}>
          {login.signUp}
        </LinkButton>
      </p>
    </>
  );
}
