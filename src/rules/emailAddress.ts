/** Printable ASCII in the width of a kanji, as a Japanese keyboard types it: '！' to '～'. */
const WIDE = /[\uff01-\uff5e]/g;
const WIDE_OFFSET = 0xfee0;
/** Ideographic full stops; IDNA (UTS 46) takes them for dots as well. */
const STOPS = /[\u3002\uff61]/g;

/**
 * A mail address as it was meant. Width only: NFKC would turn more letters into others, and what is typed must stay one address,
 * neither longer nor somebody else's.
 */
export const plainEmail = (typed: string): string =>
  typed
    .replace(WIDE, (sign) => String.fromCharCode(sign.charCodeAt(0) - WIDE_OFFSET))
    .replace(STOPS, '.')
    .trim();
