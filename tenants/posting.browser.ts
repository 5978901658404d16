/** `./{tenant}/posting.ts` → what it says: found by Vite when it builds. */
export const posting = import.meta.glob<readonly string[]>('./*/posting.ts', { eager: true, import: 'posting' });
