import { CloudOff, MapPinOff } from 'lucide-react';
import { useLocation } from 'wouter';
import { pageTexts as texts } from '../../messages/jaPages.ts';
import { usePaths } from '../../navigation/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';

/** An address of a known tenant that is none of its pages (RTE-18). */
export function NotFoundPage() {
  const paths = usePaths();
  const [pathname] = useLocation();
  const goHome = <LinkButton href={paths.home}>{texts.goHome}</LinkButton>;
  // The worker answers a document with the shell only where it cannot be had (sw/caching.ts).
  if (pathname.endsWith('.pdf'))
    return (
      <EmptyState
        isPage
        icon={<CloudOff aria-hidden="true" />}
        title={texts.unseen}
        action={
          <>
            <Button variant="primary" onClick={() => location.reload()}>
              {texts.retry}
            </Button>
            {goHome}
          </>
        }
      >
        {texts.unseenDocument}
      </EmptyState>
    );
  return (
    <EmptyState isPage icon={<MapPinOff aria-hidden="true" />} title={texts.notFoundTitle} action={goHome}>
      {texts.notFoundText}
    </EmptyState>
  );
}
