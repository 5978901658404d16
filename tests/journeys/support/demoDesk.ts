/** What of the demo waits at the desk of each club (`demo/content/desk.ts`), before a test adds its own. */
export const DEMO_DESK = { cases: 3, appeals: 1 } as const;
