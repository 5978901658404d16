import type { SendRules } from './sendRules.ts';

/** Until the fan says otherwise. Apart from the rules' logic, which the first screen has no need of. */
export const DEFAULT_RULES: SendRules = { isPaused: false, onMetered: 'everything' };
