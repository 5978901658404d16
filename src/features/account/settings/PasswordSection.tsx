import { type SubmitEvent, useState } from 'react';
import { errorText } from '../../../messages/jaErrors.ts';
import { password as texts } from '../../../messages/jaSettings.ts';
import { useServices } from '../../../services/services.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { PasswordField } from '../../../ui/Field.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { useDirtyForm } from '../../../ui/useDirtyForm.ts';
import styles from '../account.module.css';
import { UsernameForManagers } from '../EmailField.tsx';
import { passwordError } from '../signUpForm.ts';
import { useSubmit } from '../useSubmit.ts';
import { SettingsSection } from './SettingsSection.tsx';

interface Errors {
  readonly previous?: string | undefined;
  readonly proposed?: string | undefined;
}

function check(previous: string, proposed: string): Errors {
  return {
    previous: previous === '' ? texts.missing : undefined,
    proposed: passwordError(proposed) ?? (previous === proposed ? texts.same : undefined),
  };
}

/** Change of the password (ACC-06): this device stays signed in, the others do not. */
export function PasswordSection({ email }: { readonly email: string }) {
  const { session } = useServices();
  const toast = useToast();
  const [previous, setPrevious] = useState('');
  const [proposed, setProposed] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const { isBusy, error, submit } = useSubmit();
  useDirtyForm(previous !== '' || proposed !== '');
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = check(previous, proposed);
    setErrors(found);
    if (found.previous || found.proposed) return;
    void submit(async () => {
      await session.changePassword(previous, proposed);
      setPrevious('');
      setProposed('');
      toast(texts.changed);
    });
  };
  return (
    <SettingsSection title={texts.title} lead={texts.lead}>
      <form className={styles.form} onSubmit={handleSubmit} noValidate>
        <UsernameForManagers email={email} />
        <PasswordField
          label={texts.previous}
          error={errors.previous}
          name="password"
          autoComplete="current-password"
          value={previous}
          onChange={(event) => setPrevious(event.target.value)}
        />
        <PasswordField
          label={texts.proposed}
          hint={texts.hint}
          error={errors.proposed}
          name="new-password"
          autoComplete="new-password"
          value={proposed}
          onChange={(event) => setProposed(event.target.value)}
        />
        {error && <Banner tone="error">{error === 'NotAuthorizedException' ? texts.wrong : errorText(error)}</Banner>}
        <Button type="submit" variant="primary" isWide isBusy={isBusy}>
          {texts.submit}
        </Button>
      </form>
    </SettingsSection>
  );
}
