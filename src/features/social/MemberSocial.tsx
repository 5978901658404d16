import { useQuery } from '@tanstack/react-query';
import { EyeOff, Flag } from 'lucide-react';
import { report } from '../../messages/jaReports.ts';
import { mute as muteTexts, follow as texts } from '../../messages/jaSocial.ts';
import { useRequireLogin } from '../../services/requireLogin.ts';
import { useServices, useSession } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { FollowButton } from './FollowButton.tsx';
import styles from './MemberSocial.module.css';
import { followersQuery, followsQuery } from './queries.ts';
import { useIsMuted, useMute } from './useMute.ts';

interface MemberSocialProps {
  readonly userId: string;
  readonly name: string;
}

/** On somebody's page: how many they follow and are followed by, follow (SOC-06), and not wanting to see them. */
export function MemberSocial({ userId, name }: MemberSocialProps) {
  const services = useServices();
  const session = useSession();
  const isOwn = session.status !== 'anonymous' && session.user.id === userId;
  const follows = useQuery(followsQuery(services, userId)).data?.follow_list.length;
  const followers = useQuery(followersQuery(services, userId)).data?.follower_list.length;
  const { open } = useOverlays();
  return (
    <div className={styles.social}>
      <button type="button" className={styles.count} onClick={() => open({ mode: 'follow', userId })}>
        <strong>{follows === undefined ? '–' : texts.count(follows)}</strong> {texts.follows}
      </button>
      <button type="button" className={styles.count} onClick={() => open({ mode: 'follower', userId })}>
        <strong>{followers === undefined ? '–' : texts.count(followers)}</strong> {texts.followers}
      </button>
      {/* By fan: what is pending for one is not the next one's. */}
      <FollowButton key={`follow ${userId}`} userId={userId} name={name} />
      {!isOwn && <MuteAction key={`mute ${userId}`} userId={userId} name={name} />}
      {!isOwn && <ReportAction userId={userId} name={name} />}
    </div>
  );
}

function ReportAction({ userId, name }: MemberSocialProps) {
  const requireLogin = useRequireLogin();
  const { open } = useOverlays();
  return (
    <Button
      variant="quiet"
      icon={<Flag size={18} aria-hidden="true" />}
      aria-label={report.fanOf(name)}
      onClick={() => requireLogin(() => open({ mode: 'fan-report', userId }), 'report')}
    >
      {report.fan}
    </Button>
  );
}

function MuteAction({ userId, name }: MemberSocialProps) {
  const isMuted = useIsMuted(userId);
  const requireLogin = useRequireLogin();
  const { askMute, unmute, isPending } = useMute(userId, name);
  if (isMuted)
    return (
      <div className={styles.muted}>
        <Banner
          tone="info"
          action={
            <Button isBusy={isPending} onClick={unmute}>
              {muteTexts.undo}
            </Button>
          }
        >
          {muteTexts.state}
        </Banner>
      </div>
    );
  return (
    <Button
      variant="quiet"
      icon={<EyeOff size={18} aria-hidden="true" />}
      isBusy={isPending}
      aria-label={muteTexts.actionOf(name)}
      onClick={() => requireLogin(askMute, 'mute')}
    >
      {muteTexts.action}
    </Button>
  );
}
