import { useQuery } from '@tanstack/react-query';
import { firstFollow as texts } from '../../messages/jaSocial.ts';
import { ambassadorsQuery, officialUserQuery } from '../../queries/peopleQueries.ts';
import { useServices, useSession, useTenant } from '../../services/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import styles from './People.module.css';
import { PeopleList } from './PeopleList.tsx';
import { followsQuery } from './queries.ts';

interface FirstFollowModalProps {
  readonly onClose: () => void;
  readonly onLeave: (address: string) => void;
}

/** Whom a new fan may follow: the tenant's official user and the ambassadors (MOD-04). */
export function FirstFollowModal({ onClose, onLeave }: FirstFollowModalProps) {
  const services = useServices();
  const tenant = useTenant();
  const session = useSession();
  const ownId = session.status === 'anonymous' ? null : session.user.id;
  const official = useQuery(officialUserQuery(services));
  const ambassadors = useQuery(ambassadorsQuery(services));
  const follows = useQuery({ ...followsQuery(services, ownId ?? ''), enabled: ownId !== null });
  const isReady = official.data !== undefined && ambassadors.data !== undefined;
  const people = isReady
    ? uniqueOf([
        ...official.data.list.slice(0, 1).map(({ user_id }) => user_id),
        ...ambassadors.data.list.map(({ ambassador_user_id }) => ambassador_user_id),
      ]).filter((userId) => userId !== ownId)
    : undefined;
  const hasFollowed = follows.data?.follow_list.some(({ follow_user }) => people?.includes(follow_user)) ?? false;
  const hasAmbassadors = (ambassadors.data?.list.length ?? 0) > 0;
  return (
    <Modal
      title={texts.title}
      onClose={onClose}
      actions={
        <Button variant={hasFollowed ? 'primary' : 'secondary'} size="l" isWide onClick={onClose}>
          {hasFollowed ? texts.done : texts.later}
        </Button>
      }
    >
      {people && people.length > 0 && (
        <p className={styles.lead}>{hasAmbassadors ? texts.lead(tenant.name) : texts.leadAlone(tenant.name)}</p>
      )}
      <PeopleList
        people={people?.map((userId) => ({ userId }))}
        error={official.error ?? ambassadors.error}
        failedText={texts.failed}
        emptyText={texts.none}
        onRetry={() => void Promise.all([official.refetch(), ambassadors.refetch()])}
        onLeave={onLeave}
      />
    </Modal>
  );
}

const uniqueOf = (userIds: readonly string[]): string[] => [...new Set(userIds)];
