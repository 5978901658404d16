import { AppealModal } from '../../features/social/AppealModal.tsx';
import { CommentRemoveModal, CommentReportModal } from '../../features/social/CommentActionModal.tsx';
import { FirstFollowModal } from '../../features/social/FirstFollowModal.tsx';
import { FollowerModal, FollowModal } from '../../features/social/FollowModal.tsx';
import { ReactionUsersModal } from '../../features/social/ReactionUsersModal.tsx';
import { ReportModal } from '../../features/social/ReportModal.tsx';
import type { SocialEntry } from '../../ui/overlays.ts';

interface SocialOverlayProps {
  readonly entry: SocialEntry;
  readonly onClose: () => void;
  /** Closes what is open and goes to this address. */
  readonly onLeave: (address: string) => void;
}

/** The modals between fans (MOD-01), in one chunk. */
export function SocialOverlay({ entry, onClose, onLeave }: SocialOverlayProps) {
  switch (entry.mode) {
    case 'first-follow':
      return <FirstFollowModal onClose={onClose} onLeave={onLeave} />;
    case 'follow':
      return <FollowModal key={entry.userId} userId={entry.userId} onClose={onClose} onLeave={onLeave} />;
    case 'follower':
      return <FollowerModal key={entry.userId} userId={entry.userId} onClose={onClose} onLeave={onLeave} />;
    case 'reaction-users':
      return <ReactionUsersModal mediaUrl={entry.mediaUrl} onClose={onClose} onLeave={onLeave} />;
    case 'comment-remove':
      return <CommentRemoveModal comment={entry.comment} onClose={onClose} />;
    case 'comment-report':
      return <CommentReportModal comment={entry.comment} onClose={onClose} />;
    case 'photo-report':
      return <ReportModal key={entry.mediaUrl} about={entry} onClose={onClose} />;
    case 'appeal':
      return <AppealModal key={entry.noticeId} noticeId={entry.noticeId} onClose={onClose} />;
    case 'fan-report':
      return <ReportModal key={entry.userId} about={entry} onClose={onClose} />;
  }
}
