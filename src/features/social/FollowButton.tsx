import { Check, UserPlus } from 'lucide-react';
import { follow as texts } from '../../messages/jaSocial.ts';
import styles from './FollowButton.module.css';
import { useFollowToggle } from './useFollowToggle.ts';

interface FollowButtonProps {
  readonly userId: string;
  readonly name: string;
}

/** Follow toggle; none for oneself (SOC-06). */
export function FollowButton({ userId, name }: FollowButtonProps) {
  const { isOn, isOwn, isKnown, isPending, toggle } = useFollowToggle(userId);
  if (isOwn) return null;
  const Icon = isOn ? Check : UserPlus;
  return (
    <button
      type="button"
      className={styles.follow}
      aria-pressed={isOn}
      aria-busy={isPending || undefined}
      aria-label={isOn ? texts.followingOf(name) : texts.followOf(name)}
      disabled={!isKnown}
      onClick={toggle}
    >
      <Icon size={16} aria-hidden="true" />
      {isOn ? texts.following : texts.follow}
    </button>
  );
}
