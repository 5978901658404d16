/** By then the browser has stepped back, or something else ended it. */
const LATEST_MS = 1_000;
let isUnderWay = false;

/**
 * One step back in the history for one press of a control, such as the one that closes a photo. The browser takes the step a moment
 * later: the second tap of a double tap would step back once more, out of the page (OVL-01d).
 */
export function stepBack(): void {
  if (isUnderWay) return;
  isUnderWay = true;
  const end = () => {
    isUnderWay = false;
    clearTimeout(timer);
    removeEventListener('popstate', end);
  };
  const timer = setTimeout(end, LATEST_MS);
  addEventListener('popstate', end);
  history.back();
}
