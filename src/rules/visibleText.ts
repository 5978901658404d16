/** Signs that turn the direction of the text around them: a name could pass for another one, or garble its neighbours. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/gu;
/** Signs that show nothing. They are part of emoji and of some scripts, so they stay where something else is shown. */
const INVISIBLE = /^(?:[\p{Cc}\p{Cf}\p{Z}\u115f\u1160\u2800\u3164\uffa0]|\p{Variation_Selector})*$/u;

/** Text that leaves the direction of what stands around it alone. */
export const withoutTurning = (text: string): string => text.replace(TURNING, '');

/** Nothing of it can be seen: an empty comment or name in disguise. */
export const isBlank = (text: string): boolean => INVISIBLE.test(text);

/** What a name looks like: names that differ only in width, case, spaces or invisible signs are one (§6 reserved names). */
export const nameLook = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\p{Z}\p{Variation_Selector}\u115f\u1160\u2800\u3164\uffa0]/gu, '')
    .toLowerCase();
