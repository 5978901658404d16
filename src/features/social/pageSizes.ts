/** Threads shown at first; the rest is asked for by pressing. */
export const THREADS_SHOWN = 20;
/** People of a list shown at once: each name is a call of its own. */
export const PEOPLE_SHOWN = 30;
