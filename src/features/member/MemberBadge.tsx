import { BadgeCheck, Star } from 'lucide-react';
import { marks } from '../../messages/jaSocial.ts';
import styles from './MemberBadge.module.css';
import { useMemberMark } from './useMemberMark.ts';

/** Icon of the official user and of ambassadors (§6); nothing for fans. */
export function MemberBadge({ userId }: { readonly userId: string }) {
  const mark = useMemberMark(userId);
  if (mark === null) return null;
  const Icon = mark === 'official' ? BadgeCheck : Star;
  return (
    <span className={styles.badge} data-mark={mark}>
      <Icon size={14} aria-hidden="true" />
      {marks[mark]}
    </span>
  );
}
