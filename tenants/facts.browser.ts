import type { TenantFacts } from './defaults.ts';

/** `./{tenant}/tenant.ts` → what it says: found by Vite when it builds. */
export const facts = import.meta.glob<TenantFacts>('./*/tenant.ts', { eager: true, import: 'tenant' });
