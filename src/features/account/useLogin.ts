import { useLocation } from 'wouter';
import { pageOf, usePaths } from '../../navigation/paths.ts';
import { storePage } from '../../navigation/storedPage.ts';
import { useWaitingActionControl } from '../../services/requireLogin.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { forgetTypedPassword } from './typedPassword.ts';
import { useGoOn } from './useGoOn.ts';

/**
 * Logs in and goes on: to the rules of a tenant the fan is new to, else closes the modal and resumes the action that waited.
 * `agree` stands in for the rules' page where the fan has agreed already. Rejects with the AppError of the login.
 */
export function useLogin(): (email: string, password: string, agree?: () => Promise<void>) => Promise<void> {
  const { session } = useServices();
  const waiting = useWaitingActionControl();
  const paths = usePaths();
  const tenant = useTenant();
  const [address, navigate] = useLocation();
  const overlays = useOverlays();
  const goOn = useGoOn();
  return async (email, password, agree) => {
    const from = location.pathname;
    const { next } = await session.login(email, password);
    forgetTypedPassword();
    const page = pageOf(address);
    const isNewcomer = page === 'create-account' || page === 'account-activation' || page === 'forgot-password';
    if (next === 'rule-agreement') {
      if (!isNewcomer && page !== 'rule-agreement') storePage(tenant.id);
      // An agreement that does not get through is asked for on the rules' page.
      if (agree && (await settles(agree))) return;
      navigate(paths.common('rule-agreement'), { replace: true });
      overlays.closeAll();
      return;
    }
    if (isNewcomer) return goOn(paths.home, from);
    overlays.close('login');
    waiting.resume();
  };
}

const settles = (run: () => Promise<void>): Promise<boolean> =>
  run().then(
    () => true,
    () => false,
  );
