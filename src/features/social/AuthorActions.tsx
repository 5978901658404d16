import { EyeOff, Flag } from 'lucide-react';
import type { Photo } from '../../contract/entities.ts';
import { photoReport, mute as texts } from '../../messages/jaSocial.ts';
import { useRequireLogin } from '../../services/requireLogin.ts';
import { useSession } from '../../services/services.tsx';
import { MoreMenu } from '../../ui/MoreMenu.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import styles from './AuthorActions.module.css';
import { FollowButton } from './FollowButton.tsx';
import { useMute } from './useMute.ts';

interface AuthorActionsProps {
  readonly photo: Photo;
}

/** Beside a photo's author: follow, and in a menu not wanting to see them and reporting the photo to the operator. Nothing for oneself and who left the service. */
export function AuthorActions({ photo }: AuthorActionsProps) {
  // By author: what is pending for one is not the next one's.
  return <ActionsOfAuthor key={photo.user_id} photo={photo} />;
}

function ActionsOfAuthor({ photo }: AuthorActionsProps) {
  const name = photo.user_screen_name || photo.user_name;
  const session = useSession();
  const requireLogin = useRequireLogin();
  const { open } = useOverlays();
  const { askMute, isPending } = useMute(photo.user_id, name);
  const isOwn = session.status !== 'anonymous' && session.user.id === photo.user_id;
  if (name === '' || isOwn) return null;
  return (
    <div className={styles.actions}>
      <FollowButton userId={photo.user_id} name={name} />
      <MoreMenu
        label={photoReport.menu}
        items={[
          {
            label: texts.actionOf(name),
            icon: <EyeOff size={18} aria-hidden="true" />,
            isDisabled: isPending,
            onChoose: () => requireLogin(askMute, 'mute'),
          },
          {
            label: photoReport.actionOf(name),
            icon: <Flag size={18} aria-hidden="true" />,
            // Visitors write to the operator: a report is a member's, since it counts.
            onChoose: () =>
              session.status === 'anonymous'
                ? open({ mode: 'contact', photo: photo.media_url })
                : requireLogin(() => open({ mode: 'photo-report', mediaUrl: photo.media_url }), 'report'),
          },
        ]}
      />
    </div>
  );
}
