/** Whether the fan agreed to the rules of the present tenant (ACC-08). */
import { AppError } from '../contract/errors.ts';
import type { SessionDeps, SessionTenant } from './sessionDeps.ts';
import type { SessionState } from './sessionState.ts';

export async function hasAgreed(api: SessionDeps['api'], tenant: SessionTenant): Promise<boolean> {
  const { list } = await api.getUserTenants();
  return list.some((one) => one.tenant_id === tenant.id && one.agreed_version === tenant.rulesVersion);
}

/** @throws AppError UNKNOWN_TENANT */
export function requireTenant(getTenant: SessionDeps['getTenant']): SessionTenant {
  const tenant = getTenant();
  if (tenant === null) throw new AppError('UNKNOWN_TENANT', 'never');
  return tenant;
}

/** The membership calls of `Session`. */
export function createMembership({ api, remembered, getTenant }: SessionDeps, getState: () => SessionState) {
  return {
    async agreeToRules() {
      const tenant = requireTenant(getTenant);
      await api.putUserTenant({ body: { tenant_id: tenant.id, agreed_version: tenant.rulesVersion } });
      remembered.saveLoginTenant(tenant.id);
    },
    async needsAgreement() {
      const tenant = getTenant();
      if (tenant === null || getState().status !== 'signedIn' || remembered.loadLoginTenant() === tenant.id)
        return false;
      const agreed = await hasAgreed(api, tenant);
      if (agreed) remembered.saveLoginTenant(tenant.id);
      return !agreed;
    },
  };
}
