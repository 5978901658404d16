import { marks } from '../../messages/jaMarks.ts';
import { MarkIcon } from '../../ui/MarkIcon.tsx';
import styles from './MemberBadge.module.css';
import { useMemberBadge } from './useMemberBadge.ts';

interface MemberBadgeProps {
  readonly userId: string;
  /** The event of the photo it stands at: its premium users have a badge there. */
  readonly eventId?: string | null;
}

/** Icon of the official user, of ambassadors and of an event's premium users (§6); nothing for fans. */
export function MemberBadge({ userId, eventId = null }: MemberBadgeProps) {
  const mark = useMemberBadge(userId, eventId);
  if (mark === null) return null;
  return (
    <span className={styles.badge} data-mark={mark}>
      <MarkIcon mark={mark} />
      {marks[mark]}
    </span>
  );
}
