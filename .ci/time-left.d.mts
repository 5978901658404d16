/** Milliseconds until the run ends, one at least; 0: it has no end. What Playwright's `globalTimeout` takes. */
export declare function timeLeft(): number;
