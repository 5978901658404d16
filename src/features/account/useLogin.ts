import { useLocation } from 'wouter';
import { pageOf, usePaths } from '../../navigation/paths.ts';
import { storePage } from '../../navigation/storedPage.ts';
import { useWaitingActionControl } from '../../services/requireLogin.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { useOverlays } from '../../ui/overlays.ts';

/**
 * Logs in and goes on: to the rules of a tenant the fan is new to, else closes the modal and resumes the action that waited.
 * Rejects with the AppError of the login.
 */
export function useLogin(): (email: string, password: string) => Promise<void> {
  const { session } = useServices();
  const waiting = useWaitingActionControl();
  const paths = usePaths();
  const tenant = useTenant();
  const [address, navigate] = useLocation();
  const overlays = useOverlays();
  return async (email, password) => {
    const { next } = await session.login(email, password);
    const page = pageOf(address);
    const isNewcomer = page === 'create-account' || page === 'account-activation' || page === 'forgot-password';
    if (next === 'rule-agreement') {
      if (!isNewcomer && page !== 'rule-agreement') storePage(tenant.id);
      navigate(paths.common('rule-agreement'), { replace: true });
      overlays.closeAll();
      return;
    }
    if (isNewcomer) navigate(paths.home, { replace: true });
    overlays.close('login');
    waiting.resume();
  };
}
