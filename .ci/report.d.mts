/** Prints and notes the tests that passed at a second try; returns true if there are more of them than a run may have. */
export declare function hasTooManySecondTries(results: string, names: readonly string[]): boolean;
