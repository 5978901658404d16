import { breaks1to2 } from './asvs01to02.ts';
import { breaks3to5 } from './asvs03to05.ts';
import { breaks6 } from './asvs06.ts';
import { breaks7to9 } from './asvs07to09.ts';
import { breaks10to13 } from './asvs10to13.ts';
import { breaks14to17 } from './asvs14to17.ts';
import type { Break } from './break.ts';

/** The breaks of the checklist (tests/asvs.md); those of all layers stand in `layers.ts`. */
export const breaks: readonly Break[] = [
  ...breaks1to2,
  ...breaks3to5,
  ...breaks6,
  ...breaks7to9,
  ...breaks10to13,
  ...breaks14to17,
];
