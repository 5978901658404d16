import { useLocation } from 'wouter';
import { neededWay } from '../../features/install/installOffer.ts';
import { Tutorial } from '../../features/tutorial/Tutorial.tsx';
import { endFirstSteps } from '../../session/firstSteps.ts';
import { usePaths } from '../../session/paths.ts';
import { useRequireLogin } from '../../session/requireLogin.ts';
import { useTenant } from '../../session/services.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { NotFoundPage } from './NotFoundPage.tsx';

/** About the service; a tenant without one has no such page (TEN-05). At its end a new fan is shown whom to follow (MOD-04). */
export function TutorialPage() {
  const { features } = useTenant();
  const paths = usePaths();
  const [, navigate] = useLocation();
  const overlays = useOverlays();
  const requireLogin = useRequireLogin();
  if (!features.tutorial) return <NotFoundPage />;
  const handleFinish = () => {
    const isNew = endFirstSteps();
    navigate(paths.home);
    if (isNew && features.firstFollow) overlays.open({ mode: 'first-follow' });
  };
  const handlePost = () => {
    endFirstSteps();
    requireLogin(() => overlays.open({ mode: 'post' }));
  };
  const handleInstall = neededWay() !== null ? () => overlays.open({ mode: 'install' }) : null;
  return <Tutorial onFinish={handleFinish} onPost={handlePost} onInstall={handleInstall} />;
}
