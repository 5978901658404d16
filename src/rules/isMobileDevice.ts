/** Phones and tablets (§9). An iPad calls itself a Mac; only its touch screen tells. */
export const isMobileDevice = ({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean =>
  /iPhone|iPad|iPod|Android/u.test(userAgent) || (/Macintosh/u.test(userAgent) && maxTouchPoints > 1);
