import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { ErrorCode } from '../../contract/errors.ts';
import { activation, rules } from '../../messages/jaAccount.ts';
import { emailAlreadyConfirmed, errorText } from '../../messages/jaErrors.ts';
import { isAlreadyConfirmed } from '../../platform/identity/identityCall.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import styles from './account.module.css';
import { CheckField } from './CheckField.tsx';
import { CODE_LENGTH, CodeField } from './CodeField.tsx';
import { EmailField } from './EmailField.tsx';
import { loadCodeEmail, loadPendingEmail, savePendingEmail } from './pendingEmail.ts';
import { RulesSummary } from './RulesPanel.tsx';
import { hasTypedPassword, takeTypedPassword } from './typedPassword.ts';
import { useAgree } from './useGoOn.ts';
import { useLogin } from './useLogin.ts';
import { useSubmit } from './useSubmit.ts';

/** Confirmation code (ACC-04): entering it, asking for another, what to do when none arrives. */
export function ActivationPanel() {
  const overlays = useOverlays();
  const { email, setEmail, sentTo, enterOther, formElement } = useAddress();
  const openLogin = () => overlays.open({ mode: 'login' });
  const [passwordOf] = useState(() => (hasTypedPassword(email) ? email : null));
  const [hasAgreed, setAgreed] = useState(false);
  const { code, setCode, isResent, isDone, isConfirmed, error, ...form } = useActivation(email, hasAgreed, openLogin);

  if (isDone) return <AccountConfirmed onLogin={openLogin} />;
  return (
    <form ref={formElement} className={styles.form} onSubmit={form.handleSubmit} noValidate>
      <p className={styles.pageLead}>{sentTo === '' ? activation.lead : activation.sentTo(sentTo)}</p>
      {sentTo === '' && (
        <EmailField label={activation.email} value={email} onChange={(event) => setEmail(event.target.value)} />
      )}
      <CodeField label={activation.code} value={code} onChange={setCode} />
      {error && <ActivationFailure error={error} isConfirmed={isConfirmed} onLogin={openLogin} />}
      {isResent && <Banner tone="ok">{sentTo === '' ? activation.asked(email) : activation.resent}</Banner>}
      {passwordOf === email && <RulesAtOnce isOn={hasAgreed} onChange={setAgreed} />}
      <Button
        type="submit"
        variant="primary"
        size="l"
        isWide
        isBusy={form.isConfirming}
        disabled={code.length < CODE_LENGTH || email.trim() === ''}
      >
        {hasAgreed ? rules.submit : activation.submit}
      </Button>
      <div className={styles.pair}>
        <Button isBusy={form.isResending} disabled={email.trim() === ''} onClick={form.handleResend}>
          {activation.resend}
        </Button>
        <Button variant="quiet" onClick={() => overlays.open({ mode: 'code-problem', about: 'sign-up' })}>
          {activation.problem}
        </Button>
        {sentTo !== '' && (
          <Button variant="quiet" onClick={enterOther}>
            {activation.other}
          </Button>
        )}
      </div>
    </form>
  );
}

/** The address of the account. `sentTo`: where the sign-up had its code sent; '' means that nothing is known of a code. */
function useAddress() {
  const [sentTo, setSentTo] = useState(loadCodeEmail);
  const [email, setEmail] = useState(loadPendingEmail);
  const [asksOther, setAsksOther] = useState(false);
  const formElement = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (asksOther) formElement.current?.querySelector<HTMLInputElement>('[name="email"]')?.focus();
  }, [asksOther]);
  const enterOther = () => {
    setSentTo('');
    setAsksOther(true);
  };
  return { email, setEmail, sentTo, enterOther, formElement };
}

/** The tenant's rules beside the code: who agrees here is not led to their page. Who does not is, after the code. */
function RulesAtOnce({ isOn, onChange }: { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void }) {
  const tenant = useTenant();
  return (
    <>
      <p className={styles.hint}>{activation.agreeLead(tenant.name)}</p>
      <details className={styles.more}>
        <summary>{activation.summary}</summary>
        <div className={styles.moreFields}>
          <RulesSummary />
        </div>
      </details>
      <CheckField label={rules.agree} isOn={isOn} onChange={onChange} />
    </>
  );
}

/** After the code: signs in with the password typed at sign-up, if it is still known; false: the login has to ask for it (FAN-07c). */
function useSignInAtOnce(email: string, hasAgreed: boolean): () => Promise<boolean> {
  const logIn = useLogin();
  const agree = useAgree();
  return async () => {
    const password = takeTypedPassword(email);
    if (password === null) return false;
    return logIn(email, password, hasAgreed ? agree : undefined).then(
      () => true,
      () => false,
    );
  };
}

/** The code as it is typed, and the two requests: confirming it, and another mail. `onConfirmed`: when the login asks for the password. */
function useActivation(email: string, hasAgreed: boolean, onConfirmed: () => void) {
  const { session } = useServices();
  const signInAtOnce = useSignInAtOnce(email, hasAgreed);
  const [code, setCode] = useState('');
  /** Where the last mail was asked for; null means that none was. */
  const [resentTo, setResentTo] = useState<string | null>(null);
  const [isDone, setDone] = useState(false);
  const confirming = useSubmit();
  const resending = useSubmit();
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    setResentTo(null);
    resending.clear();
    void confirming.submit(async () => {
      await session.confirm(email, code);
      savePendingEmail(email);
      if (await signInAtOnce()) return;
      setDone(true);
      onConfirmed();
    });
  };
  const handleResend = async () => {
    confirming.clear();
    setResentTo(null);
    savePendingEmail(email);
    if (await resending.submit(() => session.resend(email))) setResentTo(email);
  };
  return {
    code,
    setCode,
    isDone,
    handleSubmit,
    handleResend,
    isResent: resentTo === email,
    isConfirming: confirming.isBusy,
    isResending: resending.isBusy,
    error: confirming.error ?? resending.error,
    /** The account was confirmed before. */
    isConfirmed: [confirming, resending].some(({ cause }) => isAlreadyConfirmed(cause)),
  };
}

interface ActivationFailureProps {
  readonly error: ErrorCode;
  readonly isConfirmed: boolean;
  readonly onLogin: () => void;
}

/** Why there is no confirmation; an account that has one already gets the way to the login. */
const ActivationFailure = ({ error, isConfirmed, onLogin }: ActivationFailureProps) => (
  <Banner
    tone="error"
    action={
      isConfirmed && (
        <Button variant="quiet" onClick={onLogin}>
          {activation.login}
        </Button>
      )
    }
  >
    {isConfirmed ? emailAlreadyConfirmed : errorText(error)}
  </Banner>
);

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
