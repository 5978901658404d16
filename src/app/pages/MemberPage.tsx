import { Settings, UserRound } from 'lucide-react';
import { useSearch } from 'wouter';
import { PhotoList } from '../../features/gallery/PhotoList.tsx';
import { PendingPhotos } from '../../features/photo/PendingPhotos.tsx';
import { pageTitles } from '../../messages/ja.ts';
import { pages as texts } from '../../messages/jaPages.ts';
import { usePaths } from '../../session/paths.ts';
import { useSession } from '../../session/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { SectionHead } from '../../ui/SectionHead.tsx';

/** RTE-06: a fan's photos; without `u` one's own, for which visitors log in. */
export function MemberPage() {
  const session = useSession();
  const { open } = useOverlays();
  const paths = usePaths();
  const ownId = session.status === 'anonymous' ? null : session.user.id;
  const userId = new URLSearchParams(useSearch()).get('u') ?? ownId;
  if (userId === null)
    return (
      <>
        <SectionHead level={1} title={texts.myPage} />
        <EmptyState
          icon={<UserRound aria-hidden="true" />}
          title={texts.memberNeedsLogin}
          action={
            <Button variant="primary" onClick={() => open({ mode: 'login' })}>
              {texts.login}
            </Button>
          }
        />
      </>
    );
  return (
    <>
      <SectionHead
        level={1}
        title={userId === ownId ? texts.myPage : pageTitles.photosOf(texts.fan)}
        action={
          userId === ownId && (
            <LinkButton href={paths.common('settings')} icon={<Settings aria-hidden="true" size={18} />}>
              {pageTitles.settings}
            </LinkButton>
          )
        }
      />
      {userId === ownId && <PendingPhotos />}
      <PhotoList filter={{ u: userId }} />
    </>
  );
}
