import { type SubmitEvent, useState } from 'react';
import { errorText } from '../../messages/jaErrors.ts';
import { forgot } from '../../messages/jaSettings.ts';
import { plainEmail } from '../../rules/emailAddress.ts';
import { useServices } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PasswordField } from '../../ui/Field.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import styles from './account.module.css';
import { CODE_LENGTH, CodeField } from './CodeField.tsx';
import { EmailField, UsernameForManagers } from './EmailField.tsx';
import { loadPendingEmail, savePendingEmail } from './pendingEmail.ts';
import { emailError, passwordError } from './signUpForm.ts';
import { useSubmit } from './useSubmit.ts';

/** Forgotten password (ACC-05): the address, then the mailed code with a new password, then login. */
export function ForgotPasswordPanel() {
  const overlays = useOverlays();
  const [email, setEmail] = useState(loadPendingEmail);
  const [step, setStep] = useState<'address' | 'code' | 'done'>('address');
  const openLogin = () => overlays.open({ mode: 'login' });
  switch (step) {
    case 'address':
      return (
        <AddressForm
          email={email}
          onSent={(sent) => {
            setEmail(sent);
            setStep('code');
          }}
        />
      );
    case 'code':
      return (
        <ConfirmForm
          email={email}
          onOther={() => setStep('address')}
          onDone={() => {
            setStep('done');
            openLogin();
          }}
        />
      );
    case 'done':
      return (
        <EmptyState
          title={forgot.done}
          action={
            <Button variant="primary" size="l" onClick={openLogin}>
              {forgot.login}
            </Button>
          }
        >
          {forgot.doneText}
        </EmptyState>
      );
  }
}

function AddressForm({ email, onSent }: { readonly email: string; readonly onSent: (email: string) => void }) {
  const { session } = useServices();
  const [given, setGiven] = useState(email);
  const [problem, setProblem] = useState<string>();
  const { isBusy, error, submit } = useSubmit();
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = emailError(given);
    setProblem(found);
    if (found) return;
    void submit(async () => {
      await session.forgotPassword(given);
      savePendingEmail(given);
      onSent(plainEmail(given));
    });
  };
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <p className={styles.pageLead}>{forgot.lead}</p>
      <EmailField
        label={forgot.email}
        error={problem}
        value={given}
        onChange={(event) => setGiven(event.target.value)}
      />
      {error && <Banner tone="error">{errorText(error)}</Banner>}
      <Button type="submit" variant="primary" size="l" isWide isBusy={isBusy}>
        {forgot.send}
      </Button>
    </form>
  );
}

/** Code and new password as they are typed, and the two requests: setting the password, and another mail. */
function useNewPassword(email: string, onDone: () => void) {
  const { session } = useServices();
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isResent, setResent] = useState(false);
  const confirming = useSubmit();
  const resending = useSubmit();
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = passwordError(password, [email]);
    setProblem(found);
    setResent(false);
    resending.clear();
    if (found) return;
    void confirming.submit(async () => {
      await session.confirmForgotPassword(email, code, password);
      onDone();
    });
  };
  const handleResend = async () => {
    confirming.clear();
    setResent(false);
    if (await resending.submit(() => session.forgotPassword(email))) setResent(true);
  };
  return {
    code,
    setCode,
    password,
    setPassword,
    problem,
    isResent,
    handleSubmit,
    handleResend,
    isConfirming: confirming.isBusy,
    isResending: resending.isBusy,
    error: confirming.error ?? resending.error,
  };
}

interface ConfirmFormProps {
  readonly email: string;
  readonly onOther: () => void;
  readonly onDone: () => void;
}

function ConfirmForm({ email, onOther, onDone }: ConfirmFormProps) {
  const overlays = useOverlays();
  const { code, setCode, password, setPassword, problem, error, isResent, ...form } = useNewPassword(email, onDone);
  return (
    <form className={styles.form} onSubmit={form.handleSubmit} noValidate>
      <p className={styles.pageLead}>{forgot.sentTo(email)}</p>
      <UsernameForManagers email={email} />
      <CodeField label={forgot.code} value={code} onChange={setCode} />
      <PasswordField
        label={forgot.password}
        hint={forgot.hint}
        error={problem}
        name="new-password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {error && <Banner tone="error">{errorText(error)}</Banner>}
      {isResent && <Banner tone="ok">{forgot.resent}</Banner>}
      <Button
        type="submit"
        variant="primary"
        size="l"
        isWide
        isBusy={form.isConfirming}
        disabled={code.length < CODE_LENGTH || password === ''}
      >
        {forgot.submit}
      </Button>
      <div className={styles.pair}>
        <Button isBusy={form.isResending} onClick={form.handleResend}>
          {forgot.resend}
        </Button>
        <Button variant="quiet" onClick={() => overlays.open({ mode: 'code-problem', about: 'password' })}>
          {forgot.problem}
        </Button>
        <Button variant="quiet" onClick={onOther}>
          {forgot.other}
        </Button>
      </div>
    </form>
  );
}
