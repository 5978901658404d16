import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { factsOf, type PageName } from '../../contract/pages.ts';
import { pageOf, usePaths } from '../../navigation/paths.ts';
import { hasPutOffRules, storePage } from '../../navigation/storedPage.ts';
import { useSession, useTenant } from '../../services/services.tsx';
import { hasDirtyForm, onDirtyForms } from '../../ui/dirtyForms.ts';
import { useOverlays } from '../../ui/overlays.ts';

/** Pages of the account itself: one can set it up and leave without being anybody's member. */
const isOfAccount = (page: PageName | null): boolean => page === 'settings' || (factsOf(page).isAccount ?? false);

/**
 * The tenant check of §4 (ACC-08, ACC-13b): a signed-in fan whom the server does not know as a member under the present rules is led to
 * the rules, once nothing typed would be left behind. Putting them off holds for the tab, until the fan wants something that only members do.
 */
export function useTenantCheck(): void {
  const tenant = useTenant();
  const state = useSession();
  const paths = usePaths();
  const { closeAll } = useOverlays();
  const [pathname, navigate] = useLocation();
  const page = pageOf(pathname);
  const isDirty = useSyncExternalStore(onDirtyForms, hasDirtyForm, () => false);
  useEffect(() => {
    const agreement = state.status === 'signedIn' ? state.user.agreement : undefined;
    if (agreement === undefined || isOfAccount(page) || isDirty) return;
    if (agreement === 'missing' && hasPutOffRules(tenant.id)) return;
    storePage(tenant.id);
    navigate(paths.common('rule-agreement'), { replace: true });
    closeAll();
  }, [state, page, isDirty, tenant, navigate, paths, closeAll]);
}
