import { BadgeCheck, Gem, type LucideIcon, Star } from 'lucide-react';
import { marks } from '../../messages/jaSocial.ts';
import styles from './MemberBadge.module.css';
import { type MemberMark, useMemberMark } from './useMemberMark.ts';

const icons: Record<MemberMark, LucideIcon> = { official: BadgeCheck, ambassador: Star, premium: Gem };

interface MemberBadgeProps {
  readonly userId: string;
  /** The event of the photo it stands at: its premium users have a badge there. */
  readonly eventId?: string | null;
}

/** Icon of the official user, of ambassadors and of an event's premium users (§6); nothing for fans. */
export function MemberBadge({ userId, eventId = null }: MemberBadgeProps) {
  const mark = useMemberMark(userId, eventId);
  if (mark === null) return null;
  const Icon = icons[mark];
  return (
    <span className={styles.badge} data-mark={mark}>
      <Icon size={14} aria-hidden="true" />
      {marks[mark]}
    </span>
  );
}
