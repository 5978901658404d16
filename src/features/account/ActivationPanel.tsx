import { type SubmitEvent, useState } from 'react';
import { activation } from '../../messages/jaAccount.ts';
import { emailAlreadyConfirmed, errorText } from '../../messages/jaErrors.ts';
import { isAlreadyConfirmed } from '../../platform/identity/identityCall.ts';
import { useServices } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import styles from './account.module.css';
import { CODE_LENGTH, CodeField } from './CodeField.tsx';
import { EmailField } from './EmailField.tsx';
import { loadPendingEmail, savePendingEmail } from './pendingEmail.ts';
import { useSubmit } from './useSubmit.ts';

/** Confirmation code (ACC-04): entering it, asking for another, what to do when none arrives. */
export function ActivationPanel() {
  const { session } = useServices();
  const overlays = useOverlays();
  const [email, setEmail] = useState(loadPendingEmail);
  const [isEmailKnown] = useState(email !== '');
  const [code, setCode] = useState('');
  const [isResent, setResent] = useState(false);
  const [isDone, setDone] = useState(false);
  const confirming = useSubmit();
  const resending = useSubmit();
  const error = confirming.error ?? resending.error;
  const isConfirmed = [confirming, resending].some(({ cause }) => isAlreadyConfirmed(cause));

  const openLogin = () => overlays.open({ mode: 'login' });
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    setResent(false);
    resending.clear();
    void confirming.submit(async () => {
      await session.confirm(email, code);
      savePendingEmail(email);
      setDone(true);
      openLogin();
    });
  };
  const handleResend = async () => {
    confirming.clear();
    setResent(false);
    savePendingEmail(email);
    if (await resending.submit(() => session.resend(email))) setResent(true);
  };

  if (isDone) return <AccountConfirmed onLogin={openLogin} />;
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <p className={styles.pageLead}>{isEmailKnown ? activation.sentTo(email) : activation.lead}</p>
      {!isEmailKnown && (
        <EmailField label={activation.email} value={email} onChange={(event) => setEmail(event.target.value)} />
      )}
      <CodeField label={activation.code} value={code} onChange={setCode} />
      {error && (
        <Banner
          tone="error"
          action={
            isConfirmed && (
              <Button variant="quiet" onClick={openLogin}>
                {activation.login}
              </Button>
            )
          }
        >
          {isConfirmed ? emailAlreadyConfirmed : errorText(error)}
        </Banner>
      )}
      {isResent && <Banner tone="ok">{activation.resent}</Banner>}
      <Button
        type="submit"
        variant="primary"
        size="l"
        isWide
        isBusy={confirming.isBusy}
        disabled={code.length < CODE_LENGTH || email.trim() === ''}
      >
        {activation.submit}
      </Button>
      <div className={styles.pair}>
        <Button isBusy={resending.isBusy} disabled={email.trim() === ''} onClick={handleResend}>
          {activation.resend}
        </Button>
        <Button variant="quiet" onClick={() => overlays.open({ mode: 'code-problem', about: 'sign-up' })}>
          {activation.problem}
        </Button>
      </div>
    </form>
  );
}

function AccountConfirmed({ onLogin }: { readonly onLogin: () => void }) {
  return (
    <EmptyState
      title={activation.done}
      action={
        <Button variant="primary" size="l" onClick={onLogin}>
          {activation.login}
        </Button>
      }
    >
      {activation.doneText}
    </EmptyState>
  );
}
