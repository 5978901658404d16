// How long a run may take. `.ci/run` says when it ends (RUN_ENDS, in seconds since 1970); a run by hand has no end.
const ends = process.env.RUN_ENDS ? Number(process.env.RUN_ENDS) * 1000 : Number.POSITIVE_INFINITY;

export const isTimeUp = () => Date.now() >= ends;

/** Milliseconds until the run ends, one at least; 0: it has no end. What Playwright's `globalTimeout` takes. */
export const timeLeft = () => (Number.isFinite(ends) ? Math.max(1, ends - Date.now()) : 0);
