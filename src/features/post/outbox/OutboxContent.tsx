import { CloudCheck, LockKeyhole } from 'lucide-react';
import { outbox as texts } from '../../../messages/jaOutbox.ts';
import { isInstalledApp } from '../../../navigation/paths.ts';
import { isAppleTouchDevice } from '../../../rules/installWay.ts';
import { useServices, useSession } from '../../../services/services.tsx';
import { useIsOnline } from '../../../services/useIsOnline.ts';
import { useOutboxSnapshot } from '../../../services/useOutboxSnapshot.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { holdFoot } from '../../../ui/holdFoot.ts';
import { useOverlays } from '../../../ui/overlays.ts';
import { useNow } from '../../event/useNow.ts';
import { NotifyOffer } from './NotifyOffer.tsx';
import styles from './Outbox.module.css';
import { OutboxJob } from './OutboxJob.tsx';
import { OutboxSummary } from './OutboxSummary.tsx';
import { partJobs, summaryOf } from './outboxView.ts';
import { SendSettings } from './SendSettings.tsx';
import { SentJobs } from './SentJobs.tsx';
import { WaitedElsewhere } from './WaitedElsewhere.tsx';

const isAppleTouch = (): boolean =>
  isAppleTouchDevice({ userAgent: navigator.userAgent, touchPoints: navigator.maxTouchPoints });

/** What waits to be sent, how far it is, and what the fan can do about it (QUE-03, QUE-04, QUE-05). */
export function OutboxContent() {
  const { outbox } = useServices();
  const session = useSession();
  const overlays = useOverlays();
  const snapshot = useOutboxSnapshot();
  const now = useNow();
  const isOnline = useIsOnline();
  const userId = session.status === 'anonymous' ? null : session.user.id;
  const parts = partJobs(snapshot.jobs, userId);
  const openLogin = () => overlays.open({ mode: 'login' });
  const summary = summaryOf(parts, snapshot, isOnline);
  if (!snapshot.isLoaded) return <div className={styles.loading} aria-busy="true" ref={holdFoot} />;
  return (
    <div className={styles.outbox}>
      {summary && <OutboxSummary summary={summary} outbox={outbox} open={parts.open} rules={snapshot.rules} />}
      {parts.open.map((job) => (
        <OutboxJob
          key={job.id}
          job={job}
          now={now}
          progress={snapshot.progress}
          hold={snapshot.hold}
          holdOriginals={snapshot.holdOriginals}
        />
      ))}
      {parts.others > 0 && <OthersBanner count={parts.others} onLogin={userId === null ? openLogin : null} />}
      {parts.open.length > 0 && isAppleTouch() && !isInstalledApp() && (
        <Banner tone="info">{texts.beforeInstall}</Banner>
      )}
      {parts.open.length > 0 && <NotifyOffer />}
      {summary === null && parts.others === 0 && <NothingWaits onLogin={userId === null ? openLogin : null} />}
      {parts.open.length === 0 && userId !== null && <WaitedElsewhere />}
      {parts.sent.length > 0 && <SentJobs jobs={parts.sent} now={now} />}
      <SendSettings rules={snapshot.rules} open={parts.open} />
    </div>
  );
}

interface LoginOffer {
  /** null: somebody is signed in. */
  readonly onLogin: (() => void) | null;
}

/** Posts of other fans wait on this device, too. */
const OthersBanner = ({ count, onLogin }: LoginOffer & { readonly count: number }) => (
  <Banner
    tone="warn"
    action={
      onLogin !== null && (
        <Button variant="quiet" onClick={onLogin}>
          {texts.login}
        </Button>
      )
    }
  >
    <strong>{texts.others}</strong>
    <br />
    {texts.othersText(count)}
  </Banner>
);

const NothingWaits = ({ onLogin }: LoginOffer) => (
  <EmptyState
    icon={onLogin ? <LockKeyhole aria-hidden="true" size={32} /> : <CloudCheck aria-hidden="true" size={32} />}
    title={onLogin ? texts.needsLogin : texts.empty}
    action={
      onLogin !== null && (
        <Button variant="primary" onClick={onLogin}>
          {texts.login}
        </Button>
      )
    }
  >
    {onLogin ? null : texts.emptyText}
  </EmptyState>
);
