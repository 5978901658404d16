import { useQuery } from '@tanstack/react-query';
import { photo } from '../../messages/ja.ts';
import { follow as texts } from '../../messages/jaSocial.ts';
import { useServices } from '../../services/services.tsx';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { MemberBadge } from '../member/MemberBadge.tsx';
import { MemberLink } from '../member/MemberLink.tsx';
import { memberQuery } from '../member/memberQueries.ts';
import { FollowButton } from './FollowButton.tsx';
import styles from './People.module.css';

interface PersonRowProps {
  readonly userId: string;
  /** The name, where the list tells it; otherwise it is asked for. */
  readonly name?: string | undefined;
  /** The event of what they are listed for: its premium users have a badge. */
  readonly eventId?: string | null;
  readonly onLeave: (address: string) => void;
}

/** Somebody in a list: who, the way to their page, follow. Without a name: left the service (SOC-07). */
export function PersonRow({ userId, name: given, eventId = null, onLeave }: PersonRowProps) {
  const urls = usePictureUrls();
  const { data, isError, isPending } = useQuery(memberQuery(useServices(), userId));
  const known = data?.Name ?? given;
  const hasLeft = data !== undefined ? data.Name === undefined : given === '';
  const name = hasLeft ? photo.left : (known ?? (isError ? texts.unknown : ''));
  return (
    <li className={styles.row} aria-busy={(isPending && given === undefined) || undefined}>
      <MemberLink userId={userId} hasLeft={hasLeft} className={styles.person} onLeave={onLeave}>
        <Avatar src={urls.of(data?.extended4 ?? null)} name="" hasLeft={hasLeft} size={40} />
        <span className={styles.who}>
          <span className={styles.name}>{name || <span className={styles.blank} />}</span>
          {!hasLeft && <MemberBadge userId={userId} eventId={eventId} />}
        </span>
      </MemberLink>
      {!hasLeft && known && <FollowButton userId={userId} name={known} />}
    </li>
  );
}
