import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { factsOf, type PageName } from '../../contract/pages.ts';
import { pageOf, usePaths } from '../../navigation/paths.ts';
import { hasPutOffRules, storePage } from '../../navigation/storedPage.ts';
import { useServices, useSession, useTenant } from '../../services/services.tsx';
import { hasDirtyForm } from '../../ui/dirtyForms.ts';

/** Pages of the account itself: one can set it up and leave without being anybody's member. */
const isOfAccount = (page: PageName | null): boolean => page === 'settings' || (factsOf(page).isAccount ?? false);

/**
 * The tenant check of §4 (ACC-08): a signed-in fan on another tenant than the one they signed in to is asked for its rules, once a
 * tab. Without signal nobody is asked.
 */
export function useTenantCheck(): void {
  const { session } = useServices();
  const tenant = useTenant();
  const state = useSession();
  const paths = usePaths();
  const [pathname, navigate] = useLocation();
  const page = pageOf(pathname);
  const userId = state.status === 'signedIn' ? state.user.id : null;
  useEffect(() => {
    if (userId === null || isOfAccount(page) || hasPutOffRules(tenant.id)) return;
    let isWanted = true;
    const check = async () => {
      if (!(await session.needsAgreement()) || !isWanted || hasDirtyForm()) return;
      storePage(tenant.id);
      navigate(paths.common('rule-agreement'), { replace: true });
    };
    check().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [userId, page, tenant, session, navigate, paths]);
}
