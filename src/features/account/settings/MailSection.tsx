import { type SubmitEvent, useState } from 'react';
import { errorText } from '../../../messages/jaErrors.ts';
import { mail as texts } from '../../../messages/jaSettings.ts';
import { plainEmail } from '../../../rules/emailAddress.ts';
import { useServices } from '../../../services/services.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { PasswordField } from '../../../ui/Field.tsx';
import { useOverlays } from '../../../ui/overlays.ts';
import { useToast } from '../../../ui/toasts.tsx';
import { useDirtyForm } from '../../../ui/useDirtyForm.ts';
import styles from '../account.module.css';
import { CODE_LENGTH, CodeField } from '../CodeField.tsx';
import { EmailField, UsernameForManagers } from '../EmailField.tsx';
import { emailError } from '../signUpForm.ts';
import { useSubmit } from '../useSubmit.ts';
import { SettingsSection } from './SettingsSection.tsx';
import pageStyles from './settings.module.css';

interface MailSectionProps {
  readonly email: string;
  readonly onChanged: () => void;
}

/** Change of the mail address: a code goes to the new one and proves it; until then the old one stays (ACC-11). */
export function MailSection({ email, onChanged }: MailSectionProps) {
  const toast = useToast();
  const [asked, setAsked] = useState<string | null>(null);
  const handleDone = () => {
    setAsked(null);
    toast(texts.changed);
    onChanged();
  };
  return (
    <SettingsSection title={texts.title} lead={texts.lead}>
      <dl className={pageStyles.facts}>
        <dt className={pageStyles.lead}>{texts.current}</dt>
        <dd className={pageStyles.value}>{email}</dd>
      </dl>
      {asked === null ? (
        <AskForm email={email} onAsked={setAsked} />
      ) : (
        <ProveForm asked={asked} onOther={() => setAsked(null)} onDone={handleDone} />
      )}
    </SettingsSection>
  );
}

function AskForm({ email, onAsked }: { readonly email: string; readonly onAsked: (email: string) => void }) {
  const { session } = useServices();
  const [wanted, setWanted] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const { isBusy, error, submit } = useSubmit();
  useDirtyForm(wanted !== '' || password !== '');
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const isSame = plainEmail(wanted).toLowerCase() === email.toLowerCase();
    const found = emailError(wanted) ?? (isSame ? texts.same : undefined);
    setProblem(found);
    if (found) return;
    void submit(async () => {
      await session.askForEmail(wanted, password);
      onAsked(plainEmail(wanted));
    });
  };
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <EmailField
        label={texts.wanted}
        error={problem}
        autoComplete="email"
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      <UsernameForManagers email={email} />
      <PasswordField
        label={texts.password}
        hint={texts.passwordHint}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {error && <Banner tone="error">{error === 'NotAuthorizedException' ? texts.wrong : errorText(error)}</Banner>}
      <Button type="submit" variant="primary" isWide isBusy={isBusy} disabled={wanted.trim() === '' || password === ''}>
        {texts.send}
      </Button>
    </form>
  );
}

interface ProveFormProps {
  readonly asked: string;
  readonly onOther: () => void;
  readonly onDone: () => void;
}

function ProveForm({ asked, onOther, onDone }: ProveFormProps) {
  const { session } = useServices();
  const overlays = useOverlays();
  const [code, setCode] = useState('');
  const [isResent, setResent] = useState(false);
  const proving = useSubmit();
  const resending = useSubmit();
  const error = proving.error ?? resending.error;
  useDirtyForm(true);
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    setResent(false);
    resending.clear();
    void proving.submit(async () => {
      await session.confirmEmail(code);
      onDone();
    });
  };
  const handleResend = async () => {
    proving.clear();
    setResent(false);
    if (await resending.submit(() => session.resendEmailCode())) setResent(true);
  };
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <p>{texts.sentTo(asked)}</p>
      <CodeField label={texts.code} value={code} onChange={setCode} />
      {error && <Banner tone="error">{errorText(error)}</Banner>}
      {isResent && <Banner tone="ok">{texts.resent}</Banner>}
      <Button type="submit" variant="primary" isWide isBusy={proving.isBusy} disabled={code.length < CODE_LENGTH}>
        {texts.confirm}
      </Button>
      <div className={styles.pair}>
        <Button isBusy={resending.isBusy} onClick={handleResend}>
          {texts.resend}
        </Button>
        <Button variant="quiet" onClick={() => overlays.open({ mode: 'code-problem', about: 'mail' })}>
          {texts.problem}
        </Button>
        <Button variant="quiet" onClick={onOther}>
          {texts.other}
        </Button>
      </div>
    </form>
  );
}
