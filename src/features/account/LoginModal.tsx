import { type SubmitEvent, useId, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { login } from '../../messages/jaAccount.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { pageOf, usePaths } from '../../navigation/paths.ts';
import { storePage } from '../../navigation/storedPage.ts';
import { useWaitingActionControl } from '../../services/requireLogin.ts';
import { useServices, useSession, useTenant } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/Field.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import styles from './account.module.css';
import { EmailField } from './EmailField.tsx';
import { loadPendingEmail, savePendingEmail } from './pendingEmail.ts';
import { useSubmit } from './useSubmit.ts';

/** ACC-01, ACC-02: login, then the action that waited, or the rules of a tenant the fan is new to. */
export function LoginModal({ onClose }: { readonly onClose: () => void }) {
  const { session } = useServices();
  const state = useSession();
  const waiting = useWaitingActionControl();
  const paths = usePaths();
  const tenant = useTenant();
  const [address, navigate] = useLocation();
  const overlays = useOverlays();
  const formId = useId();
  const [email, setEmail] = useState(loadPendingEmail);
  const [password, setPassword] = useState('');
  const { isBusy, error, submit } = useSubmit();

  const finish = async () => {
    const { next } = await session.login(email, password);
    const page = pageOf(address);
    const isNewcomer = page === 'create-account' || page === 'account-activation' || page === 'forgot-password';
    if (next === 'rule-agreement') {
      if (!isNewcomer && page !== 'rule-agreement') storePage(tenant.id);
      navigate(paths.common('rule-agreement'), { replace: true });
      overlays.closeAll();
      return;
    }
    if (isNewcomer) navigate(paths.home, { replace: true });
    overlays.close('login');
    waiting.resume();
  };
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void submit(finish);
  };
  const leave = () => {
    savePendingEmail(email);
    waiting.forget();
    overlays.closeAll();
  };

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
        {error && (
          <Banner
            tone="error"
            action={
              error === 'UserNotConfirmedException' && (
                <Link href={paths.common('account-activation')} replace className={styles.bannerLink} onClick={leave}>
                  {login.activate}
                </Link>
              )
            }
          >
            {errorText(error)}
          </Banner>
        )}
        {state.status === 'expired' && !error && <Banner tone="info">{login.retryAs(state.user.name)}</Banner>}
        <div className={styles.shared}>
          <p className={styles.sharedTitle}>{login.common}</p>
          <p className={styles.hint}>{login.commonHint}</p>
        </div>
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
        <nav className={styles.links}>
          <Link href={paths.common('forgot-password')} replace onClick={leave}>
            {login.forgot}
          </Link>
          <Link href={paths.common('account-activation')} replace onClick={leave}>
            {login.code}
          </Link>
        </nav>
        <p className={styles.aside}>
          <span>{login.signUpLead}</span>
          <LinkButton href={paths.common('create-account')} replace onClick={leave}>
            {login.signUp}
          </LinkButton>
        </p>
      </form>
    </Modal>
  );
}
