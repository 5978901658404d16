/** Whether the fan agreed to the rules of the present tenant (ACC-08). */
import type { AnswerOf } from '../contract/endpoints.ts';
import { AppError } from '../contract/errors.ts';
import type { SessionDeps, SessionTenant } from './sessionDeps.ts';
import type { SessionStore } from './sessionStore.ts';

/** True if the memberships hold the tenant, with the version of its rules that holds now. */
export const isMemberBy = (memberships: AnswerOf<'getUserTenants'>['list'], tenant: SessionTenant): boolean =>
  memberships.some((one) => one.tenant_id === tenant.id && one.agreed_version === tenant.rulesVersion);

/** @throws AppError UNKNOWN_TENANT */
export function requireTenant(getTenant: SessionDeps['getTenant']): SessionTenant {
  const tenant = getTenant();
  if (tenant === null) throw new AppError('UNKNOWN_TENANT', 'never');
  return tenant;
}

/** The membership calls of `Session`. */
export function createMembership({ api, remembered, getTenant }: SessionDeps, { changeUser }: SessionStore) {
  return {
    async agreeToRules() {
      const tenant = requireTenant(getTenant);
      await api.putUserTenant({ body: { tenant_id: tenant.id, agreed_version: tenant.rulesVersion } });
      remembered.saveLoginTenant(tenant.id);
      changeUser({ agreement: undefined });
    },
    demandAgreement: () => changeUser({ agreement: 'demanded' }),
    putOffAgreement: () => changeUser({ agreement: 'missing' }),
  };
}
