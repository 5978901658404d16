import type { TenantFacts } from './defaults.ts';
import { importEach } from './importEach.ts';

/** `./{tenant}/tenant.ts` → what it says: found when the process starts. */
export const facts = await importEach<TenantFacts>('tenant');
