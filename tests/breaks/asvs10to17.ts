import type { Break } from './break.ts';

/** Chapters V10 to V17 of tests/asvs.md. */
export const breaks10to17: readonly Break[] = [];
