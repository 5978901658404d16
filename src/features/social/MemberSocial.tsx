import { useQuery } from '@tanstack/react-query';
import { Ban, EyeOff, Flag } from 'lucide-react';
import { report } from '../../messages/jaReports.ts';
import { block as blockTexts, mute as muteTexts, follow as texts } from '../../messages/jaSocial.ts';
import { useRequireLogin } from '../../services/requireLogin.ts';
import { useServices, useSession } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { MoreMenu } from '../../ui/MoreMenu.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { FollowButton } from './FollowButton.tsx';
import styles from './MemberSocial.module.css';
import { followersQuery, followsQuery } from './queries.ts';
import { useBlock, useIsBlocked } from './useBlock.ts';
import { useIsMuted, useMute } from './useMute.ts';

interface MemberSocialProps {
  readonly userId: string;
  readonly name: string;
}

/** On somebody's page: how many they follow and are followed by, follow (SOC-06), and a menu for what is rarely done. */
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
      {!isOwn && <OthersActions key={`others ${userId}`} userId={userId} name={name} />}
    </div>
  );
}

/** What is rarely done about a fan, in a menu: not wanting to see them, blocking, reporting. What is so now stands below, with the way back. */
function OthersActions({ userId, name }: MemberSocialProps) {
  const isMuted = useIsMuted(userId);
  const isBlocked = useIsBlocked(userId);
  const requireLogin = useRequireLogin();
  const { open } = useOverlays();
  const mute = useMute(userId, name);
  const block = useBlock(userId, name);
  const items = [
    {
      isShown: !isMuted && !isBlocked,
      label: muteTexts.actionOf(name),
      icon: <EyeOff size={18} aria-hidden="true" />,
      isDisabled: mute.isPending,
      onChoose: () => requireLogin(mute.askMute, 'mute'),
    },
    {
      isShown: !isBlocked,
      label: blockTexts.actionOf(name),
      icon: <Ban size={18} aria-hidden="true" />,
      isDisabled: block.isPending,
      onChoose: () => requireLogin(block.askBlock, 'block'),
    },
    {
      isShown: true,
      label: report.fanOf(name),
      icon: <Flag size={18} aria-hidden="true" />,
      onChoose: () => requireLogin(() => open({ mode: 'fan-report', userId }), 'report'),
    },
  ];
  return (
    <>
      <MoreMenu label={blockTexts.menuOf(name)} items={items.filter(({ isShown }) => isShown)} />
      {isBlocked ? (
        <UndoBanner text={blockTexts.state} action={blockTexts.undo} isBusy={block.isPending} onUndo={block.unblock} />
      ) : (
        isMuted && (
          <UndoBanner text={muteTexts.state} action={muteTexts.undo} isBusy={mute.isPending} onUndo={mute.unmute} />
        )
      )}
    </>
  );
}

interface UndoBannerProps {
  readonly text: string;
  readonly action: string;
  readonly isBusy: boolean;
  readonly onUndo: () => void;
}

const UndoBanner = ({ text, action, isBusy, onUndo }: UndoBannerProps) => (
  <div className={styles.muted}>
    <Banner
      tone="info"
      action={
        <Button isBusy={isBusy} onClick={onUndo}>
          {action}
        </Button>
      }
    >
      {text}
    </Banner>
  </div>
);
