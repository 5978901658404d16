import { posting } from '#tenants/posting';

/**
 * What may be posted to a tenant, one sentence each. Apart from the tenants themselves: only the post form needs it, and those are
 * in the first bundle.
 */
export const postingRules = (tenantId: string): readonly string[] => posting[`./${tenantId}/posting.ts`] ?? [];
