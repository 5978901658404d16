import { CloudCheck } from 'lucide-react';
import { outbox as texts } from '../../messages/jaPost.ts';
import { useServices, useSession } from '../../session/services.tsx';
import { useOutboxSnapshot } from '../../session/useOutboxSnapshot.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useNow } from '../event/useNow.ts';
import { OutboxJob } from './OutboxJob.tsx';
import styles from './OutboxPanel.module.css';
import { partByOwner } from './outboxView.ts';
import { useIsOnline } from './useIsOnline.ts';

/** What waits to be sent, how far it is, and what the fan can do about it (QUE-03, QUE-04, QUE-05). */
export function OutboxPanel({ onClose }: { readonly onClose: () => void }) {
  const { outbox } = useServices();
  const session = useSession();
  const snapshot = useOutboxSnapshot();
  const now = useNow();
  const isOnline = useIsOnline();
  const { own, others } = partByOwner(snapshot.jobs, session.status === 'anonymous' ? null : session.user.id);
  const waiting = own.filter(({ state }) => state === 'waiting').length;
  return (
    <Modal
      title={texts.title}
      onClose={onClose}
      actions={
        waiting > 1 && (
          <Button variant="primary" size="l" isWide onClick={() => outbox.sendNow()}>
            {texts.sendAll}
          </Button>
        )
      }
    >
      <div className={styles.panel}>
        {!isOnline && waiting > 0 && <Banner tone="offline">{texts.offline}</Banner>}
        {others > 0 && (
          <Banner tone="warn">
            <strong>{texts.others}</strong>
            <br />
            {texts.othersText(others)}
          </Banner>
        )}
        {own.map((job) => (
          <OutboxJob key={job.id} job={job} progress={snapshot.progress} now={now} />
        ))}
        {own.length === 0 && others === 0 && (
          <EmptyState icon={<CloudCheck aria-hidden="true" size={32} />} title={texts.empty}>
            {texts.emptyText}
          </EmptyState>
        )}
      </div>
    </Modal>
  );
}
