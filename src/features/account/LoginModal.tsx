import { type SubmitEvent, useId, useState } from 'react';
import { Link } from 'wouter';
import type { ErrorCode } from '../../contract/errors.ts';
import { login } from '../../messages/jaAccount.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { haveAccount, loginOrSignUp, loginReasons, newHere } from '../../messages/jaLogin.ts';
import { usePaths } from '../../navigation/paths.ts';
import { useWaitingAction, useWaitingActionControl, type WaitingAction } from '../../services/requireLogin.ts';
import { useSession, useTenant } from '../../services/services.tsx';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/Field.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { Picture } from '../../ui/Picture.tsx';
import { Phrases } from '../../ui/phrases/Phrases.ts';
import styles from './account.module.css';
import { keepActionAtSignUp } from './actionAtSignUp.ts';
import { EmailField } from './EmailField.tsx';
import { loadPendingEmail, savePendingEmail } from './pendingEmail.ts';
import { keepTypedPassword } from './typedPassword.ts';
import { useLogin } from './useLogin.ts';
import { useSubmit } from './useSubmit.ts';

/** ACC-01, ACC-02: login, then the action that waited, or the rules of a tenant the fan is new to. */
export function LoginModal({ onClose }: { readonly onClose: () => void }) {
  const state = useSession();
  const waiting = useWaitingAction();
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
  /** To the code of the account whose password was just typed. */
  const leaveForCode = () => {
    keepTypedPassword(email, password);
    leave();
  };

  return (
    <Modal
      title={waiting === null ? login.title : <LoginHead action={waiting} />}
      onClose={onClose}
      isClosedByBackground={email === '' && password === ''}
      actions={
        <div className={styles.ways}>
          {/* Who was signed in here has an account. */}
          {state.status !== 'expired' && <SignUpWay onLeave={leave} />}
          <div>
            <p className={styles.hint}>{haveAccount}</p>
            <Button type="submit" form={formId} variant="primary" size="l" isWide isBusy={isBusy}>
              {login.submit}
            </Button>
          </div>
        </div>
      }
    >
      <form id={formId} className={styles.form} onSubmit={handleSubmit} noValidate>
        {error && <LoginFailure error={error} onLeave={leaveForCode} />}
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

/** What the login is for, and the photo it is about. */
function LoginHead({ action: { reason, photo } }: { readonly action: WaitingAction }) {
  const urls = usePictureUrls();
  return (
    <span className={styles.head}>
      {photo !== undefined && (
        <Picture
          className={styles.headPhoto}
          sources={urls.smallFirst(photo)}
          alt=""
          width={1}
          height={1}
          color="transparent"
          isEager
        />
      )}
      <span>
        <Phrases text={loginReasons[reason]} />{' '}
        <small>
          <Phrases text={loginOrSignUp} />
        </small>
      </span>
    </span>
  );
}

/** Gives the login up for a page that helps: the action waits for the end of it there, and the page knows the address. */
function useLeaveLogin(email: string) {
  const { forget } = useWaitingActionControl();
  const tenant = useTenant();
  const overlays = useOverlays();
  return () => {
    savePendingEmail(email);
    const action = forget();
    if (action !== null) keepActionAtSignUp(action, tenant.id);
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

interface LoginFailureProps extends LeavingProps {
  readonly error: ErrorCode;
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

interface LeavingProps {
  /** Runs before the page changes. */
  readonly onLeave: () => void;
}

/** The pages for those who cannot log in: password forgotten, not confirmed yet. */
function AccountLinks({ onLeave }: LeavingProps) {
  const paths = usePaths();
  return (
    <nav className={styles.links}>
      <Link href={paths.common('forgot-password')} replace onClick={onLeave}>
        {login.forgot}
      </Link>
      <Link href={paths.common('account-activation')} replace onClick={onLeave}>
        {login.code}
      </Link>
    </nav>
  );
}

/** The sign-up, as large as the login beside it (FAN-07b). */
function SignUpWay({ onLeave }: LeavingProps) {
  const paths = usePaths();
  return (
    <div>
      <p className={styles.hint}>{newHere}</p>
      <LinkButton href={paths.common('create-account')} size="l" replace onClick={onLeave}>
        {login.signUp}
      </LinkButton>
    </div>
  );
}
