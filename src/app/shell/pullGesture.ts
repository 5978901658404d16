/** Pixels a finger pulls down until letting go asks for the list again. */
export const PULL = 96;
/** Pixels after which the direction of the finger is known. */
const SLOP = 10;

interface PullListener {
  /** May a pull begin at this element now? */
  readonly canBegin: (target: EventTarget | null) => boolean;
  /** The finger has pulled this part of the way, 0–1. null: the pull has ended without reaching the end. */
  readonly onPull: (part: number | null) => void;
  /** The finger was lifted after all of the way. */
  readonly onRelease: () => void;
}

/**
 * Listens to one finger that pulls the page down at its very top (FAN-17c). It never prevents the browser's own scrolling. A finger that
 * goes up or sideways first is no pull, and a second finger ends one.
 * @returns stops
 */
export function listenToPull({ canBegin, onPull, onRelease }: PullListener): () => void {
  let start: { readonly x: number; readonly y: number } | null = null;
  let isPulling = false;
  let part = 0;
  const end = () => {
    if (isPulling) onPull(null);
    start = null;
    isPulling = false;
  };
  const handleStart = ({ touches, target }: TouchEvent) => {
    const [finger] = touches;
    end();
    if (touches.length === 1 && finger && scrollY <= 0 && canBegin(target))
      start = { x: finger.clientX, y: finger.clientY };
  };
  const handleMove = ({ touches }: TouchEvent) => {
    const [finger] = touches;
    if (start === null || finger === undefined) return;
    const [right, down] = [finger.clientX - start.x, finger.clientY - start.y];
    // An iPhone's page is pulled beyond its top: `scrollY` is below 0 then.
    if (scrollY > 0) return end();
    if (!isPulling && Math.hypot(right, down) < SLOP) return;
    if (!isPulling && down <= Math.abs(right)) return end();
    isPulling = true;
    part = Math.min(1, Math.max(0, down / PULL));
    onPull(part);
  };
  const handleEnd = () => {
    if (!isPulling || part < 1) return end();
    start = null;
    isPulling = false;
    onRelease();
  };
  const kinds = [
    ['touchstart', handleStart],
    ['touchmove', handleMove],
    ['touchend', handleEnd],
    ['touchcancel', end],
  ] as const;
  for (const [kind, handle] of kinds) addEventListener(kind, handle, { passive: true });
  return () => {
    for (const [kind, handle] of kinds) removeEventListener(kind, handle);
  };
}
