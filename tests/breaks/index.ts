import { breaks1to9 } from './asvs01to09.ts';
import { breaks10to17 } from './asvs10to17.ts';
import type { Break } from './break.ts';

/** The breaks of the checklist (tests/asvs.md); those of all layers stand in `layers.ts`. */
export const breaks: readonly Break[] = [...breaks1to9, ...breaks10to17];
