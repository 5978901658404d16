import { importEach } from './importEach.ts';

/** `./{tenant}/posting.ts` → what it says: found when the process starts. */
export const posting = await importEach<readonly string[]>('posting');
