import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { findTenant } from '../../../tenants/index.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { exporting, leaving } from '../../messages/jaSettings.ts';
import { usePaths } from '../../navigation/paths.ts';
import { countWaiting } from '../../outbox/count.ts';
import { callerOf, endpointQuery } from '../../queries/endpointQuery.ts';
import { useServices } from '../../services/services.tsx';
import { useOutboxSnapshot } from '../../services/useOutboxSnapshot.ts';
import type { SessionUser } from '../../session/rememberedUser.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import styles from './account.module.css';
import { CheckField } from './CheckField.tsx';
import { useSubmit } from './useSubmit.ts';

/** Leaving the service (ACC-10): what goes and what stays, said before; asked twice; then nobody is signed in. */
export function DeleteAccountPanel({ user }: { readonly user: SessionUser }) {
  const services = useServices();
  const paths = usePaths();
  const [, navigate] = useLocation();
  const overlays = useOverlays();
  const { jobs } = useOutboxSnapshot();
  const [hasAgreed, setAgreed] = useState(false);
  const { isBusy, error, submit } = useSubmit();
  const ownJobs = jobs.filter(({ userId }) => userId === user.id);
  const waiting = countWaiting(jobs, user.id);

  const leave = () =>
    submit(async () => {
      await services.session.leave();
      // Nobody can send them any more.
      for (const { id } of ownJobs) await services.outbox.cancel(id).catch(() => undefined);
      navigate(paths.index, { replace: true });
      overlays.replace({ mode: 'result', text: leaving.done });
    });
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    overlays.open({
      mode: 'confirm',
      text: leaving.ask,
      actionLabel: leaving.submit,
      isDangerous: true,
      onConfirm: () => void leave(),
    });
  };
  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      <Consequences name={user.name} />
      {waiting > 0 && <Banner tone="warn">{leaving.waiting(waiting)}</Banner>}
      <div className={styles.aside}>
        <span>{leaving.exportLead}</span>
        <LinkButton href={paths.common('settings', { tab: 'account' })}>{exporting.title}</LinkButton>
      </div>
      <div className={styles.last}>
        {error && <Banner tone="error">{errorText(error)}</Banner>}
        <CheckField label={leaving.agree} isOn={hasAgreed} onChange={setAgreed} />
        <div className={styles.pair}>
          <LinkButton href={paths.member()}>{leaving.cancel}</LinkButton>
          <Button type="submit" variant="danger" isBusy={isBusy} disabled={!hasAgreed}>
            {leaving.submit}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** What goes with the account, and where. */
const Consequences = ({ name }: { readonly name: string }) => (
  <>
    <p className={styles.lead}>{leaving.lead(name)}</p>
    <div className={styles.shared}>
      <p>{leaving.common}</p>
      <Sites />
    </div>
    <section className={styles.optional}>
      <h2 className={styles.sectionTitle}>{leaving.what}</h2>
      <ul className={styles.points}>
        {leaving.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  </>
);

/** The tenants whose rules the fan agreed to: the account goes from all of them. */
function Sites() {
  const services = useServices();
  const { data } = useQuery(endpointQuery(services, 'getUserTenants', {}, callerOf(services)));
  const names = data?.list.flatMap(({ tenant_id }) => findTenant(tenant_id)?.name ?? []) ?? [];
  if (names.length === 0) return null;
  return (
    <p className={styles.hint}>
      {leaving.sites}: {names.join('、')}
    </p>
  );
}
