const ASKED = 'zip-asked';

/** Has the window's card for ZIPs drawn (`ZipOnPage`). */
export const tellZipAsked = (): boolean => dispatchEvent(new Event(ASKED));

export function onZipAsked(draw: () => void): () => void {
  addEventListener(ASKED, draw);
  return () => removeEventListener(ASKED, draw);
}
