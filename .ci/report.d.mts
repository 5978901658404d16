/** Prints and notes the tests that passed at a second try; returns true if there are more of them than a run may have. */
export declare function hasTooManySecondTries(results: string, names: readonly string[]): boolean;
/** Whether the end of the run's time is all that a run of Playwright complains of. */
export declare function isOnlyOutOfTime(results: string, playwright: string): boolean;
/** Prints and notes a run's failures, second tries and what was left out; returns the names of the second tries. */
export declare function printReport(results: string, parts: { vitest?: string; playwright: string }): string[];
