import { useQuery } from '@tanstack/react-query';
import { follow as texts } from '../../messages/jaSocial.ts';
import { useServices } from '../../services/services.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { PeopleList } from './PeopleList.tsx';
import { followersQuery, followsQuery } from './queries.ts';

interface FollowModalProps {
  readonly userId: string;
  readonly onClose: () => void;
  readonly onLeave: (address: string) => void;
}

/** Whom somebody follows (SOC-06). */
export function FollowModal({ userId, onClose, onLeave }: FollowModalProps) {
  const found = useQuery(followsQuery(useServices(), userId));
  return (
    <Modal title={texts.follows} onClose={onClose}>
      <PeopleList
        people={found.data?.follow_list.map(({ follow_user }) => ({ userId: follow_user }))}
        error={found.error}
        failedText={texts.followsFailed}
        emptyText={texts.followsEmpty}
        onRetry={() => void found.refetch()}
        onLeave={onLeave}
      />
    </Modal>
  );
}

/** Who follows somebody (SOC-06). */
export function FollowerModal({ userId, onClose, onLeave }: FollowModalProps) {
  const found = useQuery(followersQuery(useServices(), userId));
  return (
    <Modal title={texts.followers} onClose={onClose}>
      <PeopleList
        people={found.data?.follower_list.map(({ user_id }) => ({ userId: user_id }))}
        error={found.error}
        failedText={texts.followersFailed}
        emptyText={texts.followersEmpty}
        onRetry={() => void found.refetch()}
        onLeave={onLeave}
      />
    </Modal>
  );
}
