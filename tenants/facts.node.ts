import { checkGa } from './checkGa.ts';
import type { TenantFacts } from './defaults.ts';
import { importEach } from './importEach.ts';

/** `./{tenant}/tenant.ts` → what it says: found when the process starts. */
export const facts = await importEach<TenantFacts>('tenant');

// Neither a server nor a build starts with a wrong one: views would be counted nowhere, and nobody would notice.
for (const [file, { ga }] of Object.entries(facts)) checkGa(file, ga);
