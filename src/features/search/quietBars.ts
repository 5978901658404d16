/** Pixels of scrolling down after which the bars go … */
const DOWN = 24;
/** … and of scrolling up after which they return. */
const UP = 12;
/** So far from the top of the page they always stay, in pixels. */
const TOP = 120;

/**
 * Hides a phone's header and toolbar while the fan scrolls down, and shows them again while the fan scrolls up (FAN-17a). The styles read
 * `data-bars` of the root element: `shown` or `away`. The bars stay while the keyboard's focus is in them.
 * @returns shows the bars and stops
 */
export function watchScrollForBars(): () => void {
  const { dataset } = document.documentElement;
  let isAway = false;
  let last = scrolledTo();
  /** The highest place since they were shown, the lowest since they went. */
  let turn = last;
  const set = (next: boolean) => {
    isAway = next;
    turn = last;
    dataset.bars = next ? 'away' : 'shown';
  };
  const look = () => {
    frame = 0;
    const now = scrolledTo();
    // A page that is put to another place was not scrolled by the fan.
    if (Math.abs(now - last) > innerHeight) turn = now;
    last = now;
    turn = isAway ? Math.max(turn, now) : Math.min(turn, now);
    if (isAway && (turn - now >= UP || now <= TOP)) set(false);
    else if (!isAway && now - turn >= DOWN && now > TOP && !isFocusInBars()) set(true);
  };
  let frame = 0;
  const lookSoon = () => {
    frame ||= requestAnimationFrame(look);
  };
  const showFocused = () => {
    if (isAway && isFocusInBars()) set(false);
  };
  set(false);
  addEventListener('scroll', lookSoon, { passive: true });
  addEventListener('focusin', showFocused);
  return () => {
    cancelAnimationFrame(frame);
    removeEventListener('scroll', lookSoon);
    removeEventListener('focusin', showFocused);
    delete dataset.bars;
  };
}

/** Where the page stands, in pixels. An iPhone pulls it beyond both ends and lets it spring back: that is no scrolling. */
function scrolledTo(): number {
  const { scrollHeight } = document.documentElement;
  return Math.max(0, Math.min(scrollY, scrollHeight - innerHeight));
}

/** A tap leaves the focus on its button, too: only the keyboard's counts. */
const isFocusInBars = () => document.querySelector('header :focus-visible, [data-toolbar] :focus-visible') !== null;
