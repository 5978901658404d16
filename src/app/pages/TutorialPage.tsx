import { useLocation } from 'wouter';
import { neededWay } from '../../features/install/installOffer.ts';
import { Tutorial } from '../../features/tutorial/Tutorial.tsx';
import { usePaths } from '../../navigation/paths.ts';
import { useFirstSteps } from '../../queries/useFirstSteps.ts';
import { useRequireLogin } from '../../services/requireLogin.ts';
import { useTenant } from '../../services/services.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { NotFoundPage } from './NotFoundPage.tsx';

/** About the service; a tenant without one has no such page (TEN-05). At its end a new fan is shown whom to follow (MOD-04). */
export function TutorialPage() {
  const { features } = useTenant();
  const paths = usePaths();
  const [, navigate] = useLocation();
  const overlays = useOverlays();
  const requireLogin = useRequireLogin();
  const firstSteps = useFirstSteps();
  if (!features.tutorial) return <NotFoundPage />;
  /** Returns whether the fan is to be shown whom to follow: once an account. */
  const endFirstSteps = () => {
    if (!firstSteps.isNew || !features.firstFollow) return false;
    firstSteps.end();
    return true;
  };
  const handleFinish = () => {
    navigate(paths.home);
    if (endFirstSteps()) overlays.open({ mode: 'first-follow' });
  };
  const handlePost = () =>
    requireLogin(
      () => overlays.open(endFirstSteps() ? { mode: 'first-follow', next: 'post' } : { mode: 'post' }),
      'post',
    );
  const handleInstall = neededWay() !== null ? () => overlays.open({ mode: 'install' }) : null;
  return <Tutorial onFinish={handleFinish} onPost={handlePost} onInstall={handleInstall} />;
}
