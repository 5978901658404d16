import { type SubmitEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { login, rules } from '../../messages/jaAccount.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { usePaths } from '../../navigation/paths.ts';
import { putOffRules, takeStoredPage } from '../../navigation/storedPage.ts';
import { useWaitingActionControl } from '../../services/requireLogin.ts';
import { useServices, useSession, useTenant } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import styles from './account.module.css';
import { CheckField } from './CheckField.tsx';
import { useAgree } from './useGoOn.ts';
import { useSubmit } from './useSubmit.ts';

/** The tenant's rules in short, and the agreement that makes the fan a member (ACC-08). */
export function RulesPanel() {
  const { session } = useServices();
  const state = useSession();
  const tenant = useTenant();
  const paths = usePaths();
  const [, navigate] = useLocation();
  const waiting = useWaitingActionControl();
  const agree = useAgree();
  const [hasAgreed, setAgreed] = useState(false);
  const { isBusy, error, submit } = useSubmit();

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void submit(agree);
  };
  const handleLater = () => {
    waiting.forget();
    putOffRules(tenant.id);
    session.putOffAgreement();
    navigate(takeStoredPage(tenant.id) ?? paths.home, { replace: true });
  };

  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      <RulesSummary />
      {state.status === 'signedIn' ? (
        <div className={styles.sticky}>
          {error && <Banner tone="error">{errorText(error)}</Banner>}
          <CheckField label={rules.agree} isOn={hasAgreed} onChange={setAgreed} />
          <div className={styles.agree}>
            <Button size="l" onClick={handleLater}>
              {rules.later}
            </Button>
            <Button type="submit" variant="primary" size="l" isBusy={isBusy} disabled={!hasAgreed}>
              {rules.submit}
            </Button>
          </div>
        </div>
      ) : (
        <LoginFirst />
      )}
    </form>
  );
}

/** The rules in short, and the documents that hold them in full. */
export function RulesSummary() {
  const tenant = useTenant();
  const paths = usePaths();
  return (
    <>
      <p className={styles.pageLead}>
        {rules.lead(tenant.name)}
        {rules.once}
      </p>
      <div className={styles.rules}>
        {rules.summary(tenant.partyLabel, tenant.name).map(({ title, text }) => (
          <section key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </section>
        ))}
      </div>
      <nav className={styles.links}>
        <a href={paths.document('terms')} target="_blank" rel="noreferrer">
          {rules.terms}
        </a>
        <a href={paths.document('privacy')} target="_blank" rel="noreferrer">
          {rules.privacy}
        </a>
      </nav>
    </>
  );
}

/** In place of the agreement for those who are not signed in. */
function LoginFirst() {
  const overlays = useOverlays();
  return (
    <div className={styles.sticky}>
      <Banner tone="info">{rules.needLogin}</Banner>
      <Button variant="primary" size="l" isWide onClick={() => overlays.open({ mode: 'login' })}>
        {login.submit}
      </Button>
    </div>
  );
}
