/** Limits of popular search words, apart from `limits.ts`: that one is in the first script, which has no use for these. */

const HOUR_MS = 60 * 60_000;
/** What one fan, or all visitors of one network who are not signed in, add to the count of one word: one a day (SRC-08a). */
export const WORD_VOTES = { count: 1, windowMs: 24 * HOUR_MS } as const;
/** Words nobody chose before, from one fan or network, in all tenants: each costs a search. Words that are known count on (WORD_VOTES). */
export const NEW_WORDS = { count: 2_000, windowMs: HOUR_MS } as const;
/** Days after which a word nobody chose again is forgotten, unless it stands in the ranking. */
export const UNUSED_WORD_DAYS = 30;
/** The most chosen words of a tenant that are looked at to find those that can be listed (SRC-08b). */
export const WORD_CANDIDATES = 40;
