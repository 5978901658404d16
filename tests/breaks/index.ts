import { breaks1to9 } from './asvs01to09.ts';
import { breaks10to17 } from './asvs10to17.ts';
import type { Break } from './break.ts';

/** Every deliberate break there is. */
export const breaks: readonly Break[] = [...breaks1to9, ...breaks10to17];
