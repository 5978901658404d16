import { useLocation } from 'wouter';
import { usePaths } from '../../navigation/paths.ts';
import { takeStoredPage } from '../../navigation/storedPage.ts';
import { useFirstSteps } from '../../queries/useFirstSteps.ts';
import { useWaitingActionControl } from '../../services/requireLogin.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { takeActionAtSignUp } from './actionAtSignUp.ts';

/**
 * From a page of the account to where the fan was, else to `start`; then the action that waited runs. `from`: path of the page where
 * the call began; a fan who has left it meanwhile stays where they went.
 */
export function useGoOn(): (start: string, from: string) => void {
  const tenant = useTenant();
  const waiting = useWaitingActionControl();
  const [, navigate] = useLocation();
  const overlays = useOverlays();
  return (start, from) => {
    // Before navigating: leaving the page drops the action that waits.
    const action = takeActionAtSignUp() ?? waiting.forget();
    const before = takeStoredPage(tenant.id);
    overlays.close('login');
    if (location.pathname !== from) return;
    navigate(before ?? start, { replace: true });
    void action?.run();
  };
}

/** Agrees to the rules of the tenant and goes on. A new fan is shown the service first, unless they came from somewhere (MOD-04). */
export function useAgree(): () => Promise<void> {
  const { session } = useServices();
  const tenant = useTenant();
  const paths = usePaths();
  const firstSteps = useFirstSteps();
  const goOn = useGoOn();
  return async () => {
    const from = location.pathname;
    await session.agreeToRules();
    goOn(tenant.features.tutorial && (await firstSteps.load()) ? paths.common('tutorial') : paths.home, from);
  };
}
