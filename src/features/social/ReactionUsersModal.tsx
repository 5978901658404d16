import { useQuery } from '@tanstack/react-query';
import { reactionUsers as texts } from '../../messages/jaSocial.ts';
import { ambassadorsQuery } from '../../queries/peopleQueries.ts';
import { eventOfKey } from '../../rules/mediaKey.ts';
import { useServices } from '../../services/services.tsx';
import { Modal } from '../../ui/Modal.tsx';
import styles from './People.module.css';
import { PeopleList } from './PeopleList.tsx';
import { reactionsQuery } from './queries.ts';

interface ReactionUsersModalProps {
  readonly mediaUrl: string;
  readonly onClose: () => void;
  readonly onLeave: (address: string) => void;
}

/** Who reacted to a photo, ambassadors first (SOC-02). */
export function ReactionUsersModal({ mediaUrl, onClose, onLeave }: ReactionUsersModalProps) {
  const services = useServices();
  const found = useQuery(reactionsQuery(services, mediaUrl));
  const ambassadors = useQuery(ambassadorsQuery(services)).data?.list;
  const info = found.data && 'reactions' in found.data ? found.data : undefined;
  const isFirst = (userId: string) => ambassadors?.some((one) => one.ambassador_user_id === userId) ?? false;
  // The server sorts so already; an answer kept from before somebody became an ambassador does not.
  const people = info?.reactions
    .map(({ user_id, user_name }) => ({ userId: user_id, name: user_name }))
    .sort((a, b) => Number(isFirst(b.userId)) - Number(isFirst(a.userId)));
  const rest = (info?.total ?? 0) - (people?.length ?? 0);
  return (
    <Modal title={texts.title} onClose={onClose}>
      <PeopleList
        people={people}
        error={found.error}
        failedText={texts.failed}
        emptyText={texts.empty}
        eventId={eventOfKey(mediaUrl)}
        onRetry={() => void found.refetch()}
        onLeave={onLeave}
      />
      {rest > 0 && people && people.length > 0 && <p className={styles.rest}>{texts.rest(rest)}</p>}
    </Modal>
  );
}
